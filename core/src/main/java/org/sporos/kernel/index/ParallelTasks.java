package org.sporos.kernel.index;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.spi.DaemonThreads;

/**
 * Does independent tasks in this thread and in daemon threads of the process, as many as there are processors to spare. A task
 * that fails, or that another thread does not finish soon, is as if it had not been done: what it prepares is made again where
 * it is needed. Tasks must put up with that.
 */
final class ParallelTasks {
    /** Fewer are done sooner by one thread than by a second one that must be woken. */
    private static final int FEW = 4;

    private static final int MOST_THREADS = 7;
    private static final int IDLE_SECONDS = 5;
    /** More than any task takes whose thread runs. */
    private static final int MOST_SECONDS = 1;

    private static final int HELPERS =
            Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors() - 1);

    private final List<Runnable> tasks;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;

    private ParallelTasks(List<Runnable> tasks) {
        this.tasks = tasks;
        this.left = new CountDownLatch(tasks.size());
    }

    /** The threads, made when tasks first come. */
    private static final class Threads {
        static final ThreadPoolExecutor POOL = pool();

        private static ThreadPoolExecutor pool() {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    HELPERS,
                    HELPERS,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    DaemonThreads.named("sporos-lift", Thread.NORM_PRIORITY));
            pool.allowCoreThreadTimeOut(true);
            return pool;
        }
    }

    /** Does all tasks, or none where that would not be sooner. */
    static void run(List<Runnable> tasks) {
        if (tasks.size() >= FEW && HELPERS > 0) {
            new ParallelTasks(tasks).run();
        }
    }

    private void run() {
        try {
            for (int k = Math.min(HELPERS, tasks.size() - 1); k > 0; k--) {
                Threads.POOL.execute(this::work);
            }
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Fewer threads help.
        }
        work();
        await();
    }

    private void work() {
        for (int k = next.getAndIncrement(); k < tasks.size(); k = next.getAndIncrement()) {
            try {
                tasks.get(k).run();
            } catch (Throwable e) {
                // Met again by the thread that needs the result.
            } finally {
                left.countDown();
            }
        }
    }

    private void await() {
        try {
            left.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
