package org.sporos.host.run;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.StaticSchedule;

/**
 * A run of kernels whose tasks were distributed ahead, by a {@code StaticSchedule}. Each thread that takes part owns
 * one queue and runs it by a {@link TaskDispatcher}, which steals when its own queue is empty. A run is either offered
 * to the threads of the pool, and the thread that counts the last task ends it; or its caller drives it, works on it
 * from the begin to the end, and returns when all is done.
 *
 * <p><b>What it guarantees.</b> Each task is run by one thread, after all tasks that it waits for; the run ends once,
 * when all have run; and no thread is needed but those that have claimed something.
 *
 * <p><b>Why nothing is lost.</b> The first task in topological order that nobody has claimed waits only for tasks that
 * are claimed; so it is ready, or some thread is at work. A thread that finds nothing gives up its queue and looks once
 * more after a full fence. So the last thread to leave has seen that nothing is ready while no thread was at work: then
 * all is done. A caller that drives a run does not leave before the end; it naps where helpers were preempted in the
 * midst of a task. {@code ScheduledRunConcurrencyTest} runs two threads through it under many interleavings, and finds
 * an edge that is left out on purpose.
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
     * @param end called by the thread that has done the last task of a run that {@link #begin} began
     * @param spins whether threads that find nothing wait for a moment before they leave
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
     * Begins the next run.
     *
     * @param nanos about how long it takes one thread
     * @param wakeNanos the work that is worth waking a thread for
     */
    public void begin(long nanos, long wakeNanos) {
        tasks.expect(nanos);
        wakes = nanos >= wakeNanos;
        tasks.begin();
    }

    /**
     * Drives a run: this thread begins it, works on it while others take part, and returns when all is done. Threads
     * that took part before need not be woken, and nothing is handed over at the end.
     *
     * @param nanos about how long it takes one thread
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
                // A helper was preempted in the midst of a task.
                LockSupport.parkNanos(this, TaskDispatcher.PARK_NANOS);
            }
        }
        callerSlot.driven(wasShared());
    }

    /** Returns the tasks of it, and how far they are. */
    ScheduledTasks tasks() {
        return tasks;
    }

    /** Returns the slot of callers that drive runs. */
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

    /** Returns whether more than one thread took part in the run that has ended, as its last thread sees it. */
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
            // Store-load: a thread that gives up its queue must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? TaskQueue.NO_QUEUE : TaskQueue.tryOwn(queues, slot);
        }
    }

    /** Wakes another thread for work that no thread owns, if a run is worth that. */
    private void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }

    /**
     * The queue of a caller that drives runs of one executable from its submits. One thread after the other owns it, for as
     * long as such runs follow each other. It also tells whether helpers take part. Used by one thread at a time, except
     * for {@link #hide}.
     *
     * <p>Between two runs the slot stays owned, so that the next submit finds its queue without an exchange, and other
     * threads find the run without being woken: it rests, and only one run of a space does, since all threads look at it.
     * Without such runs loops of 3 to 8 us take 1.1 to 1.2 of the time, see docs/benchmarks/special-cases-on-host.md.
     */
    public static final class CallerSlot implements WorkerPool.Resting {
        private static final int NOWHERE = -1;

        private final Job run;
        private final TaskQueue[] queues;
        private final WorkerPool pool;

        private int slot = TaskQueue.NO_QUEUE;
        /** The place where other threads find the run, between and in runs, if they do. */
        private final AtomicInteger place = new AtomicInteger(NOWHERE);

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
         * Returns whether another thread owns a queue. A run for parked threads is better offered by way of the stream: the
         * caller parks as well while it waits, which makes room where both were woken on one core.
         */
        public boolean hasHelpers() {
            for (int other = 0; other < queues.length; other++) {
                if (other != slot && !queues[other].isUnowned()) {
                    return true;
                }
            }
            return false;
        }

        /** Says that a driven run has ended, and whether other threads took part. */
        void driven(boolean together) {
            if (!together) {
                pool.workedAlone();
            }
        }

        /**
         * Makes ready for driven runs, if that has not been done; returns false if other threads own all queues just now.
         */
        public boolean settle() {
            if (!take()) {
                return false;
            }
            // Plain: if another thread hides the run at the same time, it is not found for a while, and the caller does
            // it
            // alone.
            if (place.getPlain() == NOWHERE) {
                place.set(pool.activate(run));
                pool.settled(this);
            }
            return true;
        }

        /** Owns a queue, without letting others know of the run; returns false if there is none. */
        boolean take() {
            if (slot == TaskQueue.NO_QUEUE) {
                slot = TaskQueue.tryOwn(queues, 0);
            }
            return slot != TaskQueue.NO_QUEUE;
        }

        /** Lets others find the run no more until it is settled again. Thread-safe. */
        @Override
        public void hide() {
            int found = place.getAndSet(NOWHERE);
            if (found != NOWHERE) {
                pool.deactivate(found);
            }
        }

        /** Ends what {@link #settle()} began. */
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
