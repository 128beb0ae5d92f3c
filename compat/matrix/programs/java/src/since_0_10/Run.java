package matrix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Where a scenario is at work, and what all of them do. */
public final class Run {
    public static final long TIME_MS = 1_700_000_000_000L;
    public static final long WAIT_MS = 60_000;

    public final String bootstrap;
    public final String prefix;

    public Run(String bootstrap, String prefix) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
    }

    /** Settings as name, value, name, value. */
    public Properties properties(String... settings) {
        Properties chosen = new Properties();
        chosen.put("bootstrap.servers", bootstrap);
        for (int index = 0; index < settings.length; index += 2) {
            chosen.put(settings[index], settings[index + 1]);
        }
        return chosen;
    }

    public Producer<String, String> producer(String... settings) {
        return new KafkaProducer<>(properties(settings), new StringSerializer(), new StringSerializer());
    }

    /** A consumer that begins at the beginning and commits by hand. */
    public Consumer<String, String> consumer(String... settings) {
        Properties chosen = properties(settings);
        chosen.put("auto.offset.reset", "earliest");
        chosen.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(chosen, new StringDeserializer(), new StringDeserializer());
    }

    /** The record of a number. */
    public static ProducerRecord<String, String> record(String topic, int partition, int number)
            throws Exception {
        ProducerRecord<String, String> record =
            new ProducerRecord<>(topic, partition, TIME_MS + number, "k" + number, "v" + number);
        Either.addHeader(record, "h", "h" + number);
        return record;
    }

    public static List<TopicPartition> partitions(String topic, int count) {
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < count; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        return all;
    }

    /** What is there from the beginning: until `count` came, and `more` milliseconds on. */
    public List<ConsumerRecord<String, String>> read(
            Collection<TopicPartition> from, int count, long more, String... settings)
            throws Exception {
        try (Consumer<String, String> consumer = consumer(settings)) {
            consumer.assign(from);
            consumer.seekToBeginning(from);
            return poll(consumer, count, more);
        }
    }

    public static List<ConsumerRecord<String, String>> poll(
            Consumer<String, String> consumer, int count, long more) throws Exception {
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        long deadline = System.currentTimeMillis() + WAIT_MS;
        while (found.size() < count) {
            if (System.currentTimeMillis() > deadline) {
                throw new IllegalStateException(found.size() + " of " + count + " records came");
            }
            Either.poll(consumer, 200).forEach(found::add);
        }
        long end = System.currentTimeMillis() + more;
        while (System.currentTimeMillis() < end) {
            Either.poll(consumer, 100).forEach(found::add);
        }
        return found;
    }

    public static List<String> values(List<ConsumerRecord<String, String>> records) {
        List<String> found = new ArrayList<>();
        records.forEach(record -> found.add(record.value()));
        return found;
    }

    public static Say say(ConsumerRecord<String, String> record) throws Exception {
        return Say.step("record")
            .with("partition", record.partition())
            .with("offset", record.offset())
            .with("key", record.key())
            .with("value", record.value())
            .with("timestamp", record.timestamp())
            .with("headers", Either.headers(record));
    }

    /** The committed offsets of the partitions that have one, by number. */
    public static Map<String, Object> committed(
            Consumer<String, String> consumer, Collection<TopicPartition> partitions)
            throws Exception {
        Map<String, Object> found = new TreeMap<>();
        for (TopicPartition each : partitions) {
            OffsetAndMetadata offset = Either.committed(consumer, each);
            if (offset != null) {
                found.put(Integer.toString(each.partition()), offset.offset());
            }
        }
        return found;
    }

    /** Kafka's code of what an action throws, 0 if it does not; a text where there is no code. */
    public static Object error(Callable<?> action) {
        try {
            action.call();
            return 0;
        } catch (Exception thrown) {
            return code(thrown);
        }
    }

    public static Object code(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            Errors found = each instanceof ApiException ? Errors.forException(each) : null;
            if (found != null && found.code() > 0) {
                return (int) found.code();
            }
        }
        thrown.printStackTrace();
        return thrown.getClass().getSimpleName();
    }

    /** Says the step with the error of an action. */
    public static void attempt(String step, Callable<?> action) {
        Say.step(step).with("error", error(action)).out();
    }

    public static void until(String what, Callable<Boolean> holds) throws Exception {
        long deadline = System.currentTimeMillis() + WAIT_MS;
        while (!holds.call()) {
            if (System.currentTimeMillis() > deadline) {
                throw new IllegalStateException("in vain: " + what);
            }
            Thread.sleep(20);
        }
    }
}
