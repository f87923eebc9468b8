package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** What a submit costs the JVM, over a driver that does nothing. */
class SubmitTest {
    private static final int SUBMITS = 1_000_000;

    @Test
    void a_million_submits_with_changing_params_allocate_nothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long me = Thread.currentThread().getId();
        DoubleParam dt = DoubleParam.of("dt", 1);
        try (GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, 64);
                ExecutableGraph exec = Graph.define(
                                "g",
                                root -> root.thenParallelFor(
                                        "k", RangePolicy.of(64), i -> x.set(i, x.get(i) + dt.get())))
                        .instantiate(space)) {
            submit(space, exec, dt, 20_000);
            long before = threads.getThreadAllocatedBytes(me);
            submit(space, exec, dt, SUBMITS);
            long bytes = threads.getThreadAllocatedBytes(me) - before;
            // Fences may allocate some 1,200 bytes; there is one for 10,000 submits.
            assertThat(bytes / (double) SUBMITS).as("bytes a submit").isLessThan(0.2);
        }
    }

    private static void submit(GpuSpace space, ExecutableGraph exec, DoubleParam dt, int times) {
        for (int run = 0; run < times; run++) {
            dt.set(run);
            exec.submit();
            if (run % 10_000 == 0) {
                space.fence();
            }
        }
    }
}
