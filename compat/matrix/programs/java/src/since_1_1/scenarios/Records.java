package matrix.scenarios;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import matrix.Administration;
import matrix.Either;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Records deleted by offset, and how much room a replica takes. */
public final class Records implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        TopicPartition at = new TopicPartition(run.prefix, 0);
        List<TopicPartition> only = Collections.singletonList(at);
        try (AdminClient admin = Administration.of(run)) {
            long low = delete(admin, at, 4);
            Say.step("deleted").with("error", 0).with("low", low).out();
            try (Consumer<String, String> consumer = run.consumer()) {
                Say.step("earliest").with("offset", consumer.beginningOffsets(only).get(at)).out();
            }
            Say.step("values").with("values", Run.values(run.read(only, 6, 0))).out();
            Run.attempt("too-far", () -> delete(admin, at, 100));
            Say.step("directories").with("size", size(admin, at)).out();
        }
    }

    private static long delete(AdminClient admin, TopicPartition at, long offset) throws Exception {
        Map<TopicPartition, RecordsToDelete> wanted =
            Collections.singletonMap(at, RecordsToDelete.beforeOffset(offset));
        return admin.deleteRecords(wanted).lowWatermarks().get(at).get().lowWatermark();
    }

    private static Object size(AdminClient admin, TopicPartition at) throws Exception {
        Integer broker = admin.describeCluster().nodes().get().iterator().next().id();
        Object result = admin.describeLogDirs(Collections.singleton(broker));
        Map<?, ?> brokers = (Map<?, ?>) Either.await(result, "allDescriptions", "all");
        for (Object directory : ((Map<?, ?>) brokers.get(broker)).values()) {
            Object replica = ((Map<?, ?>) part(directory, "replicaInfos")).get(at);
            if (replica != null) {
                return part(replica, "size");
            }
        }
        return null;
    }

    /** A method of newer releases, and a field of older ones. */
    private static Object part(Object whole, String name) throws Exception {
        if (Either.has(whole, name)) {
            return Either.call(whole, name);
        }
        Field field = whole.getClass().getField(name);
        return field.get(whole);
    }
}
