package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The page on the host backend. */
@ShownOnPages
final class HostTest {

    @Test
    void threads() {
        // snippet: host-threads
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            System.out.println(space.concurrency());
        }
        // end
    }

    @Test
    void chunks() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            int n = 100_000;
            DoubleView x = DoubleView.of("x", space, n);
            // snippet: host-chunks
            RangePolicy policy = RangePolicy.of(n).withChunk(4096);
            Graph graph = Graph.define("fill", root -> root.thenParallelFor("fill", policy, i -> x.set(i, i)));
            // end
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            assertThat(x.toArray()[n - 1]).isEqualTo(n - 1);
        }
    }

    @Test
    void strict() {
        // snippet: host-strict
        try (ExecutionSpace space = ExecutionSpaces.open("host,strict")) {
            DoubleView u = DoubleView.of("u", space, 10);
            try {
                System.out.println(u.get(0));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        // end
    }
}
