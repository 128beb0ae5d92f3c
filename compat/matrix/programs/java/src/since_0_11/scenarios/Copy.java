package matrix.scenarios;

import matrix.CopyJob;
import matrix.Run;
import matrix.Scenario;

/** An exactly-once copy, with aborts. */
public final class Copy implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        new CopyJob(run, 200, 3).run();
    }
}
