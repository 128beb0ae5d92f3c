package matrix.scenarios;

import matrix.Grouped;
import matrix.Member;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.producer.Producer;

/** A group goes over to the protocol of KIP-848 while it runs, and back. */
public final class Conversion implements Scenario {
    private static final int PARTITIONS = 4;

    @Override
    public void run(Run run) throws Exception {
        Grouped classic = new Grouped(run);
        Grouped consumer = new Grouped(run, "group.protocol", "consumer");
        Member a = classic.reading();
        a.ask(each -> {
            each.commitSync();
            return null;
        });
        Member b = consumer.member("b");
        classic.halves(a, b);
        a.close();
        b.awaitAssigned(PARTITIONS);
        b.sayAssigned();
        Member c = classic.member("c");
        classic.halves(b, c);
        b.close();
        c.awaitAssigned(PARTITIONS);
        c.sayAssigned();
        try (Producer<String, String> producer = run.producer()) {
            for (int number = 40; number < 40 + PARTITIONS; number++) {
                producer.send(Run.record(run.prefix, number - 40, number)).get();
            }
        }
        Say.step("resumed").with("values", c.values(PARTITIONS, 500)).out();
        c.close();
    }
}
