package matrix;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;

/** The word count of every introduction to Kafka Streams: WordCount BOOTSTRAP SCENARIO PREFIX. */
public final class WordCount {
    private static final int ABSENT = 3;
    private static final long WAIT_MS = 60_000;
    private static final List<String> LINES =
        Arrays.asList("all streams lead to kafka", "Kafka streams kafka", "all Kafka streams");
    private static final long WORDS = 11;
    /** How often all lines are sent where the program is killed in between, and how fast. */
    private static final int ROUNDS = 200;
    private static final long PACE_MS = 5;
    private static final Map<String, String> GUARANTEES = new TreeMap<>();

    static {
        GUARANTEES.put("word-count", "at_least_once");
        GUARANTEES.put("word-count-exactly-once", "exactly_once_v2");
        GUARANTEES.put("word-count-crash", "exactly_once_v2");
    }

    private final String bootstrap;
    private final String prefix;
    private final String guarantee;
    private final int rounds;

    private WordCount(String bootstrap, String prefix, String guarantee, int rounds) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
        this.guarantee = guarantee;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        String guarantee = GUARANTEES.get(arguments[1]);
        if (guarantee == null) {
            System.out.println("{\"step\": \"absent\", \"reason\": \"an application of its own\"}");
            System.exit(ABSENT);
        }
        int rounds = arguments[1].endsWith("crash") ? ROUNDS : 1;
        new WordCount(arguments[0], arguments[2], guarantee, rounds).run();
        System.exit(0);
    }

    private void run() throws Exception {
        Thread sender = new Thread(this::send);
        sender.setDaemon(true);
        sender.start();
        Path state = Files.createTempDirectory("word-count");
        KafkaStreams streams = new KafkaStreams(topology(), settings(state));
        try {
            streams.start();
            Map<String, Long> counts = counts();
            String fields = counts.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\": " + each.getValue())
                .collect(Collectors.joining(", "));
            System.out.println("{\"step\": \"counts\", \"counts\": {" + fields + "}}");
        } finally {
            streams.close(Duration.ofSeconds(20));
            streams.cleanUp();
            remove(state.toFile());
        }
    }

    private Properties settings(Path state) {
        Properties chosen = common();
        chosen.put("application.id", prefix);
        chosen.put("processing.guarantee", guarantee);
        chosen.put("commit.interval.ms", "100");
        chosen.put("session.timeout.ms", "6000");
        chosen.put("state.dir", state.toString());
        chosen.put("default.key.serde", Serdes.String().getClass());
        chosen.put("default.value.serde", Serdes.String().getClass());
        return chosen;
    }

    private Properties common() {
        Properties chosen = new Properties();
        chosen.put("bootstrap.servers", bootstrap);
        return chosen;
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> lines = builder.stream(prefix + "-in");
        lines
            .flatMapValues(line -> Arrays.asList(line.toLowerCase(Locale.ROOT).split("\\W+")))
            .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
            .count()
            .toStream()
            .to(prefix + "-out", Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    /** Sends the lines that are not there yet. */
    private void send() {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(common(), new StringSerializer(), new StringSerializer())) {
            for (int number = sent(); number < LINES.size() * rounds; number++) {
                String line = LINES.get(number % LINES.size());
                producer.send(new ProducerRecord<>(prefix + "-in", number % 2, null, line)).get();
                Thread.sleep(rounds > 1 ? PACE_MS : 0);
            }
        } catch (Exception thrown) {
            thrown.printStackTrace();
        }
    }

    private int sent() {
        List<TopicPartition> in = Arrays.asList(
            new TopicPartition(prefix + "-in", 0), new TopicPartition(prefix + "-in", 1));
        try (KafkaConsumer<String, Long> consumer =
                new KafkaConsumer<>(common(), new StringDeserializer(), new LongDeserializer())) {
            return consumer.endOffsets(in).values().stream().mapToInt(Long::intValue).sum();
        }
    }

    /** The latest count of each word, once all words are counted. */
    private Map<String, Long> counts() {
        Properties chosen = common();
        chosen.put("isolation.level", "read_committed");
        List<TopicPartition> out = Collections.singletonList(new TopicPartition(prefix + "-out", 0));
        Map<String, Long> counts = new TreeMap<>();
        try (KafkaConsumer<String, Long> consumer =
                new KafkaConsumer<>(chosen, new StringDeserializer(), new LongDeserializer())) {
            consumer.assign(out);
            consumer.seekToBeginning(out);
            long deadline = System.currentTimeMillis() + WAIT_MS;
            while (counts.values().stream().mapToLong(each -> each).sum() < WORDS * rounds) {
                if (System.currentTimeMillis() > deadline) {
                    throw new IllegalStateException("only " + counts);
                }
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    counts.put(record.key(), record.value());
                    System.out.println("{\"step\": \"progress\"}");
                });
            }
        }
        return counts;
    }

    private static void remove(File file) {
        File[] inside = file.listFiles();
        for (File each : inside == null ? new File[0] : inside) {
            remove(each);
        }
        file.delete();
    }
}
