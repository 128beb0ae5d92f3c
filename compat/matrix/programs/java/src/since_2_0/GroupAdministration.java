package matrix;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A group as administrators see it, with a member and without. */
public final class GroupAdministration {
    private GroupAdministration() {
    }

    /** Settings are those of the member, besides the group's id. */
    public static void run(Run run, String... settings) throws Exception {
        Member member = new Grouped(run, settings).member("a");
        member.awaitAssigned(2);
        member.values(20, 0);
        member.ask(consumer -> {
            consumer.commitSync();
            return null;
        });
        try (AdminClient admin = Administration.of(run)) {
            boolean has = admin.listConsumerGroups().all().get().stream()
                .anyMatch(each -> each.groupId().equals(run.prefix));
            Say.step("listed").with("has", has).out();
            describe(admin, run.prefix);
            Say.step("committed").with("offsets", offsets(admin, run.prefix)).out();
            Run.attempt("busy", () -> delete(admin, run.prefix));
            more(admin, run, "busy", "alter-busy", "since 2.5");
            more(admin, run, "unknownMember", "remove-unknown", "since 2.5");
            member.close();
            Run.until("empty", () -> state(admin, run.prefix).equals("Empty"));
            more(admin, run, "altered", "altered", "since 2.5");
            Say.step("emptied").with("state", state(admin, run.prefix)).out();
            Run.attempt("deleted", () -> delete(admin, run.prefix));
            Run.attempt("unknown", () -> delete(admin, run.prefix + "-none"));
            dead(admin, run.prefix + "-none");
        }
    }

    private static void more(AdminClient admin, Run run, String method, String step, String since)
            throws Exception {
        try {
            Class.forName("matrix.GroupChanges").getMethod(method, AdminClient.class, String.class)
                .invoke(null, admin, run.prefix);
        } catch (ClassNotFoundException old) {
            Say.absent(step, since);
        }
    }

    private static ConsumerGroupDescription described(AdminClient admin, String group) throws Exception {
        return admin.describeConsumerGroups(Collections.singleton(group)).all().get().get(group);
    }

    private static void describe(AdminClient admin, String group) throws Exception {
        ConsumerGroupDescription found = described(admin, group);
        int partitions = found.members().stream()
            .mapToInt(each -> each.assignment().topicPartitions().size()).sum();
        Say.step("described").with("state", state(admin, group)).with("members", found.members().size())
            .with("partitions", partitions).out();
    }

    private static String state(AdminClient admin, String group) throws Exception {
        return Either.first(described(admin, group), "groupState", "state").toString();
    }

    private static Map<String, Object> offsets(AdminClient admin, String group) throws Exception {
        Map<String, Object> found = new TreeMap<>();
        for (Map.Entry<TopicPartition, OffsetAndMetadata> each : admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata().get().entrySet()) {
            found.put(Integer.toString(each.getKey().partition()), each.getValue().offset());
        }
        return found;
    }

    private static Object delete(AdminClient admin, String group) throws Exception {
        return admin.deleteConsumerGroups(Collections.singleton(group)).all().get();
    }

    private static void dead(AdminClient admin, String group) {
        String[] state = new String[1];
        Object error = Run.error(() -> state[0] = state(admin, group));
        Say.step("dead").with("state", state[0]).with("error", error).out();
    }
}
