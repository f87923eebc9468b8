package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExternalSemaphore;

class SemaphoreNodesTest {
    private final ScriptedDriver sequence = new ScriptedDriver(
            "importSemaphore", "destroySemaphore", "addSemaphoreSignal", "addSemaphoreWait", "addEdge");

    @BeforeAll
    static void keepNoImages() {
        System.setProperty("sporos.cache", "off");
    }

    @AfterAll
    static void keepImages() {
        System.clearProperty("sporos.cache");
    }

    private static Graph graph(ExternalSemaphore semaphore) {
        return Graph.define(
                "frame",
                root -> root.thenWaitSemaphore("drawn", semaphore, 4).thenSignalSemaphore("computed", semaphore, 5));
    }

    @Test
    void a_semaphore_is_imported_once_and_given_up_with_the_space() {
        sequence.sequence("importSemaphore", () -> 90L);
        sequence.sequence("createGraph", () -> 50L);
        sequence.sequence("createGraph", () -> 51L);
        sequence.sequence("addSemaphoreWait", () -> 200L);
        sequence.sequence("addSemaphoreSignal", () -> 201L);
        sequence.sequence("addSemaphoreWait", () -> 202L);
        sequence.sequence("addSemaphoreSignal", () -> 203L);
        Graph graph = graph(ExternalSemaphore.ofFileDescriptor("vulkan", 7));
        try (GpuSpace space = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA)) {
            graph.instantiate(space).close();
            graph.instantiate(space).close();
            assertThat(sequence.calls())
                    .containsExactly(
                            "importSemaphore 7",
                            "addSemaphoreWait 50 90 4",
                            "addSemaphoreSignal 50 90 5",
                            "addEdge 50 200 201",
                            "addSemaphoreWait 51 90 4",
                            "addSemaphoreSignal 51 90 5",
                            "addEdge 51 202 203");
            sequence.calls().clear();
        }
        assertThat(sequence.calls()).containsExactly("destroySemaphore 90");
    }

    @Test
    void a_second_space_needs_a_descriptor_of_its_own() {
        Graph graph = graph(ExternalSemaphore.ofFileDescriptor("vulkan", 7));
        try (GpuSpace first = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA);
                GpuSpace second = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA)) {
            graph.instantiate(first).close();

            assertThatThrownBy(() -> graph.instantiate(second))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("S214: the descriptor of semaphore 'vulkan' was taken over by cuda:0");
        }
    }

    @Test
    void a_space_whose_driver_has_no_semaphores_refuses_their_nodes_by_name() {
        GpuFeatures none = new GpuFeatures(true, true, false, 0, false, false, false);
        sequence.sequence("features", () -> none);
        sequence.sequence("features", () -> none);
        Graph graph = graph(ExternalSemaphore.ofFileDescriptor("vulkan", 7));
        try (GpuSpace space = GpuSpace.open("hip", sequence.driver(), CppDialect.HIP)) {
            assertThatThrownBy(() -> graph.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("S214: node 'drawn'")
                    .hasMessageContaining("S214: node 'computed'")
                    .hasMessageContaining("uses semaphore 'vulkan', which hip:0 cannot use");
        }
        assertThat(sequence.calls()).isEmpty();
    }

    @Test
    void an_import_that_fails_can_be_tried_again() {
        sequence.fail("importSemaphore", 999, "CUDA_ERROR_UNKNOWN");
        Graph graph = graph(ExternalSemaphore.ofFileDescriptor("vulkan", 7));
        try (GpuSpace space = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA)) {
            assertThatThrownBy(() -> graph.instantiate(space))
                    .isInstanceOf(GpuException.class)
                    .hasMessageContaining("importSemaphore failed with CUDA_ERROR_UNKNOWN");
            graph.instantiate(space).close();
        }
        assertThat(sequence.calls()).contains("destroySemaphore " + handleOfImport());
    }

    private String handleOfImport() {
        return sequence.calls().stream()
                .filter(call -> call.startsWith("addSemaphoreWait"))
                .map(call -> call.split(" ")[2])
                .findFirst()
                .orElseThrow();
    }
}
