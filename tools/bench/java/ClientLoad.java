import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka's own clients under the loads of `tools.bench client`; see client_java.py.
 *
 * <p>Prints a line of JSON: [CPU seconds, records, bytes of values, 0], or for the delays their
 * median and 99th percentile in milliseconds. The compiler of the JVM has seen the same load once
 * before the clock starts: a program of a minute is compared, not the JVM's first second.
 */
public class ClientLoad {
    static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    final String bootstrap;
    final String topic;
    final int partitions;
    final long records;
    final double seconds;
    final String codec;
    final int valueBytes;
    long count;
    long size;

    ClientLoad(String[] job) {
        bootstrap = job[0];
        topic = job[1];
        partitions = Integer.parseInt(job[2]);
        records = Long.parseLong(job[3]);
        seconds = Double.parseDouble(job[4]);
        codec = job[5];
        valueBytes = Integer.parseInt(job[6]);
    }

    public static void main(String[] arguments) {
        ClientLoad load = new ClientLoad(Arrays.copyOfRange(arguments, 1, arguments.length));
        switch (arguments[0]) {
            case "read" -> load.twice(load::read);
            case "write" -> load.twice(load::write);
            case "idle" -> load.idle();
            case "delays" -> load.delays();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    void twice(Runnable work) {
        work.run();
        count = size = 0;
        long begun = SYSTEM.getProcessCpuTime();
        work.run();
        print((SYSTEM.getProcessCpuTime() - begun) / 1e9);
    }

    void print(double cpuSeconds) {
        System.out.printf("[%f, %d, %d, 0]%n", cpuSeconds, count, size);
    }

    KafkaConsumer<byte[], byte[]> consumer(boolean fromStart) {
        Properties options = new Properties();
        options.put("bootstrap.servers", bootstrap);
        options.put("enable.auto.commit", "false");
        options.put("auto.offset.reset", fromStart ? "earliest" : "latest");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(options, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> places = new ArrayList<>();
        for (int at = 0; at < partitions; at++) places.add(new TopicPartition(topic, at));
        consumer.assign(places);
        return consumer;
    }

    KafkaProducer<byte[], byte[]> producer(int lingerMs) {
        Properties options = new Properties();
        options.put("bootstrap.servers", bootstrap);
        options.put("acks", "all");
        options.put("linger.ms", lingerMs);
        options.put("compression.type", codec);
        return new KafkaProducer<>(options, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(true)) {
            while (count < records) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    size += record.value().length;
                    count += 1;
                }
            }
        }
    }

    void write() {
        byte[] value = new byte[valueBytes];
        Arrays.fill(value, (byte) 'v');
        try (KafkaProducer<byte[], byte[]> producer = producer(5)) {
            for (long number = 0; number < records; number++) {
                producer.send(new ProducerRecord<>(topic, value), (metadata, error) -> {
                    if (error != null) throw new IllegalStateException(error);
                    count += 1;
                    size += valueBytes;
                });
            }
        }
    }

    void idle() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(true)) {
            poll(consumer, 3.0);
            long begun = SYSTEM.getProcessCpuTime();
            poll(consumer, seconds);
            print((SYSTEM.getProcessCpuTime() - begun) / 1e9);
        }
    }

    void poll(KafkaConsumer<byte[], byte[]> consumer, double duration) {
        long end = System.nanoTime() + (long) (duration * 1e9);
        while (System.nanoTime() < end) consumer.poll(Duration.ofMillis(500));
    }

    void delays() {
        double[] millis = new double[(int) records];
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(false);
                KafkaProducer<byte[], byte[]> producer = producer(0)) {
            for (TopicPartition place : consumer.assignment()) consumer.position(place);
            for (int turn = -100; turn < records; turn++) {
                long begun = System.nanoTime();
                producer.send(new ProducerRecord<>(topic, new byte[valueBytes]));
                ConsumerRecords<byte[], byte[]> found = ConsumerRecords.empty();
                while (found.isEmpty()) found = consumer.poll(Duration.ofSeconds(1));
                if (turn >= 0) millis[turn] = (System.nanoTime() - begun) / 1e6;
            }
        }
        Arrays.sort(millis);
        System.out.printf("[%f, %f]%n", millis[millis.length / 2], millis[millis.length * 99 / 100]);
    }
}
