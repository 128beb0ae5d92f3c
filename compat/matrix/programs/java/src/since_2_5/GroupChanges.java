package matrix;

import java.util.Collections;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Groups changed by administration (KIP-396, KIP-345). */
public final class GroupChanges {
    private GroupChanges() {
    }

    public static void busy(AdminClient admin, String group) {
        Run.attempt("alter-busy", () -> alter(admin, group, 1));
    }

    public static void unknownMember(AdminClient admin, String group) {
        MemberToRemove member = new MemberToRemove(group + "-none");
        RemoveMembersFromConsumerGroupOptions only =
            new RemoveMembersFromConsumerGroupOptions(Collections.singleton(member));
        Run.attempt("remove-unknown", () ->
            admin.removeMembersFromConsumerGroup(group, only).memberResult(member).get());
    }

    public static void altered(AdminClient admin, String group) throws Exception {
        Object error = Run.error(() -> alter(admin, group, 3));
        Map<TopicPartition, OffsetAndMetadata> found =
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
        long offset = found.get(new TopicPartition(group, 0)).offset();
        Say.step("altered").with("error", error).with("offset", offset).out();
    }

    /** The topic has the name of the group. */
    private static Object alter(AdminClient admin, String group, long offset) throws Exception {
        TopicPartition at = new TopicPartition(group, 0);
        return admin.alterConsumerGroupOffsets(
            group, Collections.singletonMap(at, new OffsetAndMetadata(offset))).all().get();
    }
}
