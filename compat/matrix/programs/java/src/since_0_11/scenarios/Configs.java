package matrix.scenarios;

import java.util.Collections;
import java.util.concurrent.Future;
import matrix.Administration;
import matrix.Either;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** Configurations as they are, set, set back, and refused. */
public final class Configs implements Scenario {
    private static final String NAME = "retention.ms";
    private static final String WANTED = "3600000";
    private static final String DEFAULT = "604800000";

    @Override
    public void run(Run run) throws Exception {
        ConfigResource topic = Administration.topic(run.prefix);
        try (AdminClient admin = Administration.of(run)) {
            String found = Administration.config(admin, topic, NAME);
            Say.step("described").with("retention", found).out();
            Object error = Run.error(() -> set(admin, topic, WANTED));
            say("altered", error, admin, topic, WANTED);
            error = Run.error(() -> remove(admin, topic));
            say("removed", error, admin, topic, DEFAULT);
            Run.attempt("bad-value", () -> set(admin, topic, "soon"));
            Run.attempt("unknown", () ->
                Administration.config(admin, Administration.topic(run.prefix + "-none"), NAME));
            String broker = admin.describeCluster().nodes().get().iterator().next().idString();
            ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
            Say.step("broker").with("value", Administration.config(admin, resource, "log.retention.hours")).out();
        }
    }

    private static void say(
            String step, Object error, AdminClient admin, ConfigResource topic, String expected)
            throws Exception {
        Run.until(step, () -> expected.equals(Administration.config(admin, topic, NAME)));
        Say.step(step).with("error", error).with("retention", expected).out();
    }

    private static Object set(AdminClient admin, ConfigResource topic, String value) throws Exception {
        ConfigEntry entry = new ConfigEntry(NAME, value);
        try {
            return Class.forName("matrix.Incremental")
                .getMethod("set", AdminClient.class, ConfigResource.class, ConfigEntry.class)
                .invoke(null, admin, topic, entry);
        } catch (ClassNotFoundException old) {
            return replace(admin, topic, new Config(Collections.singleton(entry)));
        }
    }

    private static Object remove(AdminClient admin, ConfigResource topic) throws Exception {
        try {
            return Class.forName("matrix.Incremental")
                .getMethod("remove", AdminClient.class, ConfigResource.class, String.class)
                .invoke(null, admin, topic, NAME);
        } catch (ClassNotFoundException old) {
            return replace(admin, topic, new Config(Collections.emptySet()));
        }
    }

    /** The older way: what is not named goes back to its default. */
    private static Object replace(AdminClient admin, ConfigResource topic, Config all) throws Exception {
        Object result = Either.call(admin, "alterConfigs", Collections.singletonMap(topic, all));
        return ((Future<?>) Either.call(result, "all")).get();
    }
}
