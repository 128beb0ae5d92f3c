import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/**
 * Asks the assignors of Kafka's consumer. Reads groups, one fact a line, and answers each question
 * with lines and `end`; `clients.py` says what the lines are.
 */
public class ClientAssign {
    private static final int SECONDS_MAX = 60;
    private static Map<Integer, Node> nodes = new HashMap<>();
    private static List<PartitionInfo> partitions = new ArrayList<>();
    private static Map<String, Subscription> members = new HashMap<>();
    private static ConsumerPartitionAssignor leader;

    public static void main(String[] arguments) throws Exception {
        System.setOut(new PrintStream(System.out, false, "UTF-8"));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "leader":
                    leader = assignor(words[1]);
                    break;
                case "node":
                    int id = Integer.parseInt(words[1]);
                    nodes.put(id, new Node(id, "host", 9092, given(words[2]).orElse(null)));
                    break;
                case "partition":
                    addPartition(words);
                    break;
                case "member":
                    Subscription subscription =
                        ConsumerProtocol.deserializeSubscription(bytes(words[3]));
                    subscription.setGroupInstanceId(given(words[2]));
                    members.put(words[1], subscription);
                    break;
                case "assign":
                    answer(assigned());
                    // New ones, as the consumer makes: a table that is cleared stays large.
                    nodes = new HashMap<>();
                    partitions = new ArrayList<>();
                    members = new HashMap<>();
                    break;
                default:
                    answer(subscription(words) + "\n");
            }
        }
    }

    private static ConsumerPartitionAssignor assignor(String name) {
        switch (name) {
            case "range":
                return new RangeAssignor();
            case "roundrobin":
                return new RoundRobinAssignor();
            case "sticky":
                return new StickyAssignor();
            default:
                return new CooperativeStickyAssignor();
        }
    }

    private static void addPartition(String[] words) {
        Node[] replicas = Arrays.stream(words[3].split(","))
            .map(each -> nodes.get(Integer.valueOf(each))).toArray(Node[]::new);
        partitions.add(new PartitionInfo(
            words[1], Integer.parseInt(words[2]), replicas[0], replicas, replicas));
    }

    private static String assigned() {
        Cluster cluster = new Cluster("c", nodes.values(), partitions, Set.of(), Set.of());
        GroupSubscription group = new GroupSubscription(members);
        StringBuilder text = new StringBuilder();
        try {
            inTime(() -> leader.assign(cluster, group)).groupAssignment().forEach(
                (member, each) -> text.append(member).append(' ')
                    .append(hex(ConsumerProtocol.serializeAssignment(each))).append('\n'));
        } catch (ExecutionException failure) {
            return "failed " + failure.getCause().getClass().getSimpleName() + "\n";
        } catch (InterruptedException | TimeoutException failure) {
            return "failed " + failure.getClass().getSimpleName() + "\n";
        }
        return text.toString();
    }

    /** Sticky assignors may move partitions in a circle for ever; then their thread is left alone. */
    private static <T> T inTime(Callable<T> work)
            throws ExecutionException, InterruptedException, TimeoutException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task.get(SECONDS_MAX, TimeUnit.SECONDS);
    }

    @SuppressWarnings("removal")
    private static String subscription(String[] words) {
        ConsumerPartitionAssignor assignor = assignor(words[1]);
        int generation = Integer.parseInt(words[3]);
        List<TopicPartition> owned = List.of();
        if (!words[2].equals("-")) {
            Assignment assignment = ConsumerProtocol.deserializeAssignment(bytes(words[2]));
            owned = assignment.partitions();
            assignor.onAssignment(
                assignment, new ConsumerGroupMetadata("g", generation, "m", Optional.empty()));
        }
        List<String> topics = Arrays.asList(words[5].split(","));
        Subscription subscription = new Subscription(
            topics, assignor.subscriptionUserData(new TreeSet<>(topics)), owned, generation,
            given(words[4]));
        return hex(ConsumerProtocol.serializeSubscription(subscription));
    }

    private static Optional<String> given(String word) {
        return word.equals("-") ? Optional.empty() : Optional.of(word);
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    private static String hex(ByteBuffer bytes) {
        return HexFormat.of().formatHex(Utils.toArray(bytes));
    }

    private static void answer(String lines) {
        System.out.print(lines + "end\n");
        System.out.flush();
    }
}
