package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** How often programs are loaded and unloaded. */
@ExtendWith(NoLeaks.class)
class GpuProgramsTest implements NoLeaks.Watching {
    /** As many as are kept while nothing runs. */
    private static final int KEPT = 32;

    private final WatchedDriver watched = new WatchedDriver(new RecordingDriver());
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger unloads = new AtomicInteger();
    private GpuSpace space;
    private IntView x;

    @BeforeEach
    void open() {
        GpuDriver counting = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("loadModule")) {
                        loads.incrementAndGet();
                    } else if (method.getName().equals("unloadModule")) {
                        unloads.incrementAndGet();
                    }
                    return method.invoke(watched.driver(), arguments);
                });
        space = GpuSpace.open("cuda", counting, CppDialect.CUDA, BinaryCache.off());
        x = IntView.of("x", space, 4096);
    }

    @AfterEach
    void close() {
        x.close();
        space.close();
        assertThat(unloads).hasValue(loads.get());
    }

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    /** Graphs of another range have another text, as the range is in their proofs. */
    private ExecutableGraph instantiate(int n) {
        IntView x = this.x;
        return Graph.define("g", root -> root.thenParallelFor("k" + n, RangePolicy.of(n), i -> x.set(i, i)))
                .instantiate(space);
    }

    @Test
    void executables_of_the_same_text_share_one_program() {
        ExecutableGraph a = instantiate(7);
        ExecutableGraph b = instantiate(7);
        ExecutableGraph c = instantiate(8);
        assertThat(loads).hasValue(2);
        a.close();
        b.close();
        c.close();
        instantiate(7).close();
        assertThat(loads).hasValue(2);
        assertThat(unloads).hasValue(0);
    }

    @Test
    void a_fence_unloads_what_nobody_used_lately_and_nothing_that_is_used() {
        ExecutableGraph used = instantiate(1);
        Deque<ExecutableGraph> others = new ArrayDeque<>();
        for (int n = 2; n <= KEPT + 11; n++) {
            others.push(instantiate(n));
        }
        others.forEach(ExecutableGraph::close);
        assertThat(unloads).hasValue(0);
        space.fence();
        assertThat(unloads).hasValue(10);
        used.submit();
        space.fence();
        used.close();
        instantiate(1).close();
        assertThat(loads).hasValue(KEPT + 11);
    }

    @Test
    void many_unused_programs_are_unloaded_without_a_fence() {
        for (int n = 1; n <= 300; n++) {
            instantiate(n).close();
        }
        assertThat(loads.get() - unloads.get()).isBetween(KEPT, 256);
    }

    @Test
    void an_executable_that_outlives_its_space_unloads_its_program() {
        ExecutableGraph late = instantiate(1);
        space.close();
        assertThat(unloads).hasValue(0);
        late.close();
        assertThat(unloads).hasValue(1);
    }
}
