package matrix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/** A consumer of a group in a thread of its own, which polls all the time. */
public final class Member implements ConsumerRebalanceListener {
    /** What the member's thread is asked to do with its consumer. */
    public interface Task<T> {
        T of(Consumer<String, String> consumer) throws Exception;
    }

    public final String name;
    public final AtomicInteger rebalances = new AtomicInteger();
    private final Consumer<String, String> consumer;
    private final Thread thread = new Thread(this::live);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<String> values = Collections.synchronizedList(new ArrayList<>());
    private volatile Set<Integer> assigned = Collections.emptySet();
    private volatile Throwable failure;
    private volatile boolean stops;
    private boolean saysRevoked;

    /** Subscribes to the topic, given as settings of the consumer and the group's id among them. */
    public Member(Run run, String name, Task<?> subscribing, String... settings) throws Exception {
        this.name = name;
        this.consumer = run.consumer(settings);
        tasks.add(() -> quietly(subscribing));
        thread.setDaemon(true);
    }

    public static Member of(Run run, String name, String... settings) throws Exception {
        Member[] made = new Member[1];
        made[0] = new Member(run, name, consumer -> {
            consumer.subscribe(Collections.singletonList(run.prefix), made[0]);
            return null;
        }, settings);
        made[0].thread.start();
        return made[0];
    }

    public Member start() {
        thread.start();
        return this;
    }

    public Member sayingRevoked() {
        saysRevoked = true;
        return this;
    }

    private void live() {
        try {
            while (!stops) {
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                Either.poll(consumer, 100).forEach(record -> values.add(record.value()));
                note();
            }
        } catch (Throwable thrown) {
            failure = thrown;
        } finally {
            consumer.close();
        }
    }

    private void note() {
        Set<Integer> found = new TreeSet<>();
        consumer.assignment().forEach(each -> found.add(each.partition()));
        assigned = found;
    }

    private void quietly(Task<?> task) {
        try {
            task.of(consumer);
        } catch (Exception thrown) {
            failure = thrown;
            stops = true;
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        rebalances.incrementAndGet();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        rebalances.incrementAndGet();
        if (saysRevoked && !stops) {
            Set<Integer> numbers = new TreeSet<>();
            partitions.forEach(each -> numbers.add(each.partition()));
            Say.step("revoked").with("member", name).with("partitions", numbers).out();
        }
    }

    /** The result of a task, which the member's thread does between two polls. */
    public <T> T ask(Task<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        tasks.add(() -> {
            try {
                result.complete(task.of(consumer));
            } catch (Exception thrown) {
                result.completeExceptionally(thrown);
            }
        });
        return result.get();
    }

    public void awaitAssigned(int count) throws Exception {
        Run.until(name + " has " + count + " partitions", () -> {
            if (failure != null) {
                throw new IllegalStateException(name + " failed", failure);
            }
            return assigned.size() == count;
        });
    }

    /** What ended the member's thread. */
    public Throwable awaitFailure() throws Exception {
        Run.until(name + " fails", () -> failure != null);
        return failure;
    }

    public Set<Integer> assigned() {
        return assigned;
    }

    public void sayAssigned() {
        Say.step("assigned").with("member", name).with("partitions", assigned).out();
    }

    /** The values read until there are so many, and `more` milliseconds on. */
    public List<String> values(int count, long more) throws Exception {
        Run.until(name + " reads " + count, () -> values.size() >= count);
        Thread.sleep(more);
        return new ArrayList<>(values);
    }

    public void close() throws Exception {
        stops = true;
        thread.join(Run.WAIT_MS);
    }
}
