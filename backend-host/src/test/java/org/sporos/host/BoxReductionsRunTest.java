package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

/** Reductions over boxes, whose rows of any length native code does many at a time. */
class BoxReductionsRunTest {
    private static final int[][] EXTENTS = {
        {1, 1}, {0, 5}, {5, 0}, {4, 0, 3}, {3, 5000}, {5000, 3}, {41, 127}, {7, 5, 61}, {30, 40, 2}, {5, 3, 7, 31}
    };

    /** Returns the sum and the greatest of all contributions for each box. */
    private static List<Double> results(String spec) {
        List<Double> results = new ArrayList<>();
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            for (int[] extents : EXTENTS) {
                DoubleView sum = DoubleView.of("sum", space);
                LongView most = LongView.of("most", space);
                int rank = extents.length;
                int[] begin = {-2, 3, 1, -4};
                int[] first = Arrays.copyOf(begin, rank);
                int[] end = new int[rank];
                for (int d = 0; d < rank; d++) {
                    end[d] = first[d] + extents[d];
                }
                MDRangePolicy box = MDRangePolicy.of(first, end);
                Graph graph = Graph.define("box", root -> {
                    if (rank == 2) {
                        root.thenParallelReduce(
                                "two",
                                box,
                                Sum.into(sum, (i, j) -> 1.0 / (1 + 31 * i * i + j)),
                                Max.into(most, (i, j) -> (7L * i + 3L * j) % 1001));
                    } else if (rank == 3) {
                        root.thenParallelReduce(
                                "three",
                                box,
                                Sum.into(sum, (i, j, k) -> 1.0 / (1 + 31 * i * i + 7 * j + k)),
                                Max.into(most, (i, j, k) -> (7L * i + 3L * j - k) % 1001));
                    } else {
                        root.thenParallelReduce(
                                "four",
                                box,
                                Sum.into(sum, (i, j, k, l) -> 1.0 / (100 + 31 * i + 7 * j + k * k + l)),
                                Max.into(most, (i, j, k, l) -> (7L * i + 3L * j - k * l) % 1001));
                    }
                });
                graph.run(space);
                space.fence();
                results.add(sum.get());
                results.add((double) most.get());
            }
        }
        return results;
    }

    @ParameterizedTest
    @ValueSource(strings = {"host,kernels=native,threads=1", "host,kernels=native,threads=3", "host,kernels=bytecode"})
    void each_tier_has_the_bits_of_the_lambda(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        assertThat(results(spec)).isEqualTo(results("host,kernels=loop"));
    }

    @Test
    void a_failure_in_a_later_row_names_its_index() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        try (ExecutionSpace space = ExecutionSpaces.open("host,kernels=native,threads=1")) {
            DoubleView x = DoubleView.of("x", space, 20, 10);
            DoubleView sum = DoubleView.of("sum", space);
            IntParam shift = IntParam.of("shift", 0);
            Graph graph = Graph.define(
                    "box",
                    root -> root.thenParallelReduce(
                            "shifted",
                            MDRangePolicy.of(20, 10),
                            Sum.into(sum, (i, j) -> x.get(i < 17 ? i : i + shift.get(), j))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                shift.set(2);
                exec.submit();
                assertThatThrownBy(space::fence).hasMessageContaining("shifted").hasMessageContaining("(20, 0)");
            }
        }
    }
}
