package matrix;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Apache Kafka's own command line tools, each in a process of its own: Tools BOOTSTRAP SCENARIO PREFIX. */
public final class Tools {
    private static final int ABSENT = 3;
    private static final long WAIT_SECONDS = 60;
    private static final String PACKAGE = "org.apache.kafka.tools.";
    private static final String GROUPS = "consumer.group.ConsumerGroupCommand";
    private static final String REASSIGN = "reassign.ReassignPartitionsCommand";
    private static final String CONFIG = "kafka.admin.ConfigCommand";
    private static final String[] JVM = {
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m",
        "-cp", System.getProperty("java.class.path"),
    };

    private final String bootstrap;
    private final String prefix;

    private Tools(String bootstrap, String prefix) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
    }

    public static void main(String[] arguments) throws Exception {
        Tools tools = new Tools(arguments[0], arguments[2]);
        switch (arguments[1]) {
            case "tools-topics": tools.topics(); break;
            case "tools-groups": tools.groups(); break;
            case "tools-configs": tools.configs(); break;
            case "tools-transactions": tools.transactions(); break;
            case "tools-cluster": tools.cluster(); break;
            default:
                System.out.println("{\"step\": \"absent\", \"reason\": \"no tool for it\"}");
                System.exit(ABSENT);
        }
    }

    private void topics() throws Exception {
        String name = prefix + "-a";
        run("created", "TopicCommand", "--create", "--topic", name, "--partitions", "3");
        run("grown", "TopicCommand", "--alter", "--topic", name, "--partitions", "5");
        run("described", "TopicCommand", "--describe", "--topic", name);
        Path wanted = written("{\"version\": 1, \"partitions\": "
            + "[{\"topic\": \"" + name + "\", \"partition\": 0, \"replicas\": [1]}]}");
        String file = "--reassignment-json-file";
        run("reassigned", REASSIGN, file, wanted.toString(), "--execute");
        run("verified", REASSIGN, file, wanted.toString(), "--verify");
        run("elected", "LeaderElectionCommand",
            "--election-type", "preferred", "--topic", name, "--partition", "0");
        run("deleted", "TopicCommand", "--delete", "--topic", name);
        Files.delete(wanted);
    }

    private void groups() throws Exception {
        run("consumed", "ConsumerPerformance",
            "--topic", prefix, "--num-records", "20", "--group", prefix);
        run("listed", GROUPS, "--list", "--state", "--type");
        run("described", GROUPS, "--describe", "--group", prefix);
        run("reset", GROUPS, "--group", prefix, "--topic", prefix,
            "--reset-offsets", "--to-offset", "4", "--execute");
        run("forgotten", GROUPS, "--group", prefix, "--topic", prefix, "--delete-offsets");
        run("deleted", GROUPS, "--group", prefix, "--delete");
        Path wanted = written("{\"version\": 1, \"partitions\": "
            + "[{\"topic\": \"" + prefix + "\", \"partition\": 0, \"offset\": 3}]}");
        run("records", "DeleteRecordsCommand", "--offset-json-file", wanted.toString());
        run("offsets", "GetOffsetShell", "--topic", prefix, "--time", "earliest");
        Files.delete(wanted);
    }

    private void configs() throws Exception {
        run("topic", CONFIG, "--alter", "--topic", prefix, "--add-config", "retention.ms=3600000");
        run("topic-described", CONFIG, "--describe", "--topic", prefix);
        run("bad", CONFIG, "--alter", "--topic", prefix, "--add-config", "retention.ms=soon");
        run("broker-described", CONFIG,
            "--describe", "--entity-type", "brokers", "--entity-name", "1", "--all");
        run("group", CONFIG, "--alter", "--entity-type", "groups", "--entity-name", prefix,
            "--add-config", "consumer.session.timeout.ms=50000");
        run("group-described", CONFIG,
            "--describe", "--entity-type", "groups", "--entity-name", prefix);
        run("metrics", "ClientMetricsCommand", "--alter", "--name", prefix,
            "--metrics", "org.apache.kafka.producer.", "--interval", "60000");
        run("metrics-described", "ClientMetricsCommand", "--describe", "--name", prefix);
        run("metrics-deleted", "ClientMetricsCommand", "--delete", "--name", prefix);
    }

    private void transactions() throws Exception {
        run("produced", "ProducerPerformance", "--topic", prefix, "--num-records", "200",
            "--record-size", "100", "--throughput", "-1", "--transaction-duration-ms", "50",
            "--transactional-id", prefix);
        run("listed", "TransactionsCommand", "list");
        run("described", "TransactionsCommand", "describe", "--transactional-id", prefix);
        run("producers", "TransactionsCommand",
            "describe-producers", "--topic", prefix, "--partition", "0");
        run("hanging", "TransactionsCommand", "find-hanging", "--broker-id", "1");
    }

    private void cluster() throws Exception {
        run("id", "ClusterTool", "cluster-id");
        run("endpoints", "ClusterTool", "list-endpoints");
        run("features", "FeatureCommand", "describe");
        run("quorum", "MetadataQuorumCommand", "describe", "--status");
        run("versions", "BrokerApiVersionsCommand");
        run("directories", "LogDirsCommand", "--describe", "--topic-list", prefix);
    }

    private static Path written(String text) throws Exception {
        return Files.write(
            Files.createTempFile("tools", ".json"), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Says the exit code of a tool and the lines that it printed. */
    private void run(String step, String tool, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(Arrays.asList(JVM));
        command.add(tool.startsWith("kafka.") ? tool : PACKAGE + tool);
        command.addAll(Arrays.asList("--bootstrap-server", bootstrap));
        // One tool wants its verb first, others theirs last.
        int at = tool.equals("ClusterTool") ? command.size() - 2 : command.size();
        command.addAll(at, Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
        String lines = text.lines()
            .filter(line -> !line.startsWith("SLF4J") && !line.isBlank())
            .map(Tools::quoted)
            .collect(Collectors.joining(", "));
        System.out.println("{\"step\": \"" + step + "\", \"exit\": " + process.exitValue()
            + ", \"lines\": [" + lines + "]}");
        System.out.flush();
    }

    private static String quoted(String line) {
        return "\"" + line.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", " ") + "\"";
    }
}
