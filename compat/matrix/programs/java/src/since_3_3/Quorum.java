package matrix;

import org.apache.kafka.clients.admin.AdminClient;

/** Who leads the metadata log (KIP-836). */
public final class Quorum {
    private Quorum() {
    }

    public static void say(AdminClient admin) throws Exception {
        Say.step("quorum").with("leader", admin.describeMetadataQuorum().quorumInfo().get().leaderId()).out();
    }
}
