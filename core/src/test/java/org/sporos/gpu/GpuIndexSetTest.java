package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.MinLoc;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.IndexSet;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

/** The copies of index sets in the memory of a device, and the code of kernels over them. */
class GpuIndexSetTest {
    private static final int N = 10_000;

    private final GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());

    private long bytes() {
        return space.memorySpace().statistics().bytesInUse();
    }

    @Test
    void nodes_and_executables_share_one_copy() {
        IndexSet set = IndexSet.of(IntStream.range(0, N).map(i -> 3 * i));
        try (DoubleView x = DoubleView.of("x", space, 3 * N)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("one", set, i -> x.set(i, 1))
                            .thenParallelFor("two", set.withBlock(64), i -> x.set(i, 2)));
            long before = bytes();
            try (ExecutableGraph first = graph.instantiate(space);
                    ExecutableGraph second = graph.instantiate(space)) {
                assertThat(first.graph()).isSameAs(second.graph()).isSameAs(graph);
                assertThat(bytes() - before).isBetween(4L * N, 8L * N - 1);
            }
            assertThat(bytes()).isEqualTo(before);
        }
        space.close();
    }

    @Test
    void kernels_load_their_index_without_a_check() {
        try (DoubleView x = DoubleView.of("x", space, 100);
                DoubleView best = DoubleView.of("best", space);
                LongView at = LongView.of("at", space)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("mark", IndexSet.of(7, 99, 3), i -> x.set(i, i))
                            .thenParallelReduce("least", IndexSet.of(7, 99, 3), MinLoc.into(best, at, i -> x.get(i))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain(ExplainOption.WITH_CODE))
                        .contains("#0 mark parallelFor{3 in [3, 99]}")
                        .contains("const int i = indexes[p];\n")
                        .contains("v.at < 0 ? -1 : indexes[v.at]");
            }
        }
        space.close();
    }
}
