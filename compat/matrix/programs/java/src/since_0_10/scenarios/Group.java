package matrix.scenarios;

import matrix.Grouped;
import matrix.Run;
import matrix.Scenario;

/** A classic group with this release's own default assignor. */
public final class Group implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        new Grouped(run).run();
    }
}
