package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.LogRecorder;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

/** A device that a failure has ended: each call fails from then on. It is told, and all is given back. */
@ExtendWith(NoLeaks.class)
class EndedDeviceTest implements NoLeaks.Watching {
    private static final String ENDED = "(719): the device has ended";

    private final WatchedDriver watched = new WatchedDriver(new RecordingDriver());
    private GpuSpace space;
    private IntView x;

    @BeforeEach
    void open() {
        space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
        x = IntView.of("x", space, 100);
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private Graph graph(String label) {
        IntView x = this.x;
        return Graph.define(label, root -> root.thenParallelFor("k", RangePolicy.of(100), i -> x.set(i, i)));
    }

    @Test
    void the_next_fence_names_the_graphs_that_ran_and_says_that_the_space_has_ended() {
        ExecutableGraph a = graph("a").instantiate(space);
        ExecutableGraph b = graph("b").instantiate(space);
        ExecutionStream other = space.stream("other");
        a.submit();
        b.submit();
        watched.end();

        assertThatThrownBy(space.defaultStream()::fence)
                .isInstanceOf(GpuException.class)
                .hasMessage("D401: synchronize failed with ENDED " + ENDED + "; these graphs ran: 'a', 'b' on stream"
                        + " 'default'; space 'cuda:0' cannot be used any more");

        assertThat(space.isUsable()).isFalse();
        assertThatThrownBy(a::submit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S217: space 'cuda:0' was ended by a failure of the device:");
        assertThat(space.isClosed()).isFalse();
        assertThatThrownBy(() -> graph("c").instantiate(space))
                .hasMessage("S217: space 'cuda:0' was ended by a failure of its device");
        assertThatThrownBy(x::toArray)
                .hasMessage("S217: view 'x' is read in space 'cuda:0', which a failure of its device has ended; copy"
                        + " the elements to an array before");
        assertThatThrownBy(() -> space.stream("s")).hasMessageContaining("S217");
        a.close();
        b.close();
        other.close();
        x.close();
        space.close();
    }

    @Test
    void closing_does_not_log_again_what_a_fence_has_thrown() {
        ExecutableGraph a = graph("a").instantiate(space);
        a.submit();
        watched.end();
        assertThatThrownBy(space::fence).isInstanceOf(GpuException.class);
        LogRecorder log = new LogRecorder();
        try {
            a.close();
            x.close();
            space.close();
        } finally {
            log.close();
        }
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void a_tracked_run_that_the_device_ended_in_has_failed() {
        ExecutableGraph a = graph("a").instantiate(space);
        Submission run = a.submitTracked();
        watched.end();

        assertThat(run.isDone()).isTrue();
        assertThat(run.failure())
                .get()
                .extracting(GraphRunException::code, GraphRunException::graph, GraphRunException::node)
                .containsExactly("D401", "a", "");
        assertThatThrownBy(run::await)
                .isInstanceOf(GraphRunException.class)
                .hasMessageStartingWith(
                        "D401: the device failed while graph 'a' ran: D401: synchronize failed with ENDED");
        space.close();
        a.close();
        x.close();
    }

    @Test
    void closing_says_nothing_in_whatever_order() {
        ExecutableGraph a = graph("a").instantiate(space);
        a.submit();
        watched.end();
        space.close();
        x.close();
        a.close();
        assertThat(space.isUsable()).isFalse();
    }
}
