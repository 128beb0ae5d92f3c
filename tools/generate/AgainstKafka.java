/*
 * Reads lines "Name version hex" and passes each message through Apache Kafka's own generated
 * class: the bytes must be read to their end and come back as they were. Run by against_kafka.py.
 */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

public class AgainstKafka {
    public static void main(String[] arguments) throws Exception {
        Map<String, String> classes = classes();
        TreeSet<String> missing = new TreeSet<>();
        int same = 0;
        int outside = 0;
        int different = 0;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", -1);
            String found = classes.getOrDefault(words[0] + "Data", classes.get(words[0]));
            if (found == null) {
                missing.add(words[0]);
                continue;
            }
            Class<?> kind = Class.forName(found);
            short version = Short.parseShort(words[1]);
            if (version < kind.getField("LOWEST_SUPPORTED_VERSION").getShort(null)
                || version > kind.getField("HIGHEST_SUPPORTED_VERSION").getShort(null)) {
                outside++;
                continue;
            }
            String problem = compare(kind, version, HexFormat.of().parseHex(words[2]));
            if (problem == null) {
                same++;
            } else {
                different++;
                System.out.println("different: " + line + ": " + problem);
            }
        }
        System.out.println("unknown to this Kafka: " + missing);
        System.out.println(same + " the same, " + different + " different, " + outside
            + " of versions outside this Kafka's");
        System.exit(different == 0 ? 0 : 1);
    }

    /** Null if Kafka reads all of the bytes and writes the same. */
    private static String compare(Class<?> kind, short version, byte[] bytes) {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            Message message = (Message) kind
                .getConstructor(org.apache.kafka.common.protocol.Readable.class, short.class)
                .newInstance(new ByteBufferAccessor(in), version);
            if (in.hasRemaining()) {
                return in.remaining() + " bytes are left";
            }
            ObjectSerializationCache cache = new ObjectSerializationCache();
            ByteBuffer out = ByteBuffer.allocate(message.size(cache, version));
            message.write(new ByteBufferAccessor(out), cache, version);
            String again = HexFormat.of().formatHex(out.array());
            return Arrays.equals(out.array(), bytes) ? null : "Kafka writes " + again;
        } catch (ReflectiveOperationException | RuntimeException error) {
            return String.valueOf(error.getCause() == null ? error : error.getCause());
        }
    }

    /** The generated classes in the jars of the classpath, by their simple names. */
    private static Map<String, String> classes() throws IOException {
        Map<String, String> found = new HashMap<>();
        for (String path : System.getProperty("java.class.path").split(":")) {
            if (!path.endsWith(".jar") || !path.contains("kafka")) {
                continue;
            }
            try (JarFile jar = new JarFile(path)) {
                for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                    String name = entry.getName();
                    if (name.matches(".*/(common/message|common/metadata|generated)/[^$]*[.]class")) {
                        name = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                        found.putIfAbsent(name.substring(name.lastIndexOf('.') + 1), name);
                    }
                }
            }
        }
        return found;
    }
}
