package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.check.GraphEffects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Work;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.Planner;
import org.sporos.render.Dot;
import org.sporos.render.Mermaid;
import org.sporos.render.Svg;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.DoubleView;

/** Each kind of node goes through all steps of the library, up to the native nodes of CUDA and of HIP. */
final class NodeKindsTest {
    private static NodeKinds kinds(GpuSpace space) {
        return new NodeKinds(space, ExternalSemaphore.ofFileDescriptor("semaphore", 3));
    }

    private static Node nodeOf(Class<? extends Work> kind, Graph graph) {
        return graph.nodes().stream()
                .filter(node -> kind.isInstance(node.work()))
                .findFirst()
                .orElseThrow();
    }

    private static void forEach(Consumer<Map.Entry<Class<? extends Work>, Graph>> test) throws Exception {
        try (GpuSpace space = space("cuda", new RecordingDriver());
                NodeKinds kinds = kinds(space)) {
            kinds.graphs().entrySet().forEach(test);
        }
    }

    private static GpuSpace space(String kind, GpuDriver driver) {
        return GpuSpace.open(kind, driver, kind.equals("cuda") ? CppDialect.CUDA : CppDialect.HIP, BinaryCache.off());
    }

    /** A new kind needs a graph in {@link NodeKinds}, so that the tests here and those of the host see it. */
    @Test
    void each_kind_has_a_sample() throws Exception {
        try (GpuSpace space = space("cuda", new RecordingDriver());
                NodeKinds kinds = kinds(space)) {
            assertThat(kinds.graphs().keySet()).isEqualTo(NodeKinds.all());
            kinds.graphs()
                    .forEach((kind, graph) -> assertThat(nodeOf(kind, graph)).isNotNull());
        }
    }

    @Test
    void each_kind_says_what_it_does() throws Exception {
        forEach(sample -> {
            Work work = nodeOf(sample.getKey(), sample.getValue()).work();
            boolean does = !work.kernels().isEmpty() || !work.nested().isEmpty() || !isNothing(work.effects());
            assertThat(does).as(work.toString()).isEqualTo(!work.isEmpty());
            assertThat(work.isEmpty()).isEqualTo(work instanceof Work.Join);
            Work mapped = work.mapped(new Work.Mapping() {});
            assertThat(mapped).hasToString(work.toString());
            assertThat(mapped.kernels()).isEqualTo(work.kernels());
            assertThat(mapped.nested()).isEqualTo(work.nested());
        });
    }

    private static boolean isNothing(NodeEffects effects) {
        return effects.agent() == NodeEffects.Agent.NONE
                && effects.accesses().isEmpty()
                && !effects.isUnknown()
                && !effects.isOfMemory()
                && !effects.isOfEvent()
                && !effects.isOfSemaphore();
    }

    @Test
    void each_kind_is_drawn_and_planned() throws Exception {
        forEach(sample -> {
            Graph graph = sample.getValue();
            Node node = nodeOf(sample.getKey(), graph);
            String shown = node.work().isEmpty() ? "whenAll" : "node";
            assertThat(List.of(Dot.of(graph), Mermaid.of(graph), Svg.of(graph)))
                    .allMatch(picture -> node.work().isEmpty() || picture.contains(shown));
            assertThat(Planner.plan(graph).units()).extracting(LaunchUnit::node).contains(node);
            assertThat(GraphEffects.of(CapturedGraph.of(graph))).isNotNull();
        });
    }

    /** What a kind reads and writes reaches the check for data races: the same node twice, in no order. */
    @Test
    void two_nodes_of_a_kind_that_write_one_view_are_a_race() throws Exception {
        try (GpuSpace space = space("cuda", new RecordingDriver());
                DoubleView x = DoubleView.of("x", space, 3);
                NodeKinds kinds = kinds(space)) {
            kinds.graphs().forEach((kind, graph) -> {
                GraphEffects effects = GraphEffects.of(CapturedGraph.of(graph));
                boolean writes = nodeOf(kind, graph).work().effects().accesses().stream()
                        .anyMatch(access -> access.mode().writes());
                if (writes) {
                    Graph twice = Graph.define("twice", root -> {
                        root.thenGraph("one", graph);
                        root.thenGraph("two", graph);
                    });
                    assertThatThrownBy(() -> twice.instantiate(space))
                            .as(kind.getSimpleName())
                            .isInstanceOf(GraphException.class)
                            .hasMessageContaining("G102");
                    assertThat(effects.views()).isNotEmpty();
                }
            });
        }
    }

    private static void lowered(String kind, RecordingDriver driver) throws Exception {
        try (GpuSpace space = space(kind, driver);
                NodeKinds kinds = kinds(space)) {
            for (Graph graph : kinds.graphs().values()) {
                for (Merging merging : Merging.values()) {
                    try (ExecutableGraph exec = graph.instantiate(space, merging)) {
                        assertThat(driver.lastGraph().counts())
                                .as(graph.label())
                                .isNotEmpty();
                        assertThat(exec.explain()).contains(graph.toString());
                        exec.submit();
                        space.fence();
                    }
                }
            }
        }
    }

    @Test
    void each_kind_becomes_native_nodes_of_cuda() throws Exception {
        lowered("cuda", new RecordingDriver());
    }

    /** A driver without conditional nodes and without nodes that allocate. */
    @Test
    void each_kind_becomes_native_nodes_of_hip() throws Exception {
        lowered("hip", new RecordingDriver() {
            @Override
            public GpuFeatures features() {
                return new GpuFeatures(false, false, true, 0, false, false, false);
            }
        });
    }
}
