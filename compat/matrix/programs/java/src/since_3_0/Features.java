package matrix;

import org.apache.kafka.clients.admin.AdminClient;

/** The features that the cluster has settled on (KIP-584). */
public final class Features {
    private Features() {
    }

    public static void say(AdminClient admin) throws Exception {
        Say.step("features").with("names",
            admin.describeFeatures().featureMetadata().get().finalizedFeatures().keySet()).out();
    }
}
