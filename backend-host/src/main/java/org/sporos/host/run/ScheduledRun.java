package org.sporos.host.run;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.StaticSchedule;

/**
 * A run of kernels that is scheduled ahead: each thread that takes part holds one list and does the tasks of it that are
 * ready; what it takes of other lists, and when, {@link TaskDispatcher} says.
 *
 * <p>Nothing is forgotten: who finds nothing to do gives its list back, and then looks once more. So the last one to
 * leave has seen that nothing is ready while nobody was at work: then all is done.
 */
public final class ScheduledRun implements Job {
    /** So long a host waits for threads that have lost their core before it looks again. */
    private static final long FIRST_NAP_NANOS = 50_000;

    private static final long LONGEST_NAP_NANOS = 1_000_000;

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
     * @param wakeNanos the work that is worth to wake a thread for
     */
    public void begin(long nanos, long wakeNanos) {
        tasks.expect(nanos);
        wakes = nanos >= wakeNanos;
        tasks.begin();
    }

    /**
     * Does a run with this thread as the one that begins and ends it, while others take part: who has taken part before
     * needs not be found, and nothing is handed over at the end. Returns when all is done.
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
        if (tasks.isStaticallyOwned()) {
            dispatcher.claimAhead(tasks.epoch() + 1);
        }
        tasks.publish();
        if (lacks(1)) {
            pool.signal();
        }
        long nap = FIRST_NAP_NANOS;
        boolean more = true;
        while (more) {
            boolean goesOn = dispatcher.work(NEVER, 0);
            more = !dispatcher.sawEndOf(tasks.epoch()) && !tasks.isEnded();
            if (more && !goesOn) {
                // Somebody has lost its core in the midst of a task.
                LockSupport.parkNanos(this, nap);
                nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
            }
        }
        callerSlot.driven(wasShared());
    }

    /** Returns the tasks of it, and how far they are. */
    ScheduledTasks tasks() {
        return tasks;
    }

    /** Returns the place of who hosts runs. */
    public CallerSlot callerSlot() {
        return callerSlot;
    }

    /** Returns whether it wants more threads than those that stay with it and one that waits for it. */
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
            // What others have done is not looked at: they have just written it.
            return tasks.told(callerSlot.slot()) < tasks.tasks();
        }
        int sharers = 0;
        for (int slot = 0; slot < dispatchers.length; slot++) {
            sharers +=
                    callerDriven ? Math.min(1, tasks.told(slot)) : dispatchers[slot].tookPartIn(tasks.epoch()) ? 1 : 0;
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
            // Store-load: who gives a list back must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? TaskQueue.NO_QUEUE : TaskQueue.tryOwn(queues, slot);
        }
    }

    /** Tells others of a thread that there is work for which nobody is there. */
    private void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }
}
