package matrix.scenarios;

import java.util.Collections;
import java.util.Map;
import matrix.Administration;
import matrix.Run;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The errors that users meet most. */
public final class Errors implements Scenario {
    private static final Map<String, String> NONE = Collections.emptyMap();

    @Override
    public void run(Run run) throws Exception {
        String other = run.prefix + "-b";
        String unknown = run.prefix + "-none";
        try (AdminClient admin = Administration.of(run)) {
            Run.attempt("invalid-name", () -> Administration.create(admin, "bad name!", 1, 1, NONE));
            Run.attempt("no-partitions", () -> Administration.create(admin, other, 0, 1, NONE));
            Run.attempt("too-many-replicas", () -> Administration.create(admin, other, 1, 3, NONE));
            Run.attempt("bad-value", () -> Administration.create(
                admin, other, 1, 1, Collections.singletonMap("cleanup.policy", "nonsense")));
            Run.attempt("bad-name", () -> Administration.create(
                admin, other, 1, 1, Collections.singletonMap("no.such.config", "1")));
            Run.attempt("delete-unknown", () ->
                admin.deleteTopics(Collections.singleton(unknown)).all().get());
            Run.attempt("describe-unknown", () -> Administration.describe(admin, unknown));
        }
        String large = new String(new char[2_000_000]).replace('\0', 'x');
        try (Producer<String, String> producer = run.producer("max.request.size", "3000000")) {
            Run.attempt("too-large", () ->
                producer.send(new ProducerRecord<>(run.prefix, large)).get());
        }
    }
}
