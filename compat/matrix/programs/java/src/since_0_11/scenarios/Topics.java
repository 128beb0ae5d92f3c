package matrix.scenarios;

import java.util.Collections;
import java.util.concurrent.Future;
import matrix.Administration;
import matrix.Either;
import matrix.Run;
import matrix.Say;
import matrix.Scenario;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.TopicDescription;

/** The life of a topic. */
public final class Topics implements Scenario {
    @Override
    public void run(Run run) throws Exception {
        String topic = run.prefix + "-a";
        try (AdminClient admin = Administration.of(run)) {
            Run.attempt("created", () -> create(admin, topic));
            Run.attempt("again", () -> create(admin, topic));
            Run.until("listed", () -> Administration.has(admin, topic));
            Say.step("listed").with("has", true).out();
            describe(admin, topic);
            if (Either.has(admin, "createPartitions", java.util.Map.class)) {
                grow(admin, topic);
            } else {
                Say.absent("grown", "since 1.0");
                Say.absent("shrunk", "since 1.0");
            }
            Run.attempt("deleted", () -> admin.deleteTopics(Collections.singleton(topic)).all().get());
            Run.until("gone", () -> !Administration.has(admin, topic));
            Say.step("gone").with("has", false).out();
        }
    }

    private static Void create(AdminClient admin, String topic) throws Exception {
        return Administration.create(
            admin, topic, 3, 1, Collections.singletonMap("retention.ms", "86400000"));
    }

    private static void describe(AdminClient admin, String topic) throws Exception {
        TopicDescription found = Administration.describe(admin, topic);
        long leaders = found.partitions().stream()
            .filter(each -> each.leader() != null && each.leader().id() >= 0).count();
        Say.step("described").with("partitions", found.partitions().size()).with("leaders", leaders).out();
    }

    private static void grow(AdminClient admin, String topic) throws Exception {
        Object error = Run.error(() -> partitions(admin, topic, 5));
        Run.until("grown", () -> Administration.describe(admin, topic).partitions().size() == 5);
        Say.step("grown").with("error", error).with("partitions", 5).out();
        Run.attempt("shrunk", () -> partitions(admin, topic, 2));
    }

    private static Object partitions(AdminClient admin, String topic, int count) throws Exception {
        Object wanted = Class.forName("org.apache.kafka.clients.admin.NewPartitions")
            .getMethod("increaseTo", int.class).invoke(null, count);
        Object result = Either.call(admin, "createPartitions", Collections.singletonMap(topic, wanted));
        return ((Future<?>) Either.call(result, "all")).get();
    }
}
