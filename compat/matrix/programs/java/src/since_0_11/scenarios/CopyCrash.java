package matrix.scenarios;

import matrix.CopyJob;
import matrix.Run;
import matrix.Scenario;

/** An exactly-once copy that is killed in the middle, and started again. */
public final class CopyCrash implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        new CopyJob(run, 400, 0).run();
    }
}
