package org.sporos.kernel.compile;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.graph.ProgressReporter;

/**
 * Does independent tasks in this thread and in those of helpers. A task that fails, or that a helper does not finish
 * soon, is as if it had not been done: what it prepares is made again where it is needed. Tasks must put up with that.
 */
final class ParallelTasks {
    /** Fewer are done sooner by one thread than by a second one that must be woken. */
    private static final int FEW = 4;

    /** More than any task takes whose thread runs. */
    private static final int MOST_SECONDS = 1;

    private final List<Runnable> tasks;
    private final ProgressReporter progress;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;

    private ParallelTasks(List<Runnable> tasks, ProgressReporter progress) {
        this.tasks = tasks;
        this.progress = progress;
        this.left = new CountDownLatch(tasks.size());
    }

    /**
     * Does all tasks, or none where that would not be sooner.
     *
     * @param progress is told by this thread how many are done; each stands for at least one kernel
     */
    static void run(List<Runnable> tasks, Helpers helpers, ProgressReporter progress) {
        if (tasks.size() >= FEW && helpers.count() > 0) {
            new ParallelTasks(tasks, progress).run(helpers);
        }
    }

    private void run(Helpers helpers) {
        try {
            for (int k = Math.min(helpers.count(), tasks.size() - 1); k > 0; k--) {
                helpers.executor().execute(this::help);
            }
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Fewer threads help.
        }
        while (workOnce()) {
            progress.reached((int) (tasks.size() - left.getCount()));
        }
        await();
    }

    private void help() {
        while (workOnce()) {
            // The next one.
        }
    }

    /** Does the next task; returns whether there was one. */
    private boolean workOnce() {
        int task = next.getAndIncrement();
        if (task >= tasks.size()) {
            return false;
        }
        try {
            tasks.get(task).run();
        } catch (Throwable e) {
            // Met again by the thread that needs the result.
        } finally {
            left.countDown();
        }
        return true;
    }

    private void await() {
        try {
            left.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
