package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.contract.PrintLogRecorder;
import org.sporos.debug.Debug;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The page on debugging: lines that kernels print. */
final class DebugPrintTest extends OnASpace {
    @Test
    void print() {
        int n = 6;
        DoubleView u = DoubleView.of("u", space, n);
        try (PrintLogRecorder log = new PrintLogRecorder(1000)) {
            // snippet: debugging-print
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("fill", RangePolicy.of(n), i -> {
                    u.set(i, Math.sqrt(i));
                    if (i % 2 == 0) {
                        Debug.print("u = {}, half of {}", u.get(i), 2 * i);
                    }
                });
            });
            // end
            run(step);
            List<String> printed = log.taken();
            assertThat(printed).hasSize(1);
            System.out.println(printed.get(0));
        }
        u.close();
    }
}
