package matrix;


/** Runs one scenario: Main BOOTSTRAP SCENARIO PREFIX; ../README.md of the matrix tells what it says. */
public final class Main {
    private static final int ABSENT = 3;

    private Main() {
    }

    public static void main(String[] arguments) throws Throwable {
        Scenario scenario;
        try {
            scenario = (Scenario) Class.forName("matrix.scenarios." + className(arguments[1]))
                .getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException absent) {
            Say.step("absent").with("reason", "this release has no API for it").out();
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
