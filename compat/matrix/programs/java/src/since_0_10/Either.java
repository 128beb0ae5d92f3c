package matrix;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Calls what has one name in some releases and another in others. */
public final class Either {
    private Either() {
    }

    /** Whether there is a public method of that name and number of parameters. */
    public static boolean has(Object target, String name, Class<?>... types) {
        try {
            target.getClass().getMethod(name, types);
            return true;
        } catch (NoSuchMethodException absent) {
            return false;
        }
    }

    /** The result of the first of these methods that there is, without arguments. */
    public static Object first(Object target, String... names) throws Exception {
        for (String name : names) {
            if (has(target, name)) {
                return call(target, name);
            }
        }
        throw new NoSuchMethodException(String.join(" or ", names) + " of " + target.getClass());
    }

    /** What a future among these methods' results comes to. */
    public static Object await(Object target, String... names) throws Exception {
        return ((Future<?>) first(target, names)).get();
    }

    public static Object call(Object target, String name, Object... arguments) throws Exception {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException thrown) {
                    if (thrown.getCause() instanceof Exception) {
                        throw (Exception) thrown.getCause();
                    }
                    throw thrown;
                }
            }
        }
        throw new NoSuchMethodException(name + " of " + target.getClass());
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        if (types.length != arguments.length) {
            return false;
        }
        for (int index = 0; index < types.length; index++) {
            boolean isLong = types[index] == long.class && arguments[index] instanceof Long;
            if (!isLong && !types[index].isInstance(arguments[index])) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    public static ConsumerRecords<String, String> poll(Consumer<String, String> consumer, long ms)
            throws Exception {
        boolean isNew = has(consumer, "poll", Duration.class);
        Object limit = isNew ? (Object) Duration.ofMillis(ms) : (Object) ms;
        return (ConsumerRecords<String, String>) call(consumer, "poll", limit);
    }

    /** The committed offset of a partition, or null. */
    public static OffsetAndMetadata committed(Consumer<String, String> consumer, TopicPartition at)
            throws Exception {
        if (has(consumer, "committed", java.util.Set.class)) {
            Object all = call(consumer, "committed", Collections.singleton(at));
            return (OffsetAndMetadata) ((Map<?, ?>) all).get(at);
        }
        return (OffsetAndMetadata) call(consumer, "committed", at);
    }

    public static void sendOffsets(
            Producer<String, String> producer,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Consumer<String, String> consumer,
            String group) throws Exception {
        Object who = has(consumer, "groupMetadata") ? call(consumer, "groupMetadata") : group;
        call(producer, "sendOffsetsToTransaction", offsets, who);
    }

    /** Adds a header where records have them. */
    public static void addHeader(ProducerRecord<String, String> record, String name, String value)
            throws Exception {
        if (has(record, "headers")) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            call(call(record, "headers"), "add", name, bytes);
        }
    }

    /** The headers by name, or null where records have none. */
    public static Map<String, String> headers(ConsumerRecord<String, String> record)
            throws Exception {
        if (!has(record, "headers")) {
            return null;
        }
        Map<String, String> found = new TreeMap<>();
        for (Object header : (Iterable<?>) call(record, "headers")) {
            byte[] value = (byte[]) call(header, "value");
            found.put((String) call(header, "key"), new String(value, StandardCharsets.UTF_8));
        }
        return found;
    }
}
