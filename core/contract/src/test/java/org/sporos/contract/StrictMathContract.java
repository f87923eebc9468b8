package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.zoo.StrictFunction;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The functions of {@code StrictMath} have its bits on every backend. */
abstract class StrictMathContract extends Contract {
    @Test
    void all_functions_give_the_bits_of_the_jvm() {
        double[] a = StrictFunction.numbers(6000, 1);
        double[] b = StrictFunction.shuffled(a, 2);
        DoubleView first = doublesOf("a", a);
        DoubleView second = doublesOf("b", b);
        List<StrictFunction> functions = StrictFunction.all();
        List<DoubleView> results = new ArrayList<>();
        run(Graph.define("functions", root -> {
            for (StrictFunction function : functions) {
                DoubleView y = doubles(function.name(), a.length);
                results.add(y);
                root.thenParallelFor(
                        function.name(),
                        RangePolicy.of(a.length),
                        function.kernel().of(first, second, y));
            }
        }));
        List<String> differences = new ArrayList<>();
        for (int k = 0; k < functions.size(); k++) {
            differences.addAll(functions.get(k).differences(a, b, results.get(k).toArray()));
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void they_do_in_branches_loops_and_reductions() {
        int n = 5000;
        DoubleView y = doubles("y", n);
        DoubleView most = doubles("most");
        run(root -> root.thenParallelFor("steps", RangePolicy.of(n), i -> y.set(i, StrictFunction.walk(i)))
                .thenParallelReduce("most", RangePolicy.of(n), Max.into(most, i -> StrictMath.cos(y.get(i)))));
        double[] walked =
                IntStream.range(0, n).mapToDouble(StrictFunction::walk).toArray();
        assertThat(y.toArray()).isEqualTo(walked);
        assertThat(most.toArray())
                .containsExactly(
                        Arrays.stream(walked).map(StrictMath::cos).max().orElseThrow());
    }
}
