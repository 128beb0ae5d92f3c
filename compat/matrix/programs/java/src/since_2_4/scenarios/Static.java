package matrix.scenarios;

import matrix.Grouped;
import matrix.Member;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;

/** Members with a name of their own, which come back to what they had (KIP-345). */
public final class Static implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        Member a = member(run, "a");
        Member b = member(run, "b");
        new Grouped(run).halves(a, b);
        a.close();
        int before = b.rebalances.get();
        Member again = member(run, "a");
        again.awaitAssigned(2);
        Say.step("returned").with("partitions", again.assigned()).out();
        Thread.sleep(500);
        Say.step("undisturbed").with("rebalances", b.rebalances.get() - before).out();
        Member twin = member(run, "b");
        Say.step("fenced").with("error", Run.code(b.awaitFailure())).out();
        twin.close();
        again.close();
    }

    private static Member member(Run run, String name) throws Exception {
        return Member.of(
            run, name, "group.id", run.prefix, "group.instance.id", run.prefix + "-" + name);
    }
}
