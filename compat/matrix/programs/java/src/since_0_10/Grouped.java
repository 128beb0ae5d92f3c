package matrix;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** The life of a group of two members, whatever their protocol. */
public final class Grouped {
    private static final int PARTITIONS = 4;
    private static final int LOADED = 40;

    private final Run run;
    private final String[] settings;

    public Grouped(Run run, String... more) {
        this.run = run;
        settings = new String[more.length + 2];
        settings[0] = "group.id";
        settings[1] = run.prefix;
        System.arraycopy(more, 0, settings, 2, more.length);
    }

    public Member member(String name) throws Exception {
        return Member.of(run, name, settings);
    }

    /** Until the two have half each. */
    public void halves(Member a, Member b) throws Exception {
        Run.until("halves", () -> a.assigned().size() == 2 && b.assigned().size() == 2);
        a.sayAssigned();
        b.sayAssigned();
    }

    public Member reading() throws Exception {
        Member a = member("a").sayingRevoked();
        a.awaitAssigned(PARTITIONS);
        a.sayAssigned();
        Say.step("read").with("member", "a").with("values", a.values(LOADED, 0)).out();
        return a;
    }

    public void run() throws Exception {
        Member a = reading();
        a.ask(consumer -> {
            Run.attempt("committed", () -> {
                consumer.commitSync();
                return null;
            });
            return null;
        });
        Member b = member("b");
        halves(a, b);
        b.close();
        a.awaitAssigned(PARTITIONS);
        a.sayAssigned();
        a.close();
        resume();
    }

    private void resume() throws Exception {
        try (Producer<String, String> producer = run.producer()) {
            for (int number = LOADED; number < LOADED + PARTITIONS; number++) {
                producer.send(Run.record(run.prefix, number - LOADED, number)).get();
            }
        }
        Member c = member("c");
        Say.step("resumed").with("values", c.values(PARTITIONS, 500)).out();
        List<TopicPartition> all = Run.partitions(run.prefix, PARTITIONS);
        Map<String, Object> offsets = c.ask(consumer -> {
            consumer.commitSync();
            return Run.committed(consumer, all);
        });
        c.close();
        Say.step("offsets").with("offsets", offsets).out();
    }
}
