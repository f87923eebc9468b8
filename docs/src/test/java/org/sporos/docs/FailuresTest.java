package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** The page on errors and failures. */
final class FailuresTest extends OnASpace {

    @Test
    void violations() {
        // snippet: failures-violations
        DoubleView u = DoubleView.of("u", space, 10);
        DoubleView v = DoubleView.of("v", space, 12);
        DoubleView left = u.subview(Slice.range(0, 6));
        DoubleView right = u.subview(Slice.range(4, 10));
        Graph step = Graph.define("step", root -> {
            root.thenDeepCopy("save", v, u).thenDeepCopy("shift", left, right);
        });
        try {
            step.instantiate(space);
        } catch (GraphException e) {
            e.diagnostics().forEach(System.out::println);
        }
        // end
    }

    @Test
    void a_failing_run() {
        // snippet: failures-run
        int[] calls = {0};
        Graph step = Graph.define(
                "step",
                root -> root.thenHost("read file", () -> {
                    if (calls[0]++ == 0) {
                        throw new IllegalStateException("disk is full");
                    }
                }));
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.submit();
            try {
                space.fence();
            } catch (GraphRunException e) {
                System.out.println(e.getMessage());
                System.out.println("cause: " + e.getCause().getMessage());
            }
            exec.submit();
            space.fence();
            System.out.println("the second run went well");
        }
        // end
    }

    @Test
    void a_certainly_bad_index() {
        // snippet: failures-certain-index
        int n = 10;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView v = DoubleView.of("v", space, n);
        Graph shift = Graph.define("shift", root -> {
            root.thenParallelFor("left", RangePolicy.of(n), i -> v.set(i, u.get(i + 1)));
        });
        try (ExecutableGraph exec = shift.instantiate(space)) {
            exec.submit();
        } catch (GraphException e) {
            System.out.println(e.getMessage());
        }
        // end
    }

    @Test
    void a_bad_index() {
        // snippet: failures-index
        DoubleView u = DoubleView.copyOf("u", space, 1, 2, 3);
        DoubleView picked = DoubleView.of("picked", space, 2);
        IntView places = IntView.copyOf("places", space, 2, 7);
        Graph pick = Graph.define("pick", root -> {
            root.thenParallelFor("gather", RangePolicy.of(2), i -> picked.set(i, u.get(places.get(i))));
        });
        try (ExecutableGraph exec = pick.instantiate(space)) {
            exec.submit();
            space.fence();
        } catch (GraphRunException e) {
            System.out.println(e.getMessage());
        }
        // end
    }

    @Test
    void tracked() {
        // snippet: failures-tracked
        Graph broken = Graph.define(
                "broken",
                root -> root.thenHost("stop", () -> {
                    throw new UnsupportedOperationException("not today");
                }));
        try (ExecutableGraph exec = broken.instantiate(space)) {
            Submission run = exec.submitTracked();
            space.fence();
            System.out.println(run.failure().orElseThrow().node());
        }
        // end
        assertThat(broken.nodes()).hasSize(1);
    }
}
