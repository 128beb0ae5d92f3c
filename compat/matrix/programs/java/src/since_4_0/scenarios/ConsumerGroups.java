package matrix.scenarios;

import matrix.GroupAdministration;
import matrix.Run;
import matrix.Scenario;

/** A group of KIP-848 as administrators see it, with a member and without. */
public final class ConsumerGroups implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        GroupAdministration.run(run, "group.protocol", "consumer");
    }
}
