package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The driver's calls of eager calls, and what they leave behind: nothing. */
@ExtendWith(NoLeaks.class)
class GpuEagerCallsTest implements NoLeaks.Watching {
    private final List<String> log = new ArrayList<>();
    private final WatchedDriver watched = new WatchedDriver(logged(new RecordingDriver()));

    private GpuDriver logged(GpuDriver inner) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    log.add(method.getName());
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private GpuSpace open() {
        return GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off());
    }

    private static void step(GpuSpace space, DoubleView x, double number) {
        space.parallelFor("add", RangePolicy.over(x), i -> x.set(i, x.get(i) + number));
    }

    @Test
    void a_call_that_was_made_before_is_one_launch() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8)) {
            step(space, x, 1);
            log.clear();
            for (int t = 0; t < 100; t++) {
                step(space, x, 1);
            }
            assertThat(log).hasSize(100).containsOnly("launchGraph");
        }
    }

    /** The executables that are kept are closed with their space. */
    @Test
    void a_closed_space_leaves_nothing_behind() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8)) {
            for (int t = 0; t < 300; t++) {
                step(space, x, t);
            }
            assertThat(log.stream().filter("instantiate"::equals)).hasSize(300);
            assertThat(log.stream().filter("destroyExecutable"::equals)).hasSize(300 - 256);
        }
    }

    @Test
    void a_fence_gives_back_what_calls_with_closed_views_need() {
        try (GpuSpace space = open()) {
            long before = space.memorySpace().statistics().liveAllocations();
            try (DoubleView x = DoubleView.of("x", space, 8)) {
                step(space, x, 1);
            }
            assertThat(space.memorySpace().statistics().liveAllocations()).isGreaterThan(before);
            space.fence();
            assertThat(space.memorySpace().statistics().liveAllocations()).isEqualTo(before);
        }
    }

    @Test
    void a_recording_calls_no_driver() {
        try (GpuSpace space = open();
                DoubleView x = DoubleView.of("x", space, 8)) {
            log.clear();
            Graph graph = Graph.record("step", () -> {
                step(space, x, 1);
                space.fill("zero", x, 0);
            });
            assertThat(log).isEmpty();
            assertThat(graph.nodes()).hasSize(2);
            graph.run(space);
            assertThat(log).contains("launchGraph", "destroyExecutable");
        }
    }

    @Test
    void the_spaces_of_a_recording_are_named() {
        try (GpuSpace space = open();
                GpuSpace second = GpuSpace.open("other", watched.driver(), CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, 8)) {
            assertThatThrownBy(() -> Graph.record("step", () -> {
                        space.fill("one", x, 1);
                        second.fill("two", x, 2);
                    }))
                    .satisfies(thrown -> assertThat(thrown.getMessage().replaceAll("\\w+\\.java:\\d+", "LINE"))
                            .isEqualTo(
                                    "G141: call 'two' (LINE) of space 'other:0' is made while graph 'step' is recorded,"
                                            + " whose first call (LINE) is one of space 'cuda:0'\n"
                                            + "      Record the calls of each space in a graph of their own, and order them by"
                                            + " fences or events."));
        }
    }
}
