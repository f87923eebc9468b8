package org.sporos.host.exec;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A run of kernels that is scheduled ahead: each thread that takes part holds one list and does the tasks of it that are
 * ready; what it takes of other lists, and when, {@link Hand} says.
 *
 * <p>Nothing is forgotten: who finds nothing to do gives its list back, and then looks once more. So the last one to
 * leave has seen that nothing is ready while nobody was at work: then all is done.
 */
final class TapeRun implements Job {
    /** So long a host waits for threads that have lost their core before it looks again. */
    private static final long FIRST_NAP_NANOS = 50_000;

    private static final long LONGEST_NAP_NANOS = 1_000_000;

    private static final Awaited NEVER = target -> false;

    private final WorkerPool pool;
    private final ScheduledTasks tasks;
    private final TapeList[] lists;
    private final Hand[] hands;
    private final Seat seat;
    private boolean wakes;

    /**
     * @param end called by the thread that has done the last task of a run that {@link #begin} began
     * @param spins whether threads that find nothing wait for a moment before they leave
     */
    TapeRun(Tapes tapes, StepExecutor executor, WorkerPool pool, Runnable end, boolean spins) {
        this.pool = pool;
        TapeState state = new TapeState(tapes);
        this.tasks = new ScheduledTasks(tapes, state, executor, end);
        Claims claims = new Claims(tapes.firstOfSlot());
        this.lists = new TapeList[tapes.slots()];
        this.hands = new Hand[tapes.slots()];
        int[] slotOf = tapes.slotOf();
        for (int slot = 0; slot < hands.length; slot++) {
            lists[slot] = new TapeList(slot, tapes, claims, state);
            TaskClaimer claimer = new TaskClaimer(tasks, lists, new Frontier(state, slotOf), slot, this::callOthers);
            hands[slot] = new Hand(tasks, claimer, this, pool, spins);
        }
        this.seat = new Seat(this, lists, pool);
    }

    /**
     * Begins the next run.
     *
     * @param nanos about how long it takes one thread
     * @param wakeNanos the work that is worth to wake a thread for
     */
    void begin(long nanos, long wakeNanos) {
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
    void host(long nanos) {
        // Before others can begin: it may throw.
        tasks.enterKernel();
        tasks.expect(nanos);
        if (wakes) {
            wakes = false;
        }
        tasks.host();
        Hand hand = hands[seat.slot()];
        if (tasks.isFixed()) {
            hand.claimAhead(tasks.epoch() + 1);
        }
        tasks.publish();
        if (lacks(1)) {
            pool.signal();
        }
        long nap = FIRST_NAP_NANOS;
        boolean more = true;
        while (more) {
            boolean goesOn = hand.work(NEVER, 0);
            more = !hand.sawEndOf(tasks.epoch()) && !tasks.isEnded();
            if (more && !goesOn) {
                // Somebody has lost its core in the midst of a task.
                LockSupport.parkNanos(this, nap);
                nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
            }
        }
        seat.hosted(wasShared());
    }

    /** Returns the tasks of it, and how far they are. */
    ScheduledTasks tasks() {
        return tasks;
    }

    /** Returns the place of who hosts runs. */
    Seat seat() {
        return seat;
    }

    /** Returns whether it wants more threads than those that stay with it and one that waits for it. */
    boolean lacksThreads() {
        return lacks(2);
    }

    private boolean lacks(int threads) {
        int free = 0;
        for (TapeList list : lists) {
            free += list.isFree() ? 1 : 0;
        }
        return free >= threads;
    }

    /** Returns whether more than one thread took part in the run that has ended, as its last thread sees it. */
    boolean wasShared() {
        boolean hosted = tasks.isHosted();
        if (hosted && seat.slot() != TapeList.NO_LIST) {
            // What others have done is not looked at: they have just written it.
            return tasks.told(seat.slot()) < tasks.tasks();
        }
        int sharers = 0;
        for (int slot = 0; slot < hands.length; slot++) {
            sharers += hosted ? Math.min(1, tasks.told(slot)) : hands[slot].tookPartIn(tasks.epoch()) ? 1 : 0;
        }
        return sharers > 1;
    }

    @Override
    public boolean hasReady() {
        int now = tasks.epoch();
        for (TapeList list : lists) {
            if (list.isFree() && list.hasReady(now)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void turn(int worker, @Nullable Awaited until, long target) {
        int slot = TapeList.hold(lists, (worker + 1) % hands.length);
        while (slot >= 0) {
            Hand hand = hands[slot];
            if (wakes && hasReady()) {
                pool.signal();
            }
            boolean more = true;
            try {
                more = hand.work(until, target);
            } finally {
                lists[slot].letGo();
            }
            // Store-load: who gives a list back must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? TapeList.NO_LIST : TapeList.hold(lists, slot);
        }
    }

    /** Tells others of a thread that there is work for which nobody is there. */
    private void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }
}
