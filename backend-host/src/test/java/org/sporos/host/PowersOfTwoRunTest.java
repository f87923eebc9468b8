package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Quotients and remainders by powers of two, of indexes that may be negative and of those that never are. */
class PowersOfTwoRunTest {
    private static final int N = 40;

    private static RangeBody body(IntView to, int first) {
        return i -> {
            int most = i / (1 << 30) + i % (1 << 30);
            int sum =
                    (i + 1) / 2 + 3 * (i / 4) + 5 * (i % 8) + 7 * ((i - 3) / 2) + 11 * ((i - 3) % 16) + i / 3 + i / -2;
            to.set(i - first, sum + 13 * (i / 1) + 17 * (i % 1) + 19 * most);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host,strict",
                "host,kernels=loop",
                "host,kernels=bytecode,threads=1",
                "host,kernels=native,threads=1"
            })
    void quotients_and_remainders_are_those_of_java_on_both_sides_of_zero(String spec) {
        assumeTrue(!spec.contains("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            for (int first : new int[] {0, 3, -20, -N, Integer.MIN_VALUE, Integer.MAX_VALUE - N}) {
                IntView to = IntView.of("to", space, N);
                IntView wanted = IntView.of("wanted", MemorySpace.host(), N);
                RangeBody same = body(wanted, first);
                for (int i = first; i < first + N; i++) {
                    same.at(i);
                }
                RangePolicy range = RangePolicy.of(first, first + N);
                Graph.define("divide", root -> root.thenParallelFor("divide", range, body(to, first)))
                        .run(space);
                space.fence();
                assertThat(to.toArray()).as(spec + " from " + first).isEqualTo(wanted.toArray());
            }
        }
    }
}
