package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

class ExplainTest {

    @Test
    void it_shows_accesses_proofs_and_generated_code() {
        int n = 100;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                IntView place = IntView.of("place", space, n)) {
            Graph graph = Graph.define("two", root -> {
                NodeRef a = root.thenParallelFor("scale", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i)));
                a.thenParallelFor("gather", RangePolicy.of(n), i -> x.set(i, y.get(place.get(i))));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String text = exec.explain(ExplainOption.WITH_CODE);
                assertThat(text)
                        .contains("scale", "gather", "'x'", "'y'", "'place'")
                        .containsIgnoringCase("indirect")
                        .contains("y[i] = 2.0 * x[i];");
            }
        }
    }

    /** Smooths on a grid, on the next coarser one, and again: a V cycle of as many grids as views. */
    private static NodeRef cycle(NodeRef after, List<DoubleView> grids, int level) {
        DoubleView u = grids.get(level);
        NodeRef smooth = smooth(after, "down " + level, u);
        if (level + 1 == grids.size()) {
            return smooth;
        }
        DoubleView coarse = grids.get(level + 1);
        RangePolicy half = RangePolicy.over(coarse).interior(1);
        NodeRef down = smooth.thenParallelFor("restrict " + level, half, i -> coarse.set(i, u.get(2 * i)));
        NodeRef up = cycle(down, grids, level + 1)
                .thenParallelFor("prolong " + level, half, i -> u.set(2 * i, u.get(2 * i) + coarse.get(i)));
        return smooth(up, "up " + level, u);
    }

    private static NodeRef smooth(NodeRef after, String label, DoubleView u) {
        return after.thenParallelFor(label, RangePolicy.over(u).interior(1), i -> {
            if (i % 2 == 1) {
                u.set(i, (u.get(i - 1) + u.get(i + 1)) / 2);
            }
        });
    }

    @Test
    void a_cycle_over_many_grids_begins_with_a_summary_and_tells_what_is_alike_once() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=bytecode")) {
            List<DoubleView> grids = new ArrayList<>();
            for (int n = 1 << 10; n >= 8; n /= 2) {
                grids.add(DoubleView.of("u" + n, space, n + 1));
            }
            Graph graph = Graph.define("V", root -> cycle(root, grids, 0));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                List<String> lines = exec.explain().lines().toList();
                assertThat(lines.get(0)).isEqualTo("graph 'V' on host: 29 units; not run yet");
                assertThat(lines.get(1))
                        .isEqualTo(graph + ": 29 launches; 80 of 80 accesses are proven to be in bounds");
                assertThat(lines).filteredOn(line -> line.contains("code: ")).hasSize(29);
                assertThat(lines)
                        .filteredOn(line -> line.contains("with the same accesses and proofs: "))
                        .containsExactly(
                                "#0 down 0 parallelFor[1, 1024), and 14 with the same accesses and proofs:"
                                        + " #2 down 1 parallelFor[1, 512), #4 down 2 parallelFor[1, 256),"
                                        + " #6 down 3 parallelFor[1, 128), #8 down 4 parallelFor[1, 64), ...",
                                "#1 restrict 0 parallelFor[1, 512), and 6 with the same accesses and proofs:"
                                        + " #3 restrict 1 parallelFor[1, 256), #5 restrict 2 parallelFor[1, 128),"
                                        + " #7 restrict 3 parallelFor[1, 64), #9 restrict 4 parallelFor[1, 32), ...",
                                "#15 prolong 6 parallelFor[1, 8), and 6 with the same accesses and proofs:"
                                        + " #17 prolong 5 parallelFor[1, 16), #19 prolong 4 parallelFor[1, 32),"
                                        + " #21 prolong 3 parallelFor[1, 64), #23 prolong 2 parallelFor[1, 128), ...");
                assertThat(lines).hasSizeLessThan(50);
            }
            grids.forEach(DoubleView::close);
        }
    }

    @Test
    void its_summary_counts_nodes_over_ranges_that_wrapped_to_nothing() {
        int n = 2048;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 3)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("all", RangePolicy.of(3), i -> x.set(i, 1))
                            .thenParallelFor("none", RangePolicy.of(n * n * n), i -> x.set(0, i)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain().lines().toList().get(1)).contains(": 2 launches, 1 node without indexes; ");
            }
        }
    }

    @Test
    void it_says_why_a_kernel_has_no_cpp() {
        int n = 100;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=auto");
                DoubleView x = DoubleView.of("x", space, n);
                IntView count = IntView.of("count", space, 1)) {
            Graph graph = Graph.define(
                    "waves",
                    root -> root.thenParallelFor("waves", RangePolicy.of(n), i -> x.set(i, Math.sin(i)))
                            .thenParallelFor("strict", RangePolicy.of(n), i -> x.set(i, StrictMath.sin(i)))
                            .thenParallelFor("count", RangePolicy.of(n), i -> x.atomicAdd(i, count.get(0))));
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                List<String> lines = exec.explain()
                        .lines()
                        .filter(line -> line.contains("code: "))
                        .toList();
                assertThat(lines).hasSize(3);
                assertThat(lines.get(0))
                        .contains("no C++: only the JVM has the last bits of Math.sin; those of StrictMath.sin are");
                assertThat(lines.get(1))
                        .contains("code: bytecode; ")
                        .endsWith("; no C++ yet: 0.0 s of 0.5 s of work done");
                assertThat(lines.get(2)).contains("no C++: it has atomics");
            }
        }
    }

    @Test
    void each_reason_of_a_node_with_several_kernels_stands_once() {
        int n = 20_000;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=auto");
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView sum = DoubleView.of("sum", space);
                DoubleView max = DoubleView.of("max", space)) {
            Graph graph = Graph.define(
                    "several",
                    root -> root.thenParallelScan(
                                    "scan",
                                    RangePolicy.of(n),
                                    i -> Math.sin(i),
                                    (i, before) -> x.set(i, Math.sin(before)),
                                    Scan.exclusiveDouble())
                            .thenParallelReduce(
                                    "reduce",
                                    RangePolicy.of(n),
                                    Sum.into(sum, i -> Math.sin(x.get(i))),
                                    Max.into(max, i -> x.get(i))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                String sine = "no C\\+\\+: only the JVM has the last bits of Math.sin; .* are the same in C\\+\\+";
                List<String> lines = exec.explain()
                        .lines()
                        .filter(line -> line.contains("code: "))
                        .toList();
                assertThat(lines.get(0)).containsPattern("code: bytecode; " + sine + "$");
                assertThat(lines.get(0).split("Math.sin;", -1)).hasSize(2);
                assertThat(lines.get(1)).containsPattern(sine + "; no C\\+\\+ yet: 0.0 s of 0.5 s of work done$");
            }
        }
    }
}
