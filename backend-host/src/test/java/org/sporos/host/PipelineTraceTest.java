package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The steps of the pipeline in the log. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class PipelineTraceTest {
    private static final Logger LOG = Logger.getLogger("org.sporos");

    @AfterEach
    void clear() {
        System.clearProperty("sporos.pipeline");
    }

    private static List<String> logged(String property) {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().contains("'traced'")) {
                    logged.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LOG.addHandler(handler);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                DoubleView x = DoubleView.of("x", space, 10)) {
            DoubleParam dt = DoubleParam.of("dt", 1);
            Graph graph = Graph.define(
                    "traced", root -> root.thenParallelFor("grow", RangePolicy.of(10), i -> x.set(i, dt.get() * i)));
            if (property != null) {
                System.setProperty("sporos.pipeline", property);
            }
            graph.instantiate(space).close();
        } finally {
            LOG.removeHandler(handler);
        }
        return logged;
    }

    @Test
    void without_the_property_nothing_is_logged() {
        assertThat(logged(null)).isEmpty();
    }

    @Test
    void each_step_has_its_time() {
        List<String> logged = logged("times");
        assertThat(logged).allMatch(line -> line.matches("graph 'traced': \\w+ took \\d+\\.\\d{3} ms"));
        assertThat(logged)
                .extracting(line -> line.split(" ")[2])
                .containsExactly("capture", "effects", "lift", "facts", "check", "plan", "lower");
    }

    @Test
    void each_step_shows_what_it_made() {
        List<String> logged = logged("results");
        assertThat(logged).hasSize(7);
        assertThat(logged.get(0)).contains("\n#0 grow parallelFor[0, 10)\n  FOR PipelineTraceTest.lambda$", "'x'");
        assertThat(logged.get(1)).endsWith("\nviews ['x'], params ['dt']");
        assertThat(logged.get(2)).contains("#0 grow", "FOR kernel 'grow'(", "store");
        assertThat(logged.get(3)).contains("#0 grow", "x = view 'x': written at its index");
        assertThat(logged.get(4)).endsWith(" ms\n");
        assertThat(logged.get(5)).contains("plan of graph 'traced'", "0 #0 grow parallelFor[0, 10) after []");
        assertThat(logged.get(6)).contains("graph 'traced' of 1 nodes");
    }
}
