package matrix.scenarios;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/** Every codec that this release knows, there and back. */
public final class Codecs implements Scenario {
    private static final int COUNT = 20;

    @Override
    public void run(Run run) throws Exception {
        List<String> known = new ArrayList<>();
        for (String codec : Arrays.asList("none", "gzip", "snappy", "lz4", "zstd")) {
            try (Producer<String, String> producer =
                    run.producer("compression.type", codec, "acks", "all", "linger.ms", "20")) {
                List<Future<?>> sent = new ArrayList<>();
                for (int number = 0; number < COUNT; number++) {
                    sent.add(producer.send(Run.record(run.prefix + "-" + codec, 0, number)));
                }
                for (Future<?> each : sent) {
                    each.get();
                }
                known.add(codec);
                Say.step("codec").with("codec", codec).out();
            } catch (KafkaException | IllegalArgumentException unknown) {
                if (!codec.equals("zstd")) {
                    throw unknown;
                }
                Say.step("codec").with("codec", codec).with("absent", "since 2.1").out();
            }
        }
        for (String codec : known) {
            for (ConsumerRecord<String, String> record :
                    run.read(Run.partitions(run.prefix + "-" + codec, 1), COUNT, 0)) {
                Run.say(record).with("codec", codec).out();
            }
        }
    }
}
