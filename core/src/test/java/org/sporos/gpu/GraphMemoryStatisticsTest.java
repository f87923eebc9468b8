package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.view.IntView;

/** The memory of native graphs as a space tells of it; the recording driver keeps what nodes allocate and uses none. */
class GraphMemoryStatisticsTest {
    private final GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());

    private ExecutableGraph allocating() {
        return Graph.define("g", root -> {
                    AllocateNodeRef<IntView> temp = root.thenAllocate("temp", IntView.spec(1000));
                    IntView t = temp.view();
                    temp.thenParallelFor("use", RangePolicy.of(1000), i -> t.set(i, i))
                            .thenFree("free", t);
                })
                .instantiate(space);
    }

    @Test
    void it_is_told_and_given_back_apart_from_the_memory_of_views() {
        assertThat(space.graphMemory()).isEqualTo(GraphMemoryStatistics.NONE);
        long views = space.memorySpace().statistics().bytesInUse();
        try (ExecutableGraph exec = allocating()) {
            assertThat(exec.graph().label()).isEqualTo("g");
            assertThat(space.graphMemory()).isEqualTo(new GraphMemoryStatistics(0, 4000));
            assertThat(space.trimGraphMemory()).isEqualTo(4000);
            assertThat(space.graphMemory()).isEqualTo(GraphMemoryStatistics.NONE);
            assertThat(space.trimGraphMemory()).isZero();
        }
        assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(views);
        space.close();
    }

    @Test
    void a_closed_space_tells_nothing() {
        space.close();
        assertThatThrownBy(space::graphMemory).hasMessageContaining("S217").isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(space::trimGraphMemory).hasMessageContaining("S217");
    }
}
