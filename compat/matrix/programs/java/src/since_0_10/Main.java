package matrix;

import java.util.HashMap;
import java.util.Map;

/** Runs one scenario: Main BOOTSTRAP SCENARIO PREFIX; ../README.md of the matrix tells what it says. */
public final class Main {
    private static final int ABSENT = 3;
    private static final Map<String, String> SINCE = new HashMap<>();

    static {
        for (String name : "topics errors idempotent transactions fencing copy copy-crash configs cluster".split(" ")) {
            SINCE.put(name, "0.11");
        }
        SINCE.put("records", "1.1");
        SINCE.put("groups", "2.0");
        SINCE.put("static", "2.3");
        SINCE.put("cooperative", "2.4");
        SINCE.put("transactions-admin", "3.0");
    }

    private Main() {
    }

    public static void main(String[] arguments) throws Throwable {
        Scenario scenario;
        try {
            scenario = (Scenario) Class.forName("matrix.scenarios." + className(arguments[1]))
                .getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException absent) {
            Say.step("absent").with("reason", "since " + SINCE.getOrDefault(arguments[1], "4.0")).out();
            System.exit(ABSENT);
            return;
        }
        scenario.run(new Run(arguments[0], arguments[2]));
        System.exit(0);
    }

    /** consumer-protocol is the class ConsumerProtocol. */
    private static String className(String scenario) {
        StringBuilder name = new StringBuilder();
        for (String word : scenario.split("-")) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return name.toString();
    }
}
