import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Runs consumers of Kafka's own client by commands, one a line; `drivers.py` says which. Each
 * consumer has a thread that polls without a pause, and does what it is told between two polls.
 */
public class StreamDriver {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Map<String, Reader> readers = new HashMap<>();
    private static long limitMs;

    public static void main(String[] arguments) throws Exception {
        limitMs = Long.parseLong(arguments[0]);
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer = "ok";
            try {
                perform(line.split(" "));
            } catch (Throwable error) {
                Throwable cause = error.getCause() == null ? error : error.getCause();
                answer = ("failed " + cause).replace('\n', ' ');
            }
            out.println(answer);
        }
        System.exit(0);
    }

    private static void perform(String[] words) throws Exception {
        if (words[0].equals("open")) {
            readers.put(words[1], new Reader(words));
            return;
        }
        Reader reader = readers.get(words[1]);
        switch (words[0]) {
            case "assign":
                reader.run(consumer -> consumer.assign(partitions(words)));
                break;
            case "subscribe":
                reader.run(consumer -> consumer.subscribe(List.of(words[2])));
                break;
            case "pause":
                reader.run(consumer -> consumer.pause(partitions(words)));
                break;
            case "resume":
                reader.run(consumer -> consumer.resume(partitions(words)));
                break;
            case "seek":
                long offset = Long.parseLong(words[3]);
                reader.run(consumer -> consumer.seek(partition(words[2]), offset));
                break;
            case "commit":
                reader.run(KafkaConsumer::commitSync);
                break;
            case "received":
                long count = Long.parseLong(words[2]);
                await(reader, () -> reader.received >= count, "received " + reader.received);
                break;
            case "held":
                int held = Integer.parseInt(words[2]);
                await(reader, () -> reader.held == held, "held " + reader.held);
                break;
            case "close":
                reader.close();
                break;
            default:
                throw new IllegalArgumentException("unknown command " + words[0]);
        }
    }

    private static void await(Reader reader, Callable<Boolean> isSo, String before)
            throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (!isSo.call()) {
            if (reader.failure != null) {
                throw reader.failure;
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "it " + before + ", then " + reader.received + " and " + reader.held);
            }
            Thread.sleep(5);
        }
    }

    private static TopicPartition partition(String text) {
        int colon = text.lastIndexOf(':');
        return new TopicPartition(
                text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static Collection<TopicPartition> partitions(String[] words) {
        List<TopicPartition> found = new ArrayList<>();
        for (int at = 2; at < words.length; at++) {
            found.add(partition(words[at]));
        }
        return found;
    }

    private interface Act {
        void on(KafkaConsumer<byte[], byte[]> consumer);
    }

    private static class Reader implements Runnable {
        volatile long received;
        volatile int held;
        volatile Exception failure;
        private volatile boolean isOver;
        private final KafkaConsumer<byte[], byte[]> consumer;
        private final ConcurrentLinkedQueue<FutureTask<Void>> acts = new ConcurrentLinkedQueue<>();
        private final Thread thread;

        Reader(String[] words) {
            Properties options = new Properties();
            options.put("client.id", words[1]);
            for (int at = 2; at < words.length; at++) {
                int equals = words[at].indexOf('=');
                options.put(words[at].substring(0, equals), words[at].substring(equals + 1));
            }
            ByteArrayDeserializer bytes = new ByteArrayDeserializer();
            consumer = new KafkaConsumer<>(options, bytes, bytes);
            thread = new Thread(this);
            thread.setDaemon(true);
            thread.start();
        }

        void run(Act act) throws Exception {
            FutureTask<Void> task = new FutureTask<>(() -> act.on(consumer), null);
            acts.add(task);
            task.get(limitMs, TimeUnit.MILLISECONDS);
        }

        void close() throws Exception {
            isOver = true;
            thread.join(limitMs);
        }

        @Override
        public void run() {
            boolean isReading = false;
            while (!isOver) {
                FutureTask<Void> task = acts.poll();
                try {
                    if (task != null) {
                        task.run();
                        isReading = true;
                    } else if (isReading) {
                        received += consumer.poll(POLL).count();
                        held = consumer.assignment().size();
                    } else {
                        Thread.sleep(5);
                    }
                } catch (Exception error) {
                    failure = error;
                }
            }
            consumer.close();
        }
    }
}
