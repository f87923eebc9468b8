package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
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
                String text = exec.explain();
                assertThat(text)
                        .contains("scale", "gather", "'x'", "'y'", "'place'")
                        .containsIgnoringCase("indirect")
                        .contains("y[i] = 2.0 * x[i];");
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
                            .thenParallelFor("count", RangePolicy.of(n), i -> count.atomicAdd(0, 1)));
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
