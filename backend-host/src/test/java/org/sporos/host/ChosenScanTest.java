package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** A scan on one thread, whose consumer stores for chosen indexes. */
class ChosenScanTest {
    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void the_first_chosen_index_that_fails_is_the_one_that_is_reported(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        int n = 3000;
        for (int step : new int[] {1, 2, 3, 40}) {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
                    IntView chosen = IntView.of("chosen", space, n);
                    IntView kept = IntView.of("kept", space, 50);
                    ExecutableGraph exec = Graph.define(
                                    "fails",
                                    root -> root.thenParallelScan(
                                            "compaction",
                                            RangePolicy.of(n),
                                            i -> chosen.get(i) == 0 ? 1 : 0,
                                            (i, before) -> {
                                                if (chosen.get(i) == 0) {
                                                    kept.set(before, i);
                                                }
                                            },
                                            Scan.exclusiveInt()))
                            .instantiate(space)) {
                chosen.assign(IntStream.range(0, n).map(i -> i % step).toArray());
                exec.submit();
                assertThatThrownBy(space::fence)
                        .isInstanceOf(GraphRunException.class)
                        .hasMessageContaining("50")
                        .hasMessageContaining("work item " + 50 * step + ":");
                assertThat(kept.get(49)).isEqualTo(49 * step);
            }
        }
    }
}
