package matrix.scenarios;

import matrix.Grouped;
import matrix.Member;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.SubscriptionPattern;

/** A group whose assignments the broker makes (KIP-848). */
public final class ConsumerProtocol implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        new Grouped(run, "group.protocol", "consumer").run();
        Member member = new Member(run, "re", consumer -> {
            consumer.subscribe(new SubscriptionPattern(run.prefix + ".*"));
            return null;
        }, "group.id", run.prefix + "-re", "group.protocol", "consumer").start();
        member.awaitAssigned(4);
        Say.step("pattern").with("partitions", member.assigned()).out();
        member.close();
    }
}
