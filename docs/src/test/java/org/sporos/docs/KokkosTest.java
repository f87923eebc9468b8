package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;
import org.sporos.view.Views;

/** The page for those who know Kokkos. */
final class KokkosTest extends OnASpace {

    @Test
    void graph() {
        int n = 100;
        double alpha = 0.5;
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        DoubleView dot = DoubleView.of("dot", space);
        // snippet: kokkos-graph
        Graph graph = Graph.define("axpy and dot", root -> {
            NodeRef fx = root.thenParallelFor("fill x", RangePolicy.of(n), i -> x.set(i, i));
            NodeRef fy = root.thenParallelFor("fill y", RangePolicy.of(n), i -> y.set(i, 1));
            Graph.whenAll(fx, fy)
                    .thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, alpha * x.get(i) + y.get(i)))
                    .thenParallelReduce("dot", RangePolicy.of(n), Sum.into(dot, i -> x.get(i) * y.get(i)));
        });
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
        }
        // end
        assertThat(dot.read()).isEqualTo(0.5 * 328350 + 4950);
    }

    @Test
    void mirror() {
        // snippet: kokkos-mirror
        DoubleView a = DoubleView.of("a", space, 100, 3);
        DoubleView h = a.mirrorView();
        Views.deepCopy(h, a);
        // end
        assertThat(h.extent(0)).isEqualTo(100);
    }

    @Test
    void a_mirror_view_can_be_copied_to_in_a_graph() {
        DoubleView u = DoubleView.copyOf("u", space, 1, 2, 3);
        DoubleView h = u.mirrorView();
        run(Graph.define("down", root -> root.thenDeepCopy("down", h, u)));
        assertThat(h.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void box() {
        int n = 10;
        int m = 12;
        DoubleView u = DoubleView.of("u", space, n, m);
        DoubleView v = DoubleView.of("v", space, n, m);
        // snippet: kokkos-box
        Graph stencil = Graph.define("stencil", root -> {
            MDRangePolicy inner = MDRangePolicy.of(n, m).interior(1);
            root.thenParallelFor("five points", inner, (i, j) -> {
                v.set(i, j, u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1) - 4 * u.get(i, j));
            });
        });
        // end
        Views.fill(u, 3);
        Views.fill(v, 1);
        run(stencil);
        assertThat(v.toArray()[m + 1]).isZero();
    }

    @Test
    void team() {
        int rows = 10;
        int columns = 12;
        DoubleView a = DoubleView.of("a", space, rows, columns);
        DoubleView y = DoubleView.of("y", space, rows);
        // snippet: kokkos-team
        Graph rowSums = Graph.define("row sums", root -> {
            root.thenParallelFor("rows", TeamPolicy.of(rows), team -> {
                int i = team.leagueRank();
                double sum = team.parallelReduceDouble(Sum, columns, j -> a.get(i, j));
                team.single(() -> y.set(i, sum));
            });
        });
        // end
        Views.fill(a, 1);
        run(rowSums);
        assertThat(y.toArray()).containsOnly(columns);
    }

    @Test
    void scan() {
        int n = 5;
        LongView count = LongView.copyOf("count", space, 3, 1, 4, 1, 5);
        LongView offset = LongView.of("offset", space, n);
        // snippet: kokkos-scan
        Graph offsets = Graph.define("offsets", root -> {
            root.thenParallelScan(
                    "prefix",
                    RangePolicy.of(n),
                    i -> count.get(i),
                    (i, sum) -> offset.set(i, sum),
                    Scan.exclusiveLong());
        });
        // end
        run(offsets);
        assertThat(offset.toArray()).containsExactly(0, 3, 4, 8, 9);
    }
}
