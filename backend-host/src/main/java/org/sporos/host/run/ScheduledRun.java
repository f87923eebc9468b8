package org.sporos.host.run;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.StaticSchedule;

/**
 * A run of kernels with tasks distributed ahead by a {@code StaticSchedule}. Each participating thread owns one queue
 * and runs it by a {@link TaskDispatcher}, which steals when its own queue is empty. A run is either offered to the
 * threads of the pool, and the thread that counts the last task ends it; or it is caller-driven: the caller works on it
 * from begin to end, and returns when all tasks are complete.
 *
 * <p><b>Guarantees.</b> Each task is run by one thread, after all its predecessors; the run ends once, after its last
 * task; and no thread is needed except the owners of claimed tasks.
 *
 * <p><b>No lost work.</b> All predecessors of the first unclaimed task in topological order are claimed; so it is
 * ready, or some thread is at work. A thread that finds no task gives up its queue and searches once more after a full
 * fence. So the last thread to leave has seen that no task is ready while no thread was at work: then all tasks are
 * complete. The caller of a caller-driven run does not leave before the end; it naps if helpers were preempted during a
 * task. {@code ScheduledRunConcurrencyTest} runs two threads through it under many interleavings, and detects an edge
 * that is left out on purpose.
 *
 * <p><b>Memory order.</b> See {@link ScheduledTasks} for begin and end, {@link EpochBitmap} for claims, {@link
 * CompletionStamps} for the order of tasks, and {@link TaskQueue} for ownership. {@code wakes} is plain: a hint.
 */
public final class ScheduledRun implements Job {
    private static final Completion NEVER = target -> false;

    private final WorkerPool pool;
    private final ScheduledTasks tasks;
    private final TaskQueue[] queues;
    private final TaskDispatcher[] dispatchers;
    private final CallerSlot callerSlot;
    private boolean wakes;

    /**
     * @param end called by the thread that completes the last task of a run started by {@link #begin}
     * @param spins whether idle threads spin before they leave
     */
    public ScheduledRun(StaticSchedule schedule, StepExecutor executor, WorkerPool pool, Runnable end, boolean spins) {
        this.pool = pool;
        CompletionStamps state = new CompletionStamps(schedule);
        this.tasks = new ScheduledTasks(schedule, state, executor, end);
        EpochBitmap bitmap = new EpochBitmap(schedule.firstOfQueue());
        this.queues = new TaskQueue[schedule.queues()];
        this.dispatchers = new TaskDispatcher[schedule.queues()];
        int[] queueOf = schedule.queueOf();
        for (int slot = 0; slot < dispatchers.length; slot++) {
            queues[slot] = new TaskQueue(slot, schedule, bitmap, state);
            TaskClaimer claimer =
                    new TaskClaimer(tasks, queues, new CompletedPrefix(state, queueOf), slot, this::callOthers);
            dispatchers[slot] = new TaskDispatcher(tasks, claimer, this, pool, spins);
        }
        this.callerSlot = new CallerSlot(this, queues, pool);
    }

    /**
     * Starts the next run.
     *
     * @param nanos the approximate serial time of the run
     * @param wakeNanos the least serial time that is worth waking a thread
     */
    public void begin(long nanos, long wakeNanos) {
        tasks.expect(nanos);
        wakes = nanos >= wakeNanos;
        tasks.begin();
    }

    /**
     * Drives a run: this thread starts it, works on it while others participate, and returns when all tasks are
     * complete. Helpers of earlier runs need no wake-up, and no hand-over follows the end.
     *
     * @param nanos the approximate serial time of the run
     */
    public void drive(long nanos) {
        // Before others can begin: it may throw.
        tasks.enterKernel();
        tasks.expect(nanos);
        if (wakes) {
            wakes = false;
        }
        tasks.driveByCaller();
        TaskDispatcher dispatcher = dispatchers[callerSlot.slot()];
        tasks.publish();
        if (lacks(1)) {
            pool.signal();
        }
        boolean more = true;
        while (more) {
            boolean goesOn = dispatcher.work(NEVER, 0);
            more = !tasks.isEnded();
            if (more && !goesOn) {
                // A helper was preempted during a task.
                LockSupport.parkNanos(this, TaskDispatcher.PARK_NANOS);
            }
        }
        callerSlot.driven(wasShared());
    }

    /** Returns its tasks and their progress. */
    ScheduledTasks tasks() {
        return tasks;
    }

    /** Returns the slot of caller-driven runs. */
    public CallerSlot callerSlot() {
        return callerSlot;
    }

    /** Returns whether two queues are unowned: one is for a caller that waits for the run. */
    public boolean lacksThreads() {
        return lacks(2);
    }

