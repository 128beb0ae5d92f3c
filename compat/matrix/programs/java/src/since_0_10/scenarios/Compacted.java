package matrix.scenarios;

import matrix.Run;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A compacted topic takes no record without a key. */
public final class Compacted implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        String topic = run.prefix;
        try (Producer<String, String> producer = run.producer()) {
            Run.attempt("keyed", () -> producer.send(Run.record(topic, 0, 0)).get());
            Run.attempt("keyless", () ->
                producer.send(new ProducerRecord<>(topic, 0, null, "v1")).get());
            Run.attempt("tombstone", () ->
                producer.send(new ProducerRecord<>(topic, 0, "k2", null)).get());
        }
        for (ConsumerRecord<String, String> record : run.read(Run.partitions(topic, 1), 2, 0)) {
            Run.say(record).out();
        }
    }
}
