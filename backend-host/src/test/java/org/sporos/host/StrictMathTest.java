package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.kernel.zoo.StrictFunction;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The functions of {@code StrictMath} have its bits in the tiers of code that are not the lambda itself. */
class StrictMathTest {
    private static ExecutionSpace space(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        return ExecutionSpaces.open("host,threads=2,kernels=" + tier);
    }

    /** Where nothing branches, C++ calls some of them with vectors. */
    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void each_tier_gives_the_bits_of_the_jvm(String tier) {
        double[] a = StrictFunction.numbers(50_000, 3);
        double[] b = StrictFunction.shuffled(a, 4);
        int n = a.length;
        try (ExecutionSpace space = space(tier)) {
            DoubleView first = DoubleView.copyOf("a", space, a);
            DoubleView second = DoubleView.copyOf("b", space, b);
            List<StrictFunction> functions = StrictFunction.all();
            List<DoubleView> results = new ArrayList<>();
            Graph graph = Graph.define("functions", root -> {
                for (StrictFunction function : functions) {
                    DoubleView y = DoubleView.of(function.name(), space, n);
                    results.add(y);
                    root.thenParallelFor(
                            function.name(),
                            RangePolicy.of(n),
                            function.kernel().of(first, second, y));
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("code: " + tier);
                exec.submit();
                space.fence();
            }
            List<String> differences = new ArrayList<>();
            for (int k = 0; k < functions.size(); k++) {
                differences.addAll(
                        functions.get(k).differences(a, b, results.get(k).toArray()));
            }
            assertThat(differences).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void each_tier_does_so_in_branches_and_loops(String tier) {
        int n = 20_000;
        try (ExecutionSpace space = space(tier)) {
            DoubleView y = DoubleView.of("y", space, n);
            Graph graph = Graph.define(
                    "waves",
                    root -> root.thenParallelFor("steps", RangePolicy.of(n), i -> y.set(i, StrictFunction.walk(i))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("code: " + tier);
                exec.submit();
                space.fence();
            }
            for (int i = 0; i < n; i++) {
                assertThat(y.get(i)).as("y at %s", i).isEqualTo(StrictFunction.walk(i));
            }
        }
    }
}
