package matrix.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A producer that numbers what it sends. */
public final class Idempotent implements Scenario {
    private static final int COUNT = 100;

    @Override
    public void run(Run run) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (Producer<String, String> producer = run.producer("enable.idempotence", "true")) {
            for (int number = 0; number < COUNT; number++) {
                sent.add(producer.send(Run.record(run.prefix, number % 2, number)));
            }
            for (int number = 0; number < COUNT; number++) {
                RecordMetadata at = sent.get(number).get();
                Say.step("sent").with("partition", at.partition()).with("offset", at.offset())
                    .with("value", "v" + number).out();
            }
        }
        for (ConsumerRecord<String, String> record :
                run.read(Run.partitions(run.prefix, 2), COUNT, 0)) {
            Run.say(record).out();
        }
    }
}
