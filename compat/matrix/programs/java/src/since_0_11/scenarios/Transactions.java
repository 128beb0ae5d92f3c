package matrix.scenarios;

import java.util.List;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** What readers of both kinds see of a committed, an aborted and an open transaction. */
public final class Transactions implements Scenario {
    private static final String[] COMMITTED = {"isolation.level", "read_committed"};

    @Override
    public void run(Run run) throws Exception {
        List<TopicPartition> all = Run.partitions(run.prefix, 2);
        try (Producer<String, String> producer = run.producer("transactional.id", run.prefix)) {
            producer.initTransactions();
            send(run, producer, 0);
            producer.commitTransaction();
            send(run, producer, 10);
            producer.flush();
            producer.abortTransaction();
            send(run, producer, 20);
            producer.flush();
            say("while-open", run, all, 10, 500, COMMITTED);
            say("uncommitted", run, all, 30, 0);
            producer.commitTransaction();
            say("after", run, all, 20, 500, COMMITTED);
        }
    }

    private static void send(Run run, Producer<String, String> producer, int from) throws Exception {
        producer.beginTransaction();
        for (int number = from; number < from + 10; number++) {
            producer.send(Run.record(run.prefix, number % 2, number));
        }
    }

    private static void say(
            String step, Run run, List<TopicPartition> from, int count, long more, String... how)
            throws Exception {
        Say.step(step).with("values", Run.values(run.read(from, count, more, how))).out();
    }
}
