package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Capture;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

/** The page on the kinds of nodes. */
final class NodesTest extends OnASpace {

    @Test
    void a_box() {
        int rows = 4;
        int columns = 6;
        DoubleView u = DoubleView.of("u", space, rows, columns);
        // snippet: nodes-box
        Graph graph = Graph.define("box", root -> {
            root.thenParallelFor("table", MDRangePolicy.of(rows, columns), (i, j) -> u.set(i, j, 10 * i + j));
        });
        // end
        run(graph);
        assertThat(u.toArray()[columns + 2]).isEqualTo(12);
    }

    @Test
    void index_sets() {
        int n = 101;
        DoubleView u = DoubleView.of("u", space, n);
        u.assign(IntStream.range(0, n).mapToDouble(i -> i == n - 1 ? 1 : 0).toArray());
        // snippet: nodes-index-set
        IndexSet red = IndexSet.of(IntStream.range(1, n - 1).filter(i -> i % 2 == 0));
        IndexSet black = IndexSet.of(IntStream.range(1, n - 1).filter(i -> i % 2 == 1));
        Graph graph = Graph.define("relax", root -> {
            root.thenParallelFor("red", red, i -> u.set(i, (u.get(i - 1) + u.get(i + 1)) / 2))
                    .thenParallelFor("black", black, i -> u.set(i, (u.get(i - 1) + u.get(i + 1)) / 2));
        });
        // end
        run(graph);
        run(graph);
        assertThat(u.toArray()).endsWith(0.125, 0.25, 0.625, 1);
    }

    @Test
    void a_launch() {
        int n = 100_000;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView edge = DoubleView.of("edge", space, 2);
        // snippet: nodes-launch
        RangePolicy few = RangePolicy.of(1, n - 1).withBlock(128).withGrid(264);
        Task ends = Task.parallelFor("ends", 2, k -> edge.set(k, u.get(k * (n - 1))))
                .withPriority(1);
        Graph graph = Graph.define("step", root -> {
            root.then(ends);
            root.thenParallelFor("inner", few, i -> u.set(i, u.get(i) + 1));
        });
        // end
        run(graph);
        assertThat(u.toArray()).startsWith(0, 1).endsWith(1, 0);
        assertThat(edge.toArray()).containsOnly(0);
    }

    @Test
    void one_call() {
        LongView count = LongView.of("count", space);
        // snippet: nodes-single
        Graph graph = Graph.define("count", root -> {
            root.then("next", () -> count.set(count.get() + 1));
        });
        // end
        run(graph);
        run(graph);
        assertThat(count.toArray()).containsExactly(2);
    }

    @Test
    void many_into_one() {
        int parts = 8;
        int length = 100;
        DoubleView x = DoubleView.of("x", space, parts * length);
        // snippet: nodes-when-all
        Graph graph = Graph.define("parts", root -> {
            List<NodeRef> filled = new ArrayList<>();
            for (int p = 0; p < parts; p++) {
                int part = p;
                RangePolicy range = RangePolicy.of(p * length, (p + 1) * length);
                filled.add(root.thenParallelFor("part " + p, range, i -> x.set(i, part)));
            }
            Graph.whenAll(filled).thenParallelFor("scale", RangePolicy.of(parts * length), i -> x.set(i, 2 * x.get(i)));
        });
        // end
        run(graph);
        assertThat(x.toArray()[parts * length - 1]).isEqualTo(14);
    }

    @Test
    void a_host_node() {
        DoubleView u = DoubleView.of("u", space, 5);
        // snippet: nodes-host
        DoubleView seen = u.mirror();
        Graph graph = Graph.define("watch", root -> {
            root.thenFill("fill", u, 3)
                    .thenDeepCopy("to host", seen, u)
                    .thenHost("print", Access.reads(seen), () -> System.out.println(Arrays.toString(seen.toArray())));
        });
        // end
        run(graph);
    }

    @Test
    void a_nested_graph() {
        DoubleView x = DoubleView.of("x", space, 5);
        // snippet: nodes-nested
        Graph twice = Graph.define("double", root -> {
            root.thenParallelFor("times 2", RangePolicy.of(5), i -> x.set(i, 2 * x.get(i)));
        });
        Graph all = Graph.define("all", root -> {
            root.thenFill("one", x, 1).thenGraph("first", twice).thenGraph("second", twice);
        });
        // end
        run(all);
        assertThat(x.toArray()).containsOnly(4);
    }

    @Test
    void memory_inside() {
        int n = 50;
        DoubleView x = DoubleView.of("x", space, n);
        // snippet: nodes-allocate
        Graph graph = Graph.define("shift", root -> {
            AllocateNodeRef<DoubleView> made = root.thenAllocate("copy", DoubleView.spec(n));
            DoubleView copy = made.view();
            made.thenDeepCopy("keep", copy, x)
                    .thenParallelFor("shift", RangePolicy.of(n), i -> x.set(i, copy.get((i + 1) % n)))
                    .thenFree("copy", copy);
        });
        // end
        double[] values = new double[n];
        Arrays.setAll(values, i -> i);
        x.assign(values);
        run(graph);
        assertThat(x.toArray()[0]).isEqualTo(1);
        assertThat(x.toArray()[n - 1]).isEqualTo(0);
    }

    @Test
    void a_capture() {
        DoubleView x = DoubleView.of("x", space, 4);
        DoubleView h = x.mirror();
        // snippet: nodes-capture
        Capture reverse = Capture.host(() -> {
                    double last = h.get(3);
                    h.set(3, h.get(0));
                    h.set(0, last);
                })
                .accessing(Access.updates(h));
        Graph graph = Graph.define("native", root -> root.thenCapture("swap ends", reverse));
        // end
        h.assign(1, 2, 3, 4);
        run(graph);
        assertThat(h.toArray()).containsExactly(4, 2, 3, 1);
    }
}
