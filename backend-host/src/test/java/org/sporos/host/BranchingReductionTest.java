package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Contributions that branch, whose tiles C++ folds although bytecode only evaluates them, give the same bits in each
 * code, over ranges of whole tiles and a rest.
 */
class BranchingReductionTest {
    private static final int N = 20_001;

    @ParameterizedTest(name = "{0} threads, {1}")
    @CsvSource({"1, bytecode", "1, native", "1, auto", "2, native", "2, auto"})
    void tiles_of_contributions_that_branch_have_the_same_bits_in_each_code(int threads, String code) {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        assertThat(bits(threads, code, 3)).isEqualTo(bits(threads, "loop", 1));
    }

    /** Returns the bits of all results after some runs. */
    private static List<Long> bits(int threads, String code, int runs) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + code)) {
            Random random = new Random(5);
            DoubleView x = DoubleView.of("x", space, N);
            IntView q = IntView.of("q", space, N);
            for (int i = 0; i < N; i++) {
                x.set(i, random.nextInt(5000) == 0 ? -0.0 : random.nextGaussian());
                q.set(i, random.nextInt(1000));
            }
            DoubleView least = DoubleView.of("least", space);
            DoubleView most = DoubleView.of("most", space);
            FloatView sum = FloatView.of("sum", space);
            IntView count = IntView.of("count", space);
            LongView far = LongView.of("far", space);
            IndexSet odd =
                    IndexSet.of(IntStream.range(0, N).filter(i -> i % 5 != 0).toArray());
            Graph graph = Graph.define("branches", root -> {
                root.thenParallelReduce(
                        "limits",
                        RangePolicy.of(N),
                        Min.into(least, i -> x.get(i) > 0.1 ? 1 / x.get(i) : x.get(q.get(i))),
                        Max.into(most, i -> q.get(i) > 500 ? Math.sqrt(Math.abs(x.get(i))) : x.get(i)));
                root.thenParallelReduce(
                        "sum",
                        LongRangePolicy.of(7, N),
                        Sum.intoLongRange(sum, i -> i % 3 == 0 ? (float) x.get((int) i) : 0.25f));
                root.thenParallelReduce(
                        "count", RangePolicy.of(3, N), Sum.into(count, i -> x.get(i) > 0 ? q.get(i) : -i));
                root.thenParallelReduce("far", odd, Max.into(far, i -> q.get(i) > 3 ? (long) i * q.get(i) : 1L << 40));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < runs; run++) {
                    exec.submit();
                    space.fence();
                }
                if (code.equals("native")) {
                    assertThat(exec.explain()).contains("code: native").doesNotContain("code: bytecode");
                }
            }
            return List.of(
                    Double.doubleToRawLongBits(least.get()),
                    Double.doubleToRawLongBits(most.get()),
                    (long) Float.floatToRawIntBits(sum.get()),
                    (long) count.get(),
                    far.get());
        }
    }

    @Test
    void a_contribution_that_branches_and_fails_in_a_tile_names_its_work_item_in_each_code() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        String expected = failure("loop");
        assertThat(expected).contains("in work item 12345");
        assertThat(failure("bytecode")).isEqualTo(expected);
        assertThat(failure("native")).isEqualTo(expected);
    }

    private static String failure(String code) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + code)) {
            DoubleView x = DoubleView.of("x", space, N);
            IntView q = IntView.of("q", space, N);
            q.set(12_345, 2 * N);
            DoubleView least = DoubleView.of("least", space);
            Graph graph = Graph.define(
                    "fails",
                    root -> root.thenParallelReduce(
                            "least", RangePolicy.of(N), Min.into(least, i -> i % 2 == 1 ? x.get(q.get(i)) : 1.5)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                return catchThrowableOfType(GraphRunException.class, space::fence)
                        .getMessage();
            }
        }
    }
}
