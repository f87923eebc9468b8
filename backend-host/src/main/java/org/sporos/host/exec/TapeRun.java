package org.sporos.host.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.task.HostTask;
import org.sporos.policy.SingleBody;

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
    /** So many tasks are claimed at a time even so, unless they are more work than that: a claim costs some 100 ns. */
    private static final long FEW = 4;

    private static final long FEW_NANOS = 20_000;
    /** Less work than that is not cut for those who come later: to take it over would cost them as much. */
    private static final long PIECE_NANOS = 1_000;
    /** The same for chunks of loops, which others leave alone for longer and which cost less as one piece. */
    private static final long AFFINE_PIECE_NANOS = 6_000;

    /** The longest run of which each thread does its own list: if one loses its core, no other can take the rest over. */
    private static final long FIXED_NANOS = 20_000;

    /** So long a host waits for threads that have lost their core before it looks again. */
    private static final long FIRST_NAP_NANOS = 50_000;

    private static final long LONGEST_NAP_NANOS = 1_000_000;

    private static final int APART = 16;
    private static final Awaited NEVER = target -> false;
    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(TapeRun.class, "epoch", int.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a field of TapeRun cannot be reached", e);
        }
    }

    private final TapeState state;
    private final Tapes tapes;
    private final HostTask[] work;
    private final int[] phase;
    /** The tasks that are single calls: what they call. */
    private final @Nullable SingleBody[] call;

    private final Run run;
    private final Pool pool;
    private final Runnable end;
    private final TapeList[] lists;
    private final Hand[] hands;
    private final boolean affine;
    private final @Nullable Chains chains;

    /** The tasks that are left of a run whose last thread ends it. */
    private final AtomicInteger left = new AtomicInteger();
    /** How many tasks each list's holders have done of a run that is hosted, beside its epoch; far apart. */
    private final AtomicLongArray told;

    private volatile int epoch;
    private boolean hosted;
    private long nanos = -1;
    private long taskNanos;
    private int batch;
    private int piece;
    private boolean wakes;
    private final Seat seat;

    /**
     * @param end called by the thread that has done the last task of a run that {@link #begin} began
     * @param spins whether threads that find nothing wait for a moment before they leave
     */
    TapeRun(Tapes tapes, Run run, Pool pool, Runnable end, boolean spins) {
        this.state = new TapeState(tapes);
        this.tapes = tapes;
        this.work = new HostTask[tapes.tasks()];
        this.phase = new int[tapes.tasks()];
        this.call = new SingleBody[tapes.tasks()];
        for (int task = 0; task < work.length; task++) {
            int step = tapes.base() + tapes.step()[task];
            work[task] = run.program.task()[step];
            phase[task] = run.program.phase()[step];
            call[task] = Straight.callOf(run.program, step);
        }
        this.run = run;
        this.pool = pool;
        this.end = end;
        this.affine = tapes.tasks() > tapes.first().length - 1;
        this.chains = Chains.of(tapes);
        Claims claims = new Claims(tapes.firstOfSlot());
        this.lists = new TapeList[tapes.slots()];
        this.hands = new Hand[tapes.slots()];
        this.told = new AtomicLongArray((tapes.slots() + 1) * APART);
        int[] slotOf = tapes.slotOf();
        for (int slot = 0; slot < hands.length; slot++) {
            lists[slot] = new TapeList(slot, tapes, claims, state);
            hands[slot] = new Hand(this, lists, new Frontier(state, slotOf), slot, spins);
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
        expect(nanos);
        wakes = nanos >= wakeNanos;
        hosted = false;
        left.set(tapes.tasks());
        epoch = epoch + 1;
    }

    /** What does not change is not written: other threads read what is beside it. */
    private void expect(long work) {
        if (work != nanos) {
            nanos = work;
            taskNanos = nanos / tapes.tasks();
            long task = Math.max(1, taskNanos);
            long few = Math.min(FEW, FEW_NANOS / task);
            batch = (int) Math.min(Claims.WIDTH, Math.max(few, 1 + BATCH_NANOS / task));
            long pieceNanos = affine ? AFFINE_PIECE_NANOS : PIECE_NANOS;
            piece = (int) Math.min(Claims.WIDTH, pieceNanos / task);
        }
    }

    /**
     * Does a run with this thread as the one that begins and ends it, while others take part: who has taken part before
     * needs not be found, and nothing is handed over at the end. Returns when all is done.
     *
     * @param nanos about how long it takes one thread
     */
    void host(long nanos) {
        // Before others can begin: it may throw.
        run.enterKernel();
        expect(nanos);
        if (wakes || !hosted) {
            wakes = false;
            hosted = true;
        }
        Hand hand = hands[seat.slot()];
        if (isFixed()) {
            hand.claimAhead(epoch + 1);
        }
        // Release, paired with volatile reads of the epoch: who sees the run sees its frame, params and claims. No full
        // fence
        // before the look at the lists: one who leaves at this moment may be missed, and then this thread does the
        // work.
        EPOCH.setRelease(this, epoch + 1);
        if (lacks(1)) {
            pool.signal();
        }
        long nap = FIRST_NAP_NANOS;
        boolean more = true;
        while (more) {
            boolean goesOn = hand.work(NEVER, 0);
            more = !hand.sawEndOf(epoch) && !isEnded();
            if (more && !goesOn) {
                // Somebody has lost its core in the midst of a task.
                LockSupport.parkNanos(this, nap);
                nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
            }
        }
        seat.hosted(wasShared());
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

    /** Returns whether nothing is left to do, also not by others. */
    boolean isEnded() {
        if (!hosted) {
            return left.get() == 0;
        }
        int done = 0;
        for (int slot = 0; slot < hands.length; slot++) {
            done += told(slot);
        }
        return done == tapes.tasks();
    }

    /** Returns whether more than one thread took part in the run that has ended, as its last thread sees it. */
    boolean wasShared() {
        if (hosted && seat.slot() != TapeList.NO_LIST) {
            // What others have done is not looked at: they have just written it.
            return told(seat.slot()) < tapes.tasks();
        }
        int sharers = 0;
        for (int slot = 0; slot < hands.length; slot++) {
            sharers += hosted ? Math.min(1, told(slot)) : hands[slot].tookPartIn(epoch) ? 1 : 0;
        }
        return sharers > 1;
    }

    private int told(int slot) {
        // Acquire, paired with the release of done: who sees all tasks counted sees what they wrote.
        long word = told.getAcquire((slot + 1) * APART);
        return (int) (word >>> 32) == epoch ? (int) word : 0;
    }

    int epoch() {
        return epoch;
    }

    /**
     * Returns whether who holds a list does all of it, as no other could, and looking for such tasks takes a good part of the
     * run.
     */
    boolean isFixed() {
        return chains != null && nanos <= FIXED_NANOS;
    }

    /** Returns whether all is done when the last task of a list is. */
    boolean endsWith(int slot) {
        return chains != null && chains.endsWith(slot);
    }

    /** Returns whether all is done that a task waits for. */
    boolean isReady(int task, int now) {
        return state.isReady(task, now);
    }

    /** Returns whether a thread hosts the run. */
    boolean isHosted() {
        return hosted;
    }

    /** Returns about how long a task takes. */
    long taskNanos() {
        return taskNanos;
    }

    /** Returns how many tasks to claim at a time. */
    int batch() {
        return batch;
    }

    /** Returns how many tasks are not worth to be cut. */
    int piece() {
        return piece;
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
            // Who gives a list back must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? TapeList.NO_LIST : TapeList.hold(lists, slot);
        }
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

    /**
     * Does a task if it is a single call, and returns whether it is. There is little around the call, so that a core begins
     * it while the one before goes on.
     */
    boolean calls(int task, int now) {
        SingleBody body = call[task];
        if (body == null) {
            return false;
        }
        if (run.goesOn()) {
            try {
                body.run();
            } catch (Throwable t) {
                run.fail(tapes.base() + tapes.step()[task], t);
            }
        }
        state.finish(task, now);
        return true;
    }

    /** Does some tasks that follow each other and are chunks of one step. */
    void perform(int task, int tasks, int now) {
        run.work(work[task], phase[task], tapes.base() + tapes.step()[task], tapes.chunk()[task], tasks);
        for (int done = 0; done < tasks; done++) {
            state.finish(task + done, now);
        }
    }

    /** Returns whether a task is the chunk that follows another one in the same step. */
    boolean follow(int task, int next) {
        return next == task + 1 && tapes.step()[task] == tapes.step()[next];
    }

    /**
     * Says that who holds a list has done so many more tasks of a run; who says it of the last ones ends the run.
     *
     * @param wasHosted whether a thread hosts that run, which may have ended meanwhile
     */
    void done(int slot, int tasks, int now, boolean wasHosted) {
        if (wasHosted) {
            int at = (slot + 1) * APART;
            // Plain: only the holder of the list writes it, and holders are ordered by the list.
            long before = told.getPlain(at);
            int all = (int) (before >>> 32) == now ? (int) before + tasks : tasks;
            // Release: after the tasks. The host, which waits for the sum, acquires each.
            told.setRelease(at, (long) now << 32 | all);
        } else if (left.addAndGet(-tasks) == 0) { // volatile: the last one acquires what all others did
            end.run();
        }
    }
}
