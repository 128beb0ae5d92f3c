package matrix.scenarios;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import matrix.Either;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.producer.Producer;

/** Of two producers with one transactional id the older one is shut out. */
public final class Fencing implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        Producer<String, String> first = run.producer("transactional.id", run.prefix);
        first.initTransactions();
        first.beginTransaction();
        first.send(Run.record(run.prefix, 0, 0));
        first.flush();
        try (Producer<String, String> second = run.producer("transactional.id", run.prefix)) {
            Run.attempt("second", () -> {
                second.initTransactions();
                second.beginTransaction();
                second.send(Run.record(run.prefix, 0, 1));
                second.commitTransaction();
                return null;
            });
        }
        Run.attempt("first", () -> {
            first.send(Run.record(run.prefix, 0, 2)).get();
            first.commitTransaction();
            return null;
        });
        Say.step("values").with("values", Run.values(run.read(
            Run.partitions(run.prefix, 1), 1, 500, "isolation.level", "read_committed"))).out();
        if (Either.has(first, "close", Duration.class)) {
            Either.call(first, "close", Duration.ZERO);
        } else {
            Either.call(first, "close", 0L, TimeUnit.SECONDS);
        }
    }
}
