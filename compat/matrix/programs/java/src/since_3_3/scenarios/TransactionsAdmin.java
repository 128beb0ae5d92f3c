package matrix.scenarios;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import matrix.Administration;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** An open transaction as administrators see it, until they end it (KIP-664). */
public final class TransactionsAdmin implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        TopicPartition at = new TopicPartition(run.prefix, 0);
        Producer<String, String> producer = run.producer("transactional.id", run.prefix);
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(Run.record(run.prefix, 0, 0));
        producer.flush();
        try (AdminClient admin = Administration.of(run)) {
            list(admin, run.prefix);
            describe(admin, run.prefix);
            int producers = admin.describeProducers(Collections.singleton(at))
                .partitionResult(at).get().activeProducers().size();
            Say.step("producers").with("producers", producers).out();
            Run.attempt("fenced", () ->
                admin.fenceProducers(Collections.singleton(run.prefix)).all().get());
            Run.attempt("after", () -> {
                producer.send(Run.record(run.prefix, 0, 1)).get();
                producer.commitTransaction();
                return null;
            });
            Run.attempt("unknown", () -> described(admin, run.prefix + "-none"));
        }
        producer.close(Duration.ZERO);
    }

    private static void list(AdminClient admin, String id) throws Exception {
        String state = null;
        for (TransactionListing each : admin.listTransactions().all().get()) {
            state = each.transactionalId().equals(id) ? each.state().toString() : state;
        }
        Say.step("listed").with("has", state != null).with("state", state).out();
    }

    private static TransactionDescription described(AdminClient admin, String id) throws Exception {
        return admin.describeTransactions(Collections.singleton(id)).description(id).get();
    }

    private static void describe(AdminClient admin, String id) throws Exception {
        TransactionDescription found = described(admin, id);
        List<String> partitions = new ArrayList<>();
        found.topicPartitions().forEach(each -> partitions.add(each.toString()));
        Say.step("described").with("state", found.state()).with("partitions", partitions).out();
    }
}
