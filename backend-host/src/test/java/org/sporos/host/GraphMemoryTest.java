package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

class GraphMemoryTest {

    @ParameterizedTest
    @ValueSource(strings = {"host,threads=1", "host,threads=2", "host,threads=2,strict"})
    void memory_of_a_graph_is_zero_at_each_run_and_its_own_in_each_executable(String name) {
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                DoubleView out = DoubleView.of("out", space, 50)) {
            Graph graph = Graph.define("g", root -> {
                AllocateNodeRef<DoubleView> temp = root.thenAllocate("temp", DoubleView.spec(50));
                DoubleView t = temp.view();
                temp.thenParallelFor("add", RangePolicy.of(50), i -> t.set(i, t.get(i) + i))
                        .thenDeepCopy("out", out, t)
                        .thenFree("free", t);
            });
            long before = space.memorySpace().statistics().bytesInUse();
            ExecutableGraph one = graph.instantiate(space);
            ExecutableGraph two = graph.instantiate(space);
            for (int run = 0; run < 200; run++) {
                one.submit();
                two.submit();
                space.fence();
            }
            double[] result = out.toArray();
            for (int i = 0; i < 50; i++) {
                assertThat(result[i]).isEqualTo(i);
            }
            // Only a strict space has memory of its own; the heap is counted for all, and cleaners free it at any time.
            boolean own = name.contains("strict");
            assertThat(!own || space.memorySpace().statistics().bytesInUse() == before + 2 * 400)
                    .isTrue();
            one.close();
            two.close();
            assertThat(!own || space.memorySpace().statistics().bytesInUse() == before)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void memory_without_room_is_a_failure_of_its_node(int threads) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                DoubleView out = DoubleView.of("out", space)) {
            Graph graph = Graph.define("g", root -> {
                AllocateNodeRef<DoubleView> temp = root.thenAllocate("huge", DoubleView.spec(1L << 40));
                DoubleView t = temp.view();
                temp.then("use", () -> out.set(t.get(5L)));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < 10; run++) {
                    exec.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageMatching("R309: node 'huge' \\(.*\\) of graph 'g' cannot allocate: S207: .*");
                }
            }
        }
    }
}
