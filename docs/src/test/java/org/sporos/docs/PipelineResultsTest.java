package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** What the page on the way of a lambda shows of the steps of a pipeline. */
@ShownOnPages
final class PipelineResultsTest {
    private static final String PROPERTY = "sporos.pipeline";
    private static final List<String> STEPS = List.of("capture", "effects", "lift", "facts", "check", "plan", "lower");

    /** Takes what the pipeline logs. */
    private static final class Messages extends Handler {
        final List<String> all = new ArrayList<>();

        @Override
        public void publish(LogRecord logged) {
            if (logged.getMessage().startsWith("graph 'axpy': ")) {
                all.add(logged.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void axpy() {
        List<String> messages = messagesOfAxpy();
        assertThat(messages).hasSameSizeAs(STEPS);
        for (int k = 0; k < messages.size(); k++) {
            assertThat(messages.get(k)).contains(": " + STEPS.get(k) + " took ");
            System.out.println(shortened(messages.get(k)));
        }
    }

    private static List<String> messagesOfAxpy() {
        Logger logger = Logger.getLogger("org.sporos");
        Messages messages = new Messages();
        logger.addHandler(messages);
        System.setProperty(PROPERTY, "results");
        try {
            instantiateAxpy();
        } finally {
            System.clearProperty(PROPERTY);
            logger.removeHandler(messages);
        }
        return messages.all;
    }

    private static void instantiateAxpy() {
        int n = 1000;
        double a = 2;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=bytecode");
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n)) {
            // snippet: way-axpy
            Graph axpy = Graph.define("axpy", root -> {
                root.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, a * x.get(i) + y.get(i)));
            });
            // end
            try (ExecutableGraph exec = axpy.instantiate(space)) {
                assertThat(exec.warnings()).isEmpty();
            }
        }
    }

    /** Leaves out times, the name that the compiler gave the lambda, and what comes after the first paragraph. */
    private static String shortened(String message) {
        String first = message.strip().split("\n\n")[0];
        return first.replaceAll("(?m)^graph 'axpy': (\\w+) took .*$", "== $1")
                .replaceAll("lambda\\$\\w+\\$[0-9a-f]+\\$\\d+", "lambda\\$");
    }
}
