package org.sporos.kernel.compile;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.graph.ProgressReporter;

/**
 * Runs independent tasks in this thread and in helper threads, best effort: failed or late tasks are ignored, as their
 * results are recomputed on demand.
 */
final class ParallelTasks {
    /** For fewer tasks, waking a second thread costs more than it saves. */
    private static final int FEW = 4;

    /** Longer than any task of a running thread. */
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
     * Runs all tasks, or none if too few.
     *
     * @param progress reports completed tasks, in this thread; a task is at least one kernel
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
            // Continues with fewer threads.
        }
        while (workOnce()) {
            progress.reached((int) (tasks.size() - left.getCount()));
        }
        await();
    }

    private void help() {
        while (workOnce()) {
            // Repeats until no task is left.
        }
    }

    /** Runs the next task; returns whether there was one. */
    private boolean workOnce() {
        int task = next.getAndIncrement();
        if (task >= tasks.size()) {
            return false;
        }
        try {
            tasks.get(task).run();
        } catch (Throwable e) {
            // Ignored: the thread that needs the result repeats the task, and gets the exception.
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