    private boolean lacks(int threads) {
        int free = 0;
        for (TaskQueue queue : queues) {
            free += queue.isUnowned() ? 1 : 0;
        }
        return free >= threads;
    }

    /** Returns whether several threads participated in the run that has ended, from the view of its last thread. */
    public boolean wasShared() {
        boolean callerDriven = tasks.isCallerDriven();
        if (callerDriven && callerSlot.slot() != TaskQueue.NO_QUEUE) {
            // Reads its own count alone: other threads have just written theirs, so reading them would miss the cache.
            return tasks.counted(callerSlot.slot()) < tasks.tasks();
        }
        int sharers = 0;
        for (int slot = 0; slot < dispatchers.length; slot++) {
            sharers += callerDriven
                    ? Math.min(1, tasks.counted(slot))
                    : dispatchers[slot].tookPartIn(tasks.epoch()) ? 1 : 0;
        }
        return sharers > 1;
    }

    @Override
    public boolean hasReady() {
        int now = tasks.epoch();
        for (TaskQueue queue : queues) {
            if (queue.isUnowned() && queue.hasReady(now)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void turn(int worker, @Nullable Completion until, long target) {
        int slot = TaskQueue.tryOwn(queues, (worker + 1) % dispatchers.length);
        while (slot >= 0) {
            TaskDispatcher dispatcher = dispatchers[slot];
            if (wakes && hasReady()) {
                pool.signal();
            }
            boolean more = true;
            try {
                more = dispatcher.work(until, target);
            } finally {
                queues[slot].disown();
            }
            // Store-load: a thread that gives up its queue must search again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? TaskQueue.NO_QUEUE : TaskQueue.tryOwn(queues, slot);
        }
    }

    /** Wakes another thread for unowned work, if a run is worth it. */
    private void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }

    /**
     * The queue of a caller that drives runs of one executable from its submits. Threads own it one after the other,
     * for as long as such runs follow each other. It also reports whether helpers participate. Used by one thread at a
     * time, except for {@link #hide}.
     *
     * <p>Between two runs the slot stays owned, so that the next submit finds its queue without an exchange, and the
     * run stays listed, so that other threads find it without a wake-up. Only one run of a space is listed while idle,
     * since all threads check it. Without such runs loops of 3 to 8 us take 1.1 to 1.2 of the time, see
     * docs/benchmarks/special-cases-on-host.md.
     */
    public static final class CallerSlot implements WorkerPool.Resting {
        private static final int NOWHERE = -1;

        private final Job run;
        private final TaskQueue[] queues;
        private final WorkerPool pool;

        private int slot = TaskQueue.NO_QUEUE;
        /** The run's slot among the jobs of the pool, or NOWHERE. */
        private final AtomicInteger jobSlot = new AtomicInteger(NOWHERE);

        CallerSlot(Job run, TaskQueue[] queues, WorkerPool pool) {
            this.run = run;
            this.queues = queues;
            this.pool = pool;
        }

        /** Returns the queue of the caller. */
        int slot() {
            return slot;
        }

        /**
         * Returns whether another thread owns a queue. Runs for parked threads are better offered through the stream:
         * the waiting caller parks as well, which frees its core if both threads were woken on one core.
         */
        public boolean hasHelpers() {
            for (int other = 0; other < queues.length; other++) {
                if (other != slot && !queues[other].isUnowned()) {
                    return true;
                }
            }
            return false;
        }

        /** Records the end of a caller-driven run, and whether helpers participated. */
        void driven(boolean together) {
            if (!together) {
                pool.noteCore();
            }
        }

        /** Prepares for caller-driven runs; returns false if other threads own all queues now. */
        public boolean settle() {
            if (!take()) {
                return false;
            }
            // Plain: if another thread hides the run at the same time, helpers miss it for a while, and the caller runs
            // it alone.
            if (jobSlot.getPlain() == NOWHERE) {
                jobSlot.set(pool.activate(run));
                pool.settled(this);
            }
            return true;
        }

        /** Owns a queue, without listing the run; returns false if all are owned. */
        boolean take() {
            if (slot == TaskQueue.NO_QUEUE) {
                slot = TaskQueue.tryOwn(queues, 0);
            }
            return slot != TaskQueue.NO_QUEUE;
        }

        /** Removes the run from the jobs of the pool until it is settled again. Thread-safe. */
        @Override
        public void hide() {
            int found = jobSlot.getAndSet(NOWHERE);
            if (found != NOWHERE) {
                pool.deactivate(found);
            }
        }

        /** Undoes {@link #settle()}. */
        public void leave() {
            if (slot != TaskQueue.NO_QUEUE) {
                hide();
                pool.left(this);
                queues[slot].disown();
                slot = TaskQueue.NO_QUEUE;
            }
        }
    }
}
