package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.ByteView;
import org.sporos.view.IntView;
import org.sporos.view.ShortView;
import org.sporos.view.Slice;

/**
 * Native graphs as they are built, without a GPU. The property {@code sporos.golden} names a folder to write texts to.
 */
@ExtendWith(NoLeaks.class)
class GpuLoweringTest implements NoLeaks.Watching {
    private final RecordingDriver recorder = new RecordingDriver();
    private final WatchedDriver watched = new WatchedDriver(recorder);
    private GpuSpace space;

    @BeforeEach
    void open() {
        space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
    }

    @AfterEach
    void close() {
        space.close();
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private static void assertGolden(String file, String text) throws IOException {
        String folder = System.getProperty("sporos.golden");
        if (folder != null) {
            Files.writeString(Path.of(folder, file), text);
            return;
        }
        try (InputStream in = GpuLoweringTest.class.getResourceAsStream(file)) {
            assertThat(text).isEqualTo(in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void every_node_kind_becomes_the_native_nodes_of_the_golden_text() throws Exception {
        try (AllNodes all = new AllNodes(space);
                ExecutableGraph exec = all.graph(true).instantiate(space, InstantiateOption.Merging.OFF)) {
            assertGolden("all-nodes.txt", recorder.lastGraph().text());
            exec.submit();
            space.fence();
        }
    }

    @Test
    void the_native_nodes_of_a_graph_with_every_node_kind_are_counted_by_kind() throws Exception {
        try (AllNodes all = new AllNodes(space);
                ExecutableGraph exec = all.graph(true).instantiate(space, InstantiateOption.Merging.OFF)) {
            Map<NodeKind, Integer> counts = recorder.lastGraph().counts();
            assertThat(counts).containsEntry(NodeKind.HOST, 1).containsEntry(NodeKind.CONDITIONAL, 5);
            assertThat(counts).containsEntry(NodeKind.ALLOCATE, 1).containsEntry(NodeKind.FREE, 1);
            assertThat(counts).containsEntry(NodeKind.EVENT_RECORD, 1).containsEntry(NodeKind.EVENT_WAIT, 1);
            assertThat(counts).containsEntry(NodeKind.SEMAPHORE_SIGNAL, 1).containsEntry(NodeKind.SEMAPHORE_WAIT, 1);
            assertThat(counts).containsEntry(NodeKind.CHILD, 1);
            assertThat(exec.explain()).contains("native nodes: " + counts);
        }
    }

    /** Drivers fill with elements of 1, 2 or 4 bytes, whose other bits are 0; what has gaps is left to kernels. */
    @Test
    void bytes_and_shorts_are_filled_and_copied_by_their_size() {
        try (ByteView b = ByteView.of("b", space, 7, 3);
                ShortView s = ShortView.of("s", space, 5, 3)) {
            Graph graph = Graph.define(
                    "fills",
                    root -> root.thenFill("b", b, (byte) -1)
                            .thenFill("s", s, (short) -2)
                            .thenFill("column", b.subview(Slice.all(), Slice.at(1)), (byte) 4)
                            .thenDeepCopy(
                                    "columns",
                                    s.subview(Slice.all(), Slice.at(0)),
                                    s.subview(Slice.all(), Slice.at(2))));
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertThat(recorder.lastGraph().text().split("\n"))
                        .satisfiesExactly(
                                line -> assertThat(line).contains("FILL device with 255, 21 x 1 of 1 bytes"),
                                line -> assertThat(line).contains("FILL device with 65534, 15 x 1 of 2 bytes"),
                                line -> assertThat(line).contains("KERNEL sporos_fill1 "),
                                line -> assertThat(line).contains("KERNEL sporos_copy2 "));
            }
        }
    }

    @Test
    void several_roots_and_leaves_are_joined_by_kernels() {
        try (IntView x = IntView.of("x", space, 3)) {
            Graph graph = Graph.define("three", root -> {
                root.thenParallelFor("a", RangePolicy.of(1), i -> x.set(i, 1));
                root.thenParallelFor("b", RangePolicy.of(1, 2), i -> x.set(i, 1));
                root.thenParallelFor("c", RangePolicy.of(2, 3), i -> x.set(i, 1));
            });
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertThat(recorder.lastGraph().counts()).isEqualTo(Map.of(NodeKind.KERNEL, 5));
                assertThat(recorder.lastGraph().text())
                        .contains("4 KERNEL sporos_nothing")
                        .contains("after 1, 2, 3");
            }
        }
    }

    /** See {@link PlanLowering#lowerBody}. */
    @Test
    void conditionals_of_a_body_follow_one_another() {
        try (IntView x = IntView.of("x", space)) {
            Graph empty = Graph.define("empty", root -> {});
            Graph body = Graph.define("body", root -> {
                root.thenIf("a", () -> x.get() == 0, empty);
                root.thenIf("b", () -> x.get() == 1, empty);
                root.thenSwitch("c", () -> x.get());
            });
            Graph graph = Graph.define("top", root -> {
                root.thenWhile("while", () -> x.get() < 3, body, 10);
                root.thenIf("beside", () -> x.get() == 0, empty);
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertGolden("conditionals-of-a-body.txt", recorder.lastGraph().text());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A join is worth no native node where it has few neighbours, nor an edge that others imply. */
    @Test
    void joins_of_few_become_edges_and_edges_that_others_imply_are_left_out() {
        try (IntView x = IntView.of("x", space, 4)) {
            Graph graph = Graph.define("joins", root -> {
                NodeRef a = root.then("a", () -> x.set(0, 1));
                NodeRef b = a.then("b", () -> x.set(1, 1));
                NodeRef c = a.then("c", () -> x.set(2, 1));
                Graph.whenAll(a, b, c).then("d", () -> x.set(3, 1));
            });
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                assertThat(exec.graph()).isSameAs(graph);
                assertThat(recorder.lastGraph().counts()).isEqualTo(Map.of(NodeKind.KERNEL, 4));
                assertThat(recorder.lastGraph().text().split("\n")[3]).endsWith("after 2, 3");
            }
        }
    }

    /** As wide as it is, at most so many nodes depend on the first one and on the last. */
    @Test
    void a_wide_graph_becomes_chains_side_by_side() {
        try (IntView x = IntView.of("x", space)) {
            Graph graph = Graph.define("wide", root -> {
                NodeRef first = root.then("first", () -> x.set(0));
                List<NodeRef> all = new java.util.ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    all.add(first.then("k", () -> x.atomicAdd(1)));
                }
                Graph.whenAll(all).then("last", () -> x.set(0));
            });
            try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
                String[] lines = recorder.lastGraph().text().split("\n");
                assertThat(exec.graph().label()).isEqualTo("wide");
                assertThat(lines).hasSize(102);
                assertThat(lines[101]).startsWith("102 KERNEL k2_last ");
                assertThat(lines).filteredOn(line -> line.endsWith(" after 1")).hasSize(TwinChains.WIDTH);
                assertThat(lines[101].split("after ")[1].split(", ")).hasSize(TwinChains.WIDTH);
                assertThat(lines[1 + TwinChains.WIDTH]).endsWith(" after 2");
            }
        }
    }

    @Test
    void host_nodes_are_never_put_behind_each_other() {
        Graph graph = Graph.define("wide", root -> {
            NodeRef first = root.then("first", () -> {});
            for (int i = 0; i < 100; i++) {
                first.thenHost("h", List.of(org.sporos.graph.Access.reads()), () -> {});
            }
        });
        try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
            assertThat(recorder.lastGraph().text().split("\n"))
                    .filteredOn(line -> line.endsWith("HOST after 1"))
                    .hasSize(100);
        }
    }
}
