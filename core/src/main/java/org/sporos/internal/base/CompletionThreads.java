package org.sporos.internal.base;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that call what users want to be called at the ends of runs: as many as such calls are under way, since
 * each may wait for another. They are no workers, end when they are idle, and hold nothing of a space. Stateless for
 * callers.
 */
public final class CompletionThreads {
    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("sporos-completion", Thread.NORM_PRIORITY));

    private CompletionThreads() {}

    /** Has one of the threads do something. Throws what keeps it from starting. */
    public static void run(Runnable task) {
        THREADS.execute(task);
    }
}
