package matrix;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Copies PREFIX-in to PREFIX-out exactly once: what was read is committed with what was written. */
public final class CopyJob {
    private static final int PROGRESS = 10;
    private static final long MARKER_MS = 5_000;

    private final Run run;
    private final int total;
    /** Every so many transactions one is aborted; 0 for none. */
    private final int abortEvery;
    private final List<TopicPartition> from;
    private int transactions;
    private int copied;

    public CopyJob(Run run, int total, int abortEvery) {
        this.run = run;
        this.total = total;
        this.abortEvery = abortEvery;
        from = Run.partitions(run.prefix + "-in", 2);
    }

    public void run() throws Exception {
        try (Producer<String, String> producer = run.producer("transactional.id", run.prefix);
                Consumer<String, String> consumer = run.consumer(
                    "group.id", run.prefix, "isolation.level", "read_committed",
                    "max.poll.records", "20", "session.timeout.ms", "6000")) {
            producer.initTransactions();
            consumer.subscribe(Collections.singleton(run.prefix + "-in"));
            while (!isDone(consumer)) {
                ConsumerRecords<String, String> records = Either.poll(consumer, 200);
                if (!records.isEmpty()) {
                    copy(producer, consumer, records);
                }
            }
        }
        List<TopicPartition> out = Run.partitions(run.prefix + "-out", 1);
        Say.step("output").with("values", Run.values(
            run.read(out, total, 500, "isolation.level", "read_committed"))).out();
        sayOffsets();
    }

    /** The group's offsets, once the marker of the last transaction has reached them. */
    private void sayOffsets() throws Exception {
        try (Consumer<String, String> consumer = run.consumer("group.id", run.prefix)) {
            long end = System.currentTimeMillis() + MARKER_MS;
            Map<String, Object> offsets = Run.committed(consumer, from);
            while (sum(offsets) < total && System.currentTimeMillis() < end) {
                offsets = Run.committed(consumer, from);
            }
            Say.step("offsets").with("offsets", offsets).out();
        }
    }

    private static long sum(Map<String, Object> offsets) {
        return offsets.values().stream().mapToLong(each -> (Long) each).sum();
    }

    private boolean isDone(Consumer<String, String> consumer) throws Exception {
        if (consumer.assignment().size() < from.size()) {
            return false;
        }
        for (TopicPartition each : from) {
            if (consumer.position(each) < total / from.size()) {
                return false;
            }
        }
        return true;
    }

    private void copy(
            Producer<String, String> producer,
            Consumer<String, String> consumer,
            ConsumerRecords<String, String> records) throws Exception {
        Map<TopicPartition, Long> starts = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        producer.beginTransaction();
        for (ConsumerRecord<String, String> record : records) {
            TopicPartition at = new TopicPartition(record.topic(), record.partition());
            starts.putIfAbsent(at, record.offset());
            ends.put(at, new OffsetAndMetadata(record.offset() + 1));
            producer.send(new ProducerRecord<>(run.prefix + "-out", record.key(), record.value()));
            if (++copied % PROGRESS == 0) {
                producer.flush();
                Say.step("progress").out();
            }
        }
        Either.sendOffsets(producer, ends, consumer, run.prefix);
        if (abortEvery > 0 && ++transactions % abortEvery == 0) {
            producer.abortTransaction();
            starts.forEach(consumer::seek);
            Say.step("aborted").out();
        } else {
            producer.commitTransaction();
        }
    }
}
