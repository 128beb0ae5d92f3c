package matrix.scenarios;

import java.util.ArrayList;
import java.util.List;
import matrix.Administration;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.Node;

/** Who is there. */
public final class Cluster implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        try (AdminClient admin = Administration.of(run)) {
            DescribeClusterResult found = admin.describeCluster();
            List<String> brokers = new ArrayList<>();
            for (Node each : found.nodes().get()) {
                brokers.add(each.host() + ":" + each.port());
            }
            Say.step("brokers").with("brokers", brokers)
                .with("controller", found.controller().get().id()).out();
            Say.step("cluster").with("id", found.clusterId().get()).out();
            more("matrix.Features", "features", "since 2.7", admin);
            more("matrix.Quorum", "quorum", "since 3.3", admin);
        }
    }

    private static void more(String name, String step, String since, AdminClient admin) throws Exception {
        try {
            Class.forName(name).getMethod("say", AdminClient.class).invoke(null, admin);
        } catch (ClassNotFoundException old) {
            Say.absent(step, since);
        }
    }
}
