package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** Bytecode that updates copies of views, in calls of about as many indexes as the copies have elements. */
class AtomicCopiesTest {

    @ParameterizedTest
    @CsvSource({"1, 4, 4", "1, 40000, 1", "3, 40000, 256", "3, 40000, 257", "1, 600000, 300000"})
    void keys_are_counted(int threads, int n, int bins) {
        int[] of = new Random(n + bins).ints(n, 0, bins).toArray();
        try (ExecutionSpace space = ExecutionSpaces.open("host,kernels=bytecode,threads=" + threads);
                IntView keys = IntView.copyOf("keys", space, of);
                IntView counts = IntView.of("counts", space, bins)) {
            int[] wanted = new int[bins];
            for (int key : of) {
                wanted[key] += 2;
            }
            Graph.define("g", root -> root.thenParallelFor("count", n, i -> counts.atomicAdd(keys.get(i), 2)))
                    .run(space);
            assertThat(counts.toArray()).isEqualTo(wanted);
        }
    }
}
