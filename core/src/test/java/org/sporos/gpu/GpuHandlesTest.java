package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.FloatView;
import org.sporos.view.Slice;

class GpuHandlesTest {
    private final ScriptedDriver sequence = new ScriptedDriver("makeCurrent");
    private final GpuSpace space = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA);

    @BeforeAll
    static void keepNoImages() {
        System.setProperty("sporos.cache", "off");
    }

    @AfterAll
    static void keepImages() {
        System.clearProperty("sporos.cache");
    }

    @Test
    void streams_graphs_and_spaces_show_what_the_driver_gave() {
        sequence.sequence("createGraph", () -> 4000L);
        sequence.sequence("createStream", () -> 3000L);
        try (ExecutionStream stream = space.stream("own");
                ExecutableGraph exec =
                        Graph.define("g", root -> Graph.whenAll(root)).instantiate(space)) {
            assertThat(GpuHandles.stream("cuda", stream)).isEqualTo(3000);
            assertThat(GpuHandles.graph("cuda", exec)).isEqualTo(4000);
            GpuHandles.makeCurrent("cuda", space);
            assertThat(sequence.calls()).containsExactly("makeCurrent");
            String end = ", which has no native object of hip; make it on a hip space";
            assertThatThrownBy(() -> GpuHandles.stream("hip", stream))
                    .hasMessage("S220: stream 'own' belongs to cuda:0" + end);
            assertThatThrownBy(() -> GpuHandles.graph("hip", exec))
                    .hasMessage("S220: graph 'g' was instantiated on cuda:0" + end);
            assertThatThrownBy(() -> GpuHandles.makeCurrent("hip", space))
                    .hasMessage("S220: space 'cuda:0' is another one" + end);
        }
    }

    @Test
    void views_show_their_address_on_the_device_and_in_pinned_memory() {
        try (FloatView x = FloatView.of("x", space, 10, 20);
                FloatView mirror = x.mirror();
                FloatView array = FloatView.of("array", MemorySpace.host(), 3)) {
            FloatView part = x.subview(Slice.range(2, 4), Slice.range(5, 7));
            long base = x.region().allocation().address();
            assertThat(GpuHandles.address("cuda", part)).isEqualTo(base + 4 * (2 * 20 + 5));
            assertThat(GpuHandles.span(part)).isEqualTo(22);
            assertThat(GpuHandles.address("cuda", mirror))
                    .isEqualTo(mirror.region().allocation().address());
            assertThatThrownBy(() -> GpuHandles.address("cuda", array))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("S220: view 'array' lives in host, which has no native object of cuda");
        }
    }

    @Test
    void a_closed_stream_shows_nothing() {
        ExecutionStream stream = space.stream("own");
        stream.close();
        assertThatThrownBy(() -> GpuHandles.stream("cuda", stream)).hasMessageStartingWith("S219: stream 'own'");
    }
}
