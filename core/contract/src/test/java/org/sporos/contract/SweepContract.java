package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.sweep.Sweep;
import org.sporos.sweep.SweepCase;
import org.sporos.sweep.SweepTable;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Cases of a sweep that run graphs, each worker on a space of its own. */
abstract class SweepContract extends Contract {
    private static final List<Integer> CASES = IntStream.range(0, 12).boxed().toList();

    private static double harmonic(int k, ExecutionSpace space) {
        int n = 1000 * (k + 1);
        try (DoubleView x = DoubleView.of("x", space, n);
                DoubleView sum = DoubleView.of("sum", space)) {
            Graph graph = Graph.define(
                    "harmonic",
                    root -> root.thenParallelFor("fill", RangePolicy.of(n), i -> x.set(i, 1.0 / (i + 1)))
                            .thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
            }
            return sum.toArray()[0];
        }
    }

    @Test
    void the_bits_of_a_case_do_not_depend_on_workers() {
        SweepTable<Integer, Double> one =
                Sweep.of("harmonic", SweepContract::harmonic).on(spec(), 1).run(CASES);
        SweepTable<Integer, Double> two =
                Sweep.of("harmonic", SweepContract::harmonic).on(spec(), 2).run(CASES);
        assertThat(two.results()).isEqualTo(one.results());
        assertThat(two.results())
                .isEqualTo(CASES.stream().map(k -> harmonic(k, space())).toList());
        assertThat(two.toCsv()).isEqualTo(one.toCsv());
    }

    /** Leaves two runs behind that fail, and waits for neither. */
    private static int leavesFailures(int k, ExecutionSpace space) {
        try (IntView at = IntView.copyOf("at", space, k == 1 ? 100 : 0);
                IntView x = IntView.of("x", space, 4)) {
            Graph graph = Graph.define("scatter", root -> root.then("k", () -> x.set(at.get(0), 7)));
            try (ExecutableGraph first = graph.instantiate(space);
                    ExecutableGraph second = graph.instantiate(space)) {
                first.submit();
                second.submit();
            }
        }
        return k;
    }

    @Test
    void a_run_that_fails_after_its_function_has_returned_is_the_failure_of_its_case() {
        SweepTable<Integer, Integer> table =
                Sweep.of("scatter", SweepContract::leavesFailures).on(spec(), 1).run(List.of(0, 1, 2));
        assertThat(table.rows())
                .extracting(SweepCase::state)
                .containsExactly(SweepCase.State.DONE, SweepCase.State.FAILED, SweepCase.State.DONE);
        assertThat(table.rows().get(1).failure())
                .isInstanceOf(GraphRunException.class)
                .hasMessageStartingWith("R301: ");
    }

    @Test
    void a_case_that_closes_its_space_harms_no_other() {
        SweepTable<Integer, Double> table = Sweep.<Integer, Double>of("closes", (k, space) -> {
                    double sum = harmonic(k, space);
                    if (k % 5 == 0) {
                        space.close();
                    }
                    return sum;
                })
                .on(spec(), 1)
                .run(CASES);
        assertThat(table.results())
                .isEqualTo(CASES.stream().map(k -> harmonic(k, space())).toList());
    }
}
