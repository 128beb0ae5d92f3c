import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupTargetAssignmentMemberValue;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;
import org.apache.kafka.coordinator.group.modern.TopicIds;

/**
 * Asks Kafka's own assignors. Reads groups, one fact a line, and answers each with its targets, in
 * the order in which Kafka would write them into records; `assigning.py` says what the lines are.
 */
public class Assign {
    private static Map<String, Uuid> ids = new HashMap<>();
    private static Map<Uuid, Integer> counts = new HashMap<>();
    private static Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
    private static Map<Uuid, Map<Integer, String>> owners = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("topic")) {
                ids.put(words[1], id(words[2]));
                counts.put(id(words[2]), Integer.valueOf(words[3]));
            } else if (words[0].equals("member")) {
                addMember(words);
            } else {
                answer(words);
                ids = new HashMap<>();
                counts = new HashMap<>();
                members = new HashMap<>();
                owners = new HashMap<>();
            }
        }
    }

    private static Uuid id(String hex) {
        long high = Long.parseUnsignedLong(hex.substring(0, 16), 16);
        return new Uuid(high, Long.parseUnsignedLong(hex.substring(16), 16));
    }

    private static String hex(Uuid id) {
        return String.format(
            "%016x%016x", id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static void addMember(String[] words) {
        Optional<String> instance =
            words[2].equals("-") ? Optional.empty() : Optional.of(words[2]);
        List<String> names =
            words[3].equals("-") ? List.of() : Arrays.asList(words[3].split(","));
        Assignment target = Assignment.fromRecord(record(words[4], words[1]));
        members.put(words[1], new MemberSubscriptionAndAssignmentImpl(
            Optional.empty(), instance, new TopicIds(new HashSet<>(names), RESOLVER), target));
    }

    private static ConsumerGroupTargetAssignmentMemberValue record(String target, String member) {
        ConsumerGroupTargetAssignmentMemberValue record =
            new ConsumerGroupTargetAssignmentMemberValue();
        if (target.equals("-"))
            return record;
        for (String topic : target.split(";")) {
            String[] parts = topic.split(":");
            List<Integer> partitions = Arrays.stream(parts[1].split("\\."))
                .map(Integer::valueOf).collect(Collectors.toList());
            record.topicPartitions().add(
                new ConsumerGroupTargetAssignmentMemberValue.TopicPartition()
                    .setTopicId(id(parts[0])).setPartitions(partitions));
            for (int partition : partitions)
                owners.computeIfAbsent(id(parts[0]), k -> new HashMap<>()).put(partition, member);
        }
        return record;
    }

    private static void answer(String[] words) throws Exception {
        ConsumerGroupPartitionAssignor assignor =
            words[1].equals("range") ? new RangeAssignor() : new UniformAssignor();
        SubscriptionType type = words[2].equals("alike")
            ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
        var answer = assignor.assign(new GroupSpecImpl(members, type, owners), TOPICS).members();
        StringBuilder text = new StringBuilder();
        for (String member : members.keySet()) {
            Map<Uuid, Set<Integer>> target = answer.containsKey(member)
                ? answer.get(member).partitions() : Map.of();
            text.append(member).append(' ').append(target.isEmpty() ? "-" : target.entrySet()
                .stream().map(e -> hex(e.getKey()) + ":" + e.getValue().stream()
                    .map(String::valueOf).collect(Collectors.joining(".")))
                .collect(Collectors.joining(";"))).append('\n');
        }
        System.out.print(text.append("end\n"));
        System.out.flush();
    }

    private static final TopicIds.TopicResolver RESOLVER = new TopicIds.TopicResolver() {
        public CoordinatorMetadataImage image() {
            return CoordinatorMetadataImage.EMPTY;
        }

        public String name(Uuid id) {
            return ids.entrySet().stream().filter(e -> e.getValue().equals(id))
                .map(Map.Entry::getKey).findFirst().orElse(null);
        }

        public Uuid id(String name) {
            return ids.get(name);
        }

        public void clear() {
        }
    };

    private static final SubscribedTopicDescriber TOPICS = new SubscribedTopicDescriber() {
        public int numPartitions(Uuid id) {
            return counts.getOrDefault(id, -1);
        }

        public Set<String> racksForPartition(Uuid id, int partition) {
            return Set.of();
        }
    };
}
