package org.sporos.host.exec;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.task.HostTask;

/**
 * The state of the runs of some tapes. Each thread that takes part holds one list and does the tasks of it that are
 * ready; what it takes of other lists, and when, {@link Hand} says.
 *
 * <p>Nothing is forgotten: who finds nothing to do gives its list back, and then looks once more. So the last one to
 * leave has seen that nothing is ready while nobody was at work: then all is done.
 */
final class TapeRun implements Job {
    /** About so much work is claimed at a time at most, so that threads that come late find some. */
    private static final long BATCH_NANOS = 8_000;

    private final TapeState state;
    private final Tapes tapes;
    private final HostTask[] work;
    private final int[] phase;
    private final Run run;
    private final Pool pool;
    private final Runnable end;
    private final TapeList[] lists;
    private final Hand[] hands;
    private final boolean affine;

    private final AtomicInteger left = new AtomicInteger();
    private volatile int epoch;
    private long taskNanos;
    private int batch;
    private boolean wakes;

    /**
     * @param end called by the thread that has done the last task of a run
     * @param spins whether threads that find nothing wait for a moment before they leave
     */
    TapeRun(Tapes tapes, Run run, Pool pool, Runnable end, boolean spins) {
        this.state = new TapeState(tapes);
        this.tapes = tapes;
        this.work = new HostTask[tapes.tasks()];
        this.phase = new int[tapes.tasks()];
        for (int task = 0; task < work.length; task++) {
            int step = tapes.base() + tapes.step()[task];
            work[task] = run.program.task()[step];
            phase[task] = run.program.phase()[step];
        }
        this.run = run;
        this.pool = pool;
        this.end = end;
        this.affine = tapes.tasks() > tapes.first().length - 1;
        Claims claims = new Claims(tapes.firstOfSlot());
        this.lists = new TapeList[tapes.slots()];
        this.hands = new Hand[tapes.slots()];
        for (int slot = 0; slot < hands.length; slot++) {
            lists[slot] = new TapeList(slot, tapes, claims, state);
            hands[slot] = new Hand(this, lists, slot, spins);
        }
    }

    /**
     * Begins the next run.
     *
     * @param nanos about how long it takes one thread
     * @param wakeNanos the work that is worth to wake a thread for
     */
    void begin(long nanos, long wakeNanos) {
        taskNanos = nanos / tapes.tasks();
        batch = (int) Math.min(Claims.WIDTH, 1 + BATCH_NANOS / Math.max(1, taskNanos));
        wakes = nanos >= wakeNanos;
        left.set(tapes.tasks());
        epoch = epoch + 1;
    }

    /** Returns whether it wants more threads than those that stay with it and one that waits for it. */
    boolean lacksThreads() {
        int free = 0;
        for (TapeList list : lists) {
            free += list.isFree() ? 1 : 0;
        }
        return free > 1;
    }

    /** Returns whether nothing is left to do, also not by others. */
    boolean isEnded() {
        return left.get() == 0;
    }

    /** Returns whether more than one thread took part in the run that has ended, as its last thread sees it. */
    boolean wasShared() {
        int sharers = 0;
        for (Hand hand : hands) {
            sharers += hand.tookPartIn(epoch) ? 1 : 0;
        }
        return sharers > 1;
    }

    int epoch() {
        return epoch;
    }

    /** Returns about how long a task takes. */
    long taskNanos() {
        return taskNanos;
    }

    /** Returns how many tasks to claim at a time. */
    int batch() {
        return batch;
    }

    /** Returns whether it holds chunks of loops, which are done best by who did the same chunk before. */
    boolean isAffine() {
        return affine;
    }

    Pool pool() {
        return pool;
    }

    @Override
    public boolean hasReady() {
        int now = epoch;
        for (TapeList list : lists) {
            if (list.isFree() && list.hasReady(now)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void turn(int worker, @Nullable Awaited until, long target) {
        int slot = hold((worker + 1) % hands.length);
        while (slot >= 0) {
            Hand hand = hands[slot];
            if (wakes && hasReady()) {
                pool.signal();
            }
            boolean more = hand.work(until, target);
            lists[slot].letGo();
            // Who gives a list back must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? -1 : hold(slot);
        }
    }

    private int hold(int wish) {
        int slot = wish;
        for (int i = 0; i < lists.length; i++) {
            if (lists[slot].hold()) {
                return slot;
            }
            slot = slot + 1 == lists.length ? 0 : slot + 1;
        }
        return -1;
    }

    /** Tells others of a thread that there is work for which nobody is there. */
    void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }

    /** Makes this thread one of its kernels, before it does some of its tasks. */
    void enterKernel() {
        run.enterKernel();
    }

    /** Does a task. */
    void perform(int task, int now) {
        run.work(work[task], phase[task], tapes.base() + tapes.step()[task], tapes.chunk()[task]);
        state.finish(task, now);
    }

    /** Says that so many tasks are done; who says it of the last ones ends the run. */
    void done(int tasks) {
        if (left.addAndGet(-tasks) == 0) {
            end.run();
        }
    }
}
