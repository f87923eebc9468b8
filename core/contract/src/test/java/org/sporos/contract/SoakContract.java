package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** That nothing grows, however long a program runs. */
abstract class SoakContract extends Contract {
    /** The threads of the process that compile and look after views come and go. */
    private static final int BACKGROUND = 8;

    private ExecutableGraph small(DoubleView x, DoubleParam dt) {
        return instantiate(Graph.define("small", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(64), i -> x.set(i, x.get(i) + dt.get()));
            NodeRef b = root.then("b", () -> x.set(64, x.get(64) + 1));
            Graph.whenAll(a, b).then("c", () -> x.set(65, x.get(0) + x.get(64)));
        }));
    }

    private void submit(ExecutableGraph exec, DoubleParam dt, int times) {
        for (int run = 0; run < times; run++) {
            dt.set(run);
            exec.submit();
            if (run % 64 == 0) {
                space().fence();
            }
        }
        space().fence();
    }

    /** Counts what this thread allocates inside of submits, and what all other threads allocate at any time. */
    @Test
    void submit_allocates_nothing_once_warm() {
        Assumptions.assumeFalse(spec().contains("strict"), "strict spaces keep account of each run");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        DoubleParam dt = DoubleParam.of("dt", 1);
        ExecutableGraph exec = small(doubles("x", 66), dt);
        submit(exec, dt, 30_000);
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long others = allocatedByOthers(threads);
            long own = 0;
            for (int batch = 0; batch < 300; batch++) {
                long before =
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                for (int run = 0; run < 64; run++) {
                    dt.set(run);
                    exec.submit();
                }
                own += threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
                space().fence();
            }
            least = Math.min(least, own + allocatedByOthers(threads) - others);
        }
        assertThat(least / (300 * 64.0)).as("bytes a submit").isLessThan(0.25);
    }

    private static long allocatedByOthers(ThreadMXBean threads) {
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            sum += id == Thread.currentThread().getId() ? 0 : Math.max(0, threads.getThreadAllocatedBytes(id));
        }
        return sum;
    }

    @Test
    @Tag("full")
    void a_million_submits_leave_heap_and_threads_as_they_were() throws InterruptedException {
        DoubleParam dt = DoubleParam.of("dt", 1);
        ExecutableGraph exec = small(doubles("x", 66), dt);
        submit(exec, dt, 20_000);
        long heap = usedHeap();
        int threads = Thread.activeCount();
        submit(exec, dt, 1_000_000);
        assertThat(usedHeap() - heap).as("growth of the heap in bytes").isLessThan(1 << 20);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + BACKGROUND);
    }

    @Test
    void executables_and_streams_that_are_closed_leave_no_threads() {
        int before = Thread.activeCount();
        for (int round = 0; round < 200; round++) {
            DoubleParam dt = DoubleParam.of("dt", 1);
            try (DoubleView x = DoubleView.of("x", space(), 66);
                    var stream = space().stream("s");
                    var exec = small(x, dt)) {
                exec.submit(stream);
                stream.fence();
            }
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + BACKGROUND);
    }

    @Test
    void the_memory_of_100_000_views_that_were_never_closed_comes_back() throws InterruptedException {
        long before = space().memorySpace().statistics().liveAllocations();
        for (int i = 0; i < 100_000; i++) {
            DoubleView.of("forgotten", space(), 16);
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        while (space().memorySpace().statistics().liveAllocations() > before && System.nanoTime() < deadline) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(space().memorySpace().statistics().liveAllocations()).isLessThanOrEqualTo(before);
    }

    private static long usedHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            Runtime vm = Runtime.getRuntime();
            least = Math.min(least, vm.totalMemory() - vm.freeMemory());
        }
        return least;
    }
}
