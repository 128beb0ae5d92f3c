package matrix;

import java.util.Collections;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** The offset of the largest timestamp (KIP-734). */
public final class Newest {
    private Newest() {
    }

    public static Long of(Run run, TopicPartition at) throws Exception {
        try (AdminClient admin = Administration.of(run)) {
            return admin.listOffsets(Collections.singletonMap(at, OffsetSpec.maxTimestamp()))
                .partitionResult(at).get().offset();
        }
    }
}
