package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** The bytes that the calling thread allocates on the Java heap as it submits. */
final class SubmitBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int FENCE = 10_000;

    private SubmitBytes() {}

    /**
     * Fails if submits allocate.
     *
     * @param submit is called with the number of the run
     */
    static void requireNone(GpuSpace space, int times, IntConsumer submit) {
        submit(space, WARM_UP, submit);
        long me = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(me);
        submit(space, times, submit);
        long bytes = THREADS.getThreadAllocatedBytes(me) - before;
        // A fence may allocate some 1,200 bytes.
        assertThat(bytes / (double) times).as("bytes a submit").isLessThan(0.2);
    }

    private static void submit(GpuSpace space, int times, IntConsumer submit) {
        for (int run = 0; run < times; run++) {
            submit.accept(run);
            if (run % FENCE == 0) {
                space.fence();
            }
        }
    }
}
