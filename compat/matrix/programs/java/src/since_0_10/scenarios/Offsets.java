package matrix.scenarios;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import matrix.Either;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Offsets by time and by name, and those that are committed without a membership. */
public final class Offsets implements Scenario {
    private static final int COUNT = 10;

    @Override
    public void run(Run run) throws Exception {
        TopicPartition at = new TopicPartition(run.prefix, 0);
        List<TopicPartition> only = Collections.singletonList(at);
        try (Producer<String, String> producer = run.producer()) {
            for (int number = 0; number < COUNT; number++) {
                long time = Run.TIME_MS + 1000L * number;
                producer.send(new ProducerRecord<>(run.prefix, 0, time, "k" + number, "v" + number)).get();
            }
        }
        try (Consumer<String, String> consumer = run.consumer("group.id", run.prefix)) {
            say("earliest", consumer.beginningOffsets(only).get(at));
            say("latest", consumer.endOffsets(only).get(at));
            say("at", forTime(consumer, at, Run.TIME_MS + 4500));
            say("past", forTime(consumer, at, Run.TIME_MS + 100_000));
            newest(run, at);
            OffsetAndMetadata fresh = Either.committed(consumer, at);
            Say.step("fresh").with("error", 0).with("offset", fresh == null ? null : fresh.offset()).out();
            consumer.assign(only);
            Say.step("values").with("values", Run.values(Run.poll(consumer, COUNT, 0))).out();
            consumer.commitSync(Collections.singletonMap(at, new OffsetAndMetadata(7, "note")));
        }
        try (Consumer<String, String> consumer = run.consumer("group.id", run.prefix)) {
            OffsetAndMetadata committed = Either.committed(consumer, at);
            Say.step("committed").with("offset", committed.offset()).with("metadata", committed.metadata()).out();
        }
    }

    private static void say(String step, Long offset) {
        Say.step(step).with("offset", offset).out();
    }

    private static Long forTime(Consumer<String, String> consumer, TopicPartition at, long time) {
        Map<TopicPartition, OffsetAndTimestamp> found =
            consumer.offsetsForTimes(Collections.singletonMap(at, time));
        return found.get(at) == null ? null : found.get(at).offset();
    }

    /** By administration, where this release has it. */
    private static void newest(Run run, TopicPartition at) throws Exception {
        try {
            Class<?> admin = Class.forName("matrix.Newest");
            say("newest", (Long) admin.getMethod("of", Run.class, TopicPartition.class).invoke(null, run, at));
        } catch (ClassNotFoundException absent) {
            Say.absent("newest", "since 3.0");
        }
    }
}
