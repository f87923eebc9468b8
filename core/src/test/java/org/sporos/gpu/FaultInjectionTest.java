package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;

/** Every call to the driver is made to fail once, in turn. */
class FaultInjectionTest {

    private static GpuSpace open(WatchedDriver watched) {
        return GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
    }

    /** Uses a graph with every node kind from beginning to end. */
    private static void use(GpuSpace space) throws Exception {
        Deque<AutoCloseable> views = new ArrayDeque<>();
        try {
            use(space, new AllNodes(space, views));
        } finally {
            while (!views.isEmpty()) {
                views.pop().close();
            }
        }
    }

    private static void use(GpuSpace space, AllNodes all) {
        try (ExecutableGraph exec = all.graph(true).instantiate(space)) {
            exec.submit();
            exec.submit(space.stream("other"));
            space.fence();
        }
    }

    private static int callsOfUse() throws Exception {
        WatchedDriver watched = new WatchedDriver(new RecordingDriver());
        int calls;
        try (GpuSpace space = open(watched)) {
            watched.failAfter(-2);
            use(space);
            calls = watched.calls();
        }
        assertThat(watched.leaks()).isEmpty();
        return calls;
    }

    @Test
    void each_failing_call_gives_one_clear_exception_frees_all_and_the_next_try_works() throws Exception {
        int calls = callsOfUse();
        Set<String> failed = new TreeSet<>();
        List<String> silent = new ArrayList<>();
        for (int good = 0; good < calls; good++) {
            WatchedDriver watched = new WatchedDriver(new RecordingDriver());
            try (GpuSpace space = open(watched)) {
                watched.failAfter(good);
                Throwable thrown = catchThrowable(() -> use(space));
                if (thrown == null) {
                    // What a close meets waits for the next fence.
                    thrown = catchThrowable(space::fence);
                }
                String what = "call " + good + ", " + watched.failed();
                failed.add(watched.failed());
                if (thrown == null) {
                    silent.add(watched.failedInMark() ? "mark" : what);
                } else {
                    assertThat(thrown)
                            .as(what)
                            .isInstanceOf(RuntimeException.class)
                            .hasMessageContaining("INJECTED");
                }
                assertThat(space.isUsable()).as(what).isTrue();
                use(space);
            }
            assertThat(watched.leaks())
                    .as("after call %d, %s", good, watched.failed())
                    .isEmpty();
        }
        // A capture whose recording breaks is recorded once more. Without its mark a run is all the same.
        assertThat(silent).allMatch(what -> what.endsWith("endCapture") || what.equals("mark"));
        assertThat(failed)
                .contains("instantiate", "addKernel", "addConditional", "addHost", "addEdge", "loadModule", "compile")
                .contains("allocate", "allocatePinned", "launchGraph", "synchronize", "upload", "createEvent")
                .contains("endCapture", "importSemaphore", "addSemaphoreWait", "addAllocate", "addFree", "addCopy");
    }

    @Test
    void opening_a_space_that_fails_leaves_nothing_behind() {
        for (int good = 0; good < 2; good++) {
            WatchedDriver watched = new WatchedDriver(new RecordingDriver());
            watched.failAfter(good);
            assertThat(catchThrowable(() -> open(watched))).isInstanceOf(GpuException.class);
            assertThat(watched.leaks()).isEmpty();
        }
    }
}
