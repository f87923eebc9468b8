package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Edges after which a kernel starts while its predecessor runs, without a GPU: the recorder has room for 270,336 threads. */
final class ProgrammaticEdgesTest {
    private static final int SMALL = 3200;
    private static final int LARGE = 1_000_000;

    private final RecordingDriver recorder = new RecordingDriver();

    private RecordedGraph built(BiFunction<DoubleView, DoubleView, Graph> definition) {
        try (GpuSpace space = GpuSpace.open("cuda", recorder, CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, LARGE);
                DoubleView y = DoubleView.of("y", space, LARGE);
                ExecutableGraph exec = definition.apply(x, y).instantiate(space, Merging.OFF)) {
            // The wait is the first statement of each entry.
            String code = exec.explain(ExplainOption.WITH_CODE);
            int entries = code.split("__global__ void", -1).length - 1;
            assertThat(code.split("\\) \\{\n    java::await_launches\\([^;]*;\n", -1))
                    .hasSize(entries + 1);
            return recorder.lastGraph();
        }
    }

    private static NodeRef reversed(NodeRef after, DoubleView from, DoubleView to, int n) {
        return after.thenParallelFor("reversed", RangePolicy.of(n), i -> to.set(i, from.get(n - 1 - i)));
    }

    private static Graph chain(DoubleView x, DoubleView y, int first, int second, int third) {
        return Graph.define(
                "chain", root -> reversed(reversed(reversed(root, x, y, first), y, x, second), x, y, third));
    }

    @Test
    void small_launches_start_while_their_predecessors_run() {
        assertThat(built((x, y) -> chain(x, y, SMALL, SMALL, SMALL)).programmaticEdges())
                .containsExactly("1 -> 2", "2 -> 3");
    }

    @Test
    void a_launch_that_shares_the_device_with_none_has_full_edges() {
        assertThat(built((x, y) -> chain(x, y, SMALL, LARGE, SMALL)).programmaticEdges())
                .isEmpty();
        assertThat(built((x, y) -> chain(x, y, LARGE, SMALL, SMALL)).programmaticEdges())
                .containsExactly("2 -> 3");
        // Half of the threads of the device, and a block more.
        assertThat(built((x, y) -> chain(x, y, 135_168, 135_168, 135_169)).programmaticEdges())
                .containsExactly("1 -> 2");
    }

    @Test
    void all_edges_of_a_join_are_programmatic_from_small_launches_only() {
        RecordedGraph graph = built((x, y) -> Graph.define("join", root -> {
            NodeRef first = root.thenParallelFor("a", RangePolicy.of(SMALL), i -> x.set(i, 1));
            NodeRef second = root.thenParallelFor("b", RangePolicy.of(SMALL), i -> y.set(i, 2));
            NodeRef large = root.thenParallelFor("c", RangePolicy.of(SMALL, LARGE), i -> x.set(i, 3));
            NodeRef joined = Graph.whenAll(first, second, large)
                    .thenParallelFor("sum", RangePolicy.of(SMALL), i -> x.set(i, x.get(i + SMALL) + y.get(i)));
            NodeRef copied = joined.thenDeepCopy("copy", y, x);
            NodeRef unused = copied.thenParallelFor("after", RangePolicy.of(SMALL), i -> x.set(i, y.get(i)));
        }));
        assertThat(graph.counts()).containsEntry(NodeKind.COPY, 1);
        assertThat(graph.programmaticEdges()).containsExactlyInAnyOrder("1 -> 4", "2 -> 4");
    }

    @Test
    void bodies_of_conditional_nodes_have_full_edges() {
        RecordedGraph graph = built((x, y) -> {
            Graph body = Graph.define(
                    "body",
                    root -> reversed(reversed(root, x, y, SMALL), y, x, SMALL)
                            .then("count", () -> x.set(0, x.get(0) - 1)));
            return Graph.define("loop", root -> {
                NodeRef loop = reversed(root, x, y, SMALL).thenWhile("loop", () -> x.get(0) > 0, body, 10);
                NodeRef unused = reversed(reversed(loop, x, y, SMALL), y, x, SMALL);
            });
        });
        assertThat(graph.bodies()).hasSize(1);
        assertThat(graph.bodies().get(0).programmaticEdges()).isEmpty();
        assertThat(graph.programmaticEdges()).hasSize(1);
    }

    @Test
    void a_driver_without_them_gets_full_edges() {
        RecordingDriver old = new RecordingDriver() {
            @Override
            public GpuFeatures features() {
                return new GpuFeatures(true, true, true, 0, true, false, false);
            }
        };
        try (GpuSpace space = GpuSpace.open("hip", old, CppDialect.HIP, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, SMALL);
                DoubleView y = DoubleView.of("y", space, SMALL);
                ExecutableGraph exec = chain(x, y, SMALL, SMALL, SMALL).instantiate(space, Merging.OFF)) {
            assertThat(exec.explain(ExplainOption.WITH_CODE)).doesNotContain("await_launches");
            assertThat(old.lastGraph().programmaticEdges()).isEqualTo(List.of());
        }
    }
}
