package matrix.scenarios;

import matrix.GroupAdministration;
import matrix.Run;
import matrix.Scenario;

/** A classic group as administrators see it, with a member and without. */
public final class Groups implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        GroupAdministration.run(run);
    }
}
