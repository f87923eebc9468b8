package org.sporos.internal.base;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads for user callbacks at the ends of runs: one per active callback, since each may wait for another. They
 * are not workers, end when idle, and retain nothing of a space. Stateless for callers.
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

    /** Runs a task on one of the threads. Throws if no thread can start. */
    public static void run(Runnable task) {
        THREADS.execute(task);
    }
}
