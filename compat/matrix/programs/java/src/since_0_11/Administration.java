package matrix;

import java.util.Collections;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;

/** What several scenarios ask an administrator for. */
public final class Administration {
    private Administration() {
    }

    public static AdminClient of(Run run) {
        return AdminClient.create(run.properties());
    }

    public static Void create(
            AdminClient admin, String name, int partitions, int replicas, Map<String, String> configs)
            throws Exception {
        NewTopic topic = new NewTopic(name, partitions, (short) replicas).configs(configs);
        return admin.createTopics(Collections.singleton(topic)).all().get();
    }

    public static boolean has(AdminClient admin, String topic) throws Exception {
        return admin.listTopics().names().get().contains(topic);
    }

    public static TopicDescription describe(AdminClient admin, String topic) throws Exception {
        Object found = Either.await(
            admin.describeTopics(Collections.singleton(topic)), "allTopicNames", "all");
        return (TopicDescription) ((Map<?, ?>) found).get(topic);
    }

    public static ConfigResource topic(String name) {
        return new ConfigResource(ConfigResource.Type.TOPIC, name);
    }

    public static String config(AdminClient admin, ConfigResource resource, String name)
            throws Exception {
        Config found = admin.describeConfigs(Collections.singleton(resource)).all().get().get(resource);
        ConfigEntry entry = found.get(name);
        return entry == null ? null : entry.value();
    }
}
