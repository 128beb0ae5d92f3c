package matrix;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** Configurations changed one by one (KIP-339). */
public final class Incremental {
    private Incremental() {
    }

    public static Object set(AdminClient admin, ConfigResource resource, ConfigEntry entry)
            throws Exception {
        return alter(admin, resource, new AlterConfigOp(entry, AlterConfigOp.OpType.SET));
    }

    public static Object remove(AdminClient admin, ConfigResource resource, String name)
            throws Exception {
        ConfigEntry entry = new ConfigEntry(name, "");
        return alter(admin, resource, new AlterConfigOp(entry, AlterConfigOp.OpType.DELETE));
    }

    private static Object alter(AdminClient admin, ConfigResource resource, AlterConfigOp change)
            throws Exception {
        Map<ConfigResource, Collection<AlterConfigOp>> all =
            Collections.singletonMap(resource, Collections.singleton(change));
        return admin.incrementalAlterConfigs(all).all().get();
    }
}
