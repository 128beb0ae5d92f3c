package matrix;

/** What is done in one run of the program. */
public interface Scenario {
    void run(Run run) throws Exception;
}
