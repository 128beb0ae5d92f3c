package matrix;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** One line of JSON on stdout. */
public final class Say {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private Say(String step) {
        fields.put("step", step);
    }

    public static Say step(String step) {
        return new Say(step);
    }

    public static void absent(String step, String why) {
        step(step).with("absent", why).out();
    }

    public Say with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    public void out() {
        StringBuilder text = new StringBuilder();
        write(text, fields);
        synchronized (Say.class) {
            System.out.println(text);
            System.out.flush();
        }
    }

    private static void write(StringBuilder text, Object value) {
        if (value instanceof Map) {
            Iterator<? extends Map.Entry<?, ?>> entries = ((Map<?, ?>) value).entrySet().iterator();
            text.append('{');
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = entries.next();
                quote(text, entry.getKey().toString());
                text.append(": ");
                write(text, entry.getValue());
                text.append(entries.hasNext() ? ", " : "");
            }
            text.append('}');
        } else if (value instanceof Iterable) {
            Iterator<?> items = ((Iterable<?>) value).iterator();
            text.append('[');
            while (items.hasNext()) {
                write(text, items.next());
                text.append(items.hasNext() ? ", " : "");
            }
            text.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            quote(text, value.toString());
        }
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (char each : value.toCharArray()) {
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ') {
                text.append(String.format("\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
