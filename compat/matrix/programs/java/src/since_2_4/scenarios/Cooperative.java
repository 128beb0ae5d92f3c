package matrix.scenarios;

import matrix.Grouped;
import matrix.Member;
import matrix.Run;
import matrix.Scenario;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;

/** Members give up only what moves (KIP-429). */
public final class Cooperative implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        Grouped group = new Grouped(
            run, "partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        Member a = group.reading();
        Member b = group.member("b");
        group.halves(a, b);
        b.close();
        a.close();
    }
}
