package org.sporos.host.exec;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.host.exec.Sleepers.Sleeper;
import org.sporos.space.RunFrame;
import org.sporos.space.StackReserve;
import org.sporos.spi.StallWarning;

/**
 * The threads of one space at work: its workers, and callers that wait for a run and take part meanwhile. At most as many
 * as the space has threads work on kernels at a time, not counting those inside of a submit that does a short run itself.
 * Who finds nothing spins for a moment, then sleeps. Thread-safe.
 *
 * <p>No work is forgotten: who makes a step ready wakes a sleeper unless somebody spins; who stops to spin looks once more
 * before it sleeps; who leaves while steps are ready, or takes one of several, passes the word on.
 */
final class Pool implements WorkerPool {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /** Stands for a caller where workers have their number. */
    private static final int CALLER = -1;

    private static final long LEAST_SPIN_NANOS = 20_000;
    private static final long MOST_SPIN_NANOS = 100_000;
    /** Longer than a core is away now and then, which must not put those to sleep who wait for it. */
    private static final long STAY_NANOS = 250_000;

    /** Callers that have ended no run for so long do none. */
    private static final long RECENT_NANOS = 4_000_000;

    /** So often those look who may not hear of an end. */
    private static final long UNHEARD_NANOS = 200_000;

    private static final long YIELD_NANOS = 10_000;
    private static final int LOOK_UP = 8;

    private final Permits permits;
    private final AtomicInteger spinning = new AtomicInteger();
    private final ActiveRuns active = new ActiveRuns();
    private final Sleepers sleepers = new Sleepers();
    private final HostCalls calls = new HostCalls();
    private final AtomicReference<@Nullable Resting> resting = new AtomicReference<>();
    private final LonelyCore lonelyCore;
    private final Crew crew;
    /**
     * When a run has ended last, and how long after that the next one began, on average. Plain: hints that only choose how long
     * to spin, so that a stale or torn value costs time alone.
     */
    private long lastEnd;

    private long gap = MOST_SPIN_NANOS;
    /** Whether work was done last by a caller and not by a worker: a hint, too. */
    private boolean callerWorked;

    Pool(int threads) {
        this(threads, "sporos-host-" + NUMBER.getAndIncrement(), false);
    }

    /** Makes one whose workers may be moved from core to core. */
    static Pool moving(int threads) {
        return new Pool(threads, "sporos-host-" + NUMBER.getAndIncrement(), true);
    }

    /**
     * Makes one whose workers have a name of their own.
     *
     * @param moves whether they may be moved from core to core
     */
    Pool(int threads, String name, boolean moves) {
        this.permits = new Permits(threads);
        this.lonelyCore = new LonelyCore(moves);
        this.crew = new Crew(this, sleepers, calls, threads, name);
    }

    Permits permits() {
        return permits;
    }

    Crew crew() {
        return crew;
    }

    @Override
    public void workedAlone() {
        lonelyCore.isHere();
    }

    @Override
    public void leaveLonelyCore() {
        lonelyCore.leave();
    }

    /** Returns the core that workers avoid. */
    LonelyCore lonelyCore() {
        return lonelyCore;
    }

    /** Makes room for so many more runs at a time, or for fewer. */
    void expectRuns(int more) {
        active.expect(more);
    }

    /** Lets threads find work in a run; returns the place to give to {@link #deactivate}. */
    @Override
    public int activate(Job run) {
        crew.start();
        idledFor(System.nanoTime() - lastEnd);
        return active.add(run);
    }

    /** Takes note of a run that can be found also while it rests, which only one can. */
    @Override
    public void settled(Resting seat) {
        Resting before = resting.getAndSet(seat);
        if (before != null && before != seat) {
            before.hide();
        }
    }

    /** Forgets a run that was settled. */
    @Override
    public void left(Resting seat) {
        resting.compareAndSet(seat, null);
    }

    /** Says that a run begins so long after one has ended. */
    void idledFor(long nanos) {
        long apart = Math.min(Math.max(nanos, LEAST_SPIN_NANOS / 2), 2 * MOST_SPIN_NANOS);
        long change = (apart - gap) / 4;
        if (change != 0) {
            // Not written in vain: threads that spin read it.
            gap += change;
        }
    }

    /** Returns how long a thread without work waits for more: about twice as long as it took until now, if not long. */
    long spinNanos() {
        long twice = 2 * gap;
        return twice > 2 * MOST_SPIN_NANOS
                ? LEAST_SPIN_NANOS
                : Math.min(MOST_SPIN_NANOS, Math.max(LEAST_SPIN_NANOS, twice));
    }

    /** Returns how long a thread stays with a run that has ended or that others end: longer if runs follow each other closely. */
    @Override
    public long stayNanos() {
        return gap <= LEAST_SPIN_NANOS ? STAY_NANOS : spinNanos();
    }

    @Override
    public void deactivate(int place) {
        active.remove(place);
        lastEnd = System.nanoTime();
    }

    /** Says that steps became ready that more threads could share. */
    @Override
    public void signal() {
        // Store-load: what was published before the look at those who spin or sleep, see Sleepers.prepare.
        VarHandle.fullFence();
        if (spinning.get() == 0 && sleepers.anyoneSleeps()) {
            sleepers.wakeAny();
        }
    }

    /**
     * Says that there is a run which one thread does. It costs some microseconds to wake one, and is in vain if the caller
     * waits for the end and so does the run itself: where that was so lately, a worker naps.
     */
    void signalWalk() {
        // Store-load: as in signal; the worker that naps looks for work after it said that it does not nap any more.
        VarHandle.fullFence();
        if (!crew.isNapping()) {
            signal();
        }
    }

    /** Returns whether callers that wait do the runs, so that workers need not be woken. */
    boolean callersDoRuns() {
        return callerWorked && System.nanoTime() - lastEnd < RECENT_NANOS;
    }

    /** Says it if that is so. */
    @Override
    public void signalIfReady() {
        if (active.findReady(0) != null) {
            signal();
        }
    }

    /** Says that a run has ended. */
    void signalEnd() {
        // Store-load: the count of ends was published before the look at those who sleep until it.
        VarHandle.fullFence();
        sleepers.wakeCallers();
    }

    /** Says that a run has ended which was written without a fence: who is about to sleep may not hear of it. */
    void signalEndUnfenced() {
        sleepers.wakeCallers();
    }

    /** Has a worker make a host call. */
    @Override
    public void offerHost(StepWaiter call) {
        crew.start();
        calls.offer(call);
        // Store-load: as in signal.
        VarHandle.fullFence();
        sleepers.wakeWorker();
    }

    /** Returns whether a thread without a permit could take one and find work. */
    boolean canTake() {
        return permits.isFree() && active.findReady(0) != null;
    }

    /** Waits until something is done, and takes part in the work meanwhile. */
    void await(Awaited until, long target) {
        await(until, target, null);
    }

    /**
     * Waits as {@link #await(Awaited, long)} does.
     *
     * @param warning given if that takes long, or null
     */
    void await(Awaited until, long target, @Nullable StallWarning warning) {
        if (!until.isDone(target)) {
            StackReserve.require(target);
            Sleeper sleeper = null;
            boolean interrupted = false;
            try {
                while (!until.isDone(target)) {
                    workUntil(until, target);
                    if (!spin(until, target)) {
                        sleeper = sleeper == null ? sleepers.add(false) : sleeper;
                        interrupted |= Thread.interrupted();
                        sleepUntil(until, target, warning, sleeper);
                    }
                }
            } finally {
                leave(sleeper, interrupted);
            }
        }
    }

    private void leave(@Nullable Sleeper sleeper, boolean interrupted) {
        if (sleeper != null) {
            sleepers.remove(sleeper);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sleepUntil(Awaited until, long target, @Nullable StallWarning warning, Sleeper sleeper) {
        sleeper.prepare(until, target);
        if (until.isDone(target) || canTake()) {
            sleeper.cancel();
        } else if (crew.isMissing() && calls.isPending()) {
            crew.start();
            sleeper.sleep(UNHEARD_NANOS);
        } else if (until.endsUnheard()) {
            sleeper.sleep(UNHEARD_NANOS);
        } else if (warning != null) {
            sleeper.sleep(warning.nanosLeft());
        } else {
            sleeper.sleep();
        }
    }

    private void workUntil(Awaited until, long target) {
        if (permits.tryTake()) {
            RunFrame before = RunFrame.current();
            try {
                work(CALLER, until, target);
            } finally {
                RunFrame.enter(before);
                permits.give();
            }
            signalIfReady();
        }
    }

    /** Works until nothing is ready or a host call waits. */
    void workAsWorker(int worker) {
        if (permits.tryTake()) {
            boolean more = false;
            try {
                more = work(worker, null, 0);
            } finally {
                RunFrame.enter(null);
                permits.give();
            }
            if (more) {
                signalIfReady();
            }
        }
    }

    /** Works until nothing is ready, or returns true: what is awaited is done; without that, a host call waits. */
    private boolean work(int worker, @Nullable Awaited until, long target) {
        int turn = 0;
        Job job = active.findReady(turn);
        while (job != null) {
            if (callerWorked != (worker == CALLER)) {
                callerWorked = worker == CALLER;
            }
            job.turn(worker, until, target);
            if (until == null ? calls.isPending() : until.isDone(target)) {
                return true;
            }
            job = active.findReady(++turn);
        }
        return false;
    }

    /** Returns whether there is something to do for a worker that stays with a run. */
    @Override
    public boolean hasOtherWork(Job but) {
        return calls.isPending() || crew.isEnded() || active.hasReadyBut(but);
    }

    /** Returns whether a host call waits for a worker. */
    @Override
    public boolean hostCallWaits() {
        return calls.isPending();
    }

    /** Spins for a moment; returns whether there may be something to do. */
    boolean spinAsWorker() {
        return spin(null, 0);
    }

    private boolean spin(@Nullable Awaited until, long target) {
        spinning.incrementAndGet();
        boolean found;
        try {
            found = isReason(until, target) || finds(until, target);
        } finally {
            spinning.decrementAndGet();
        }
        if (until != null && until.isDone(target)) {
            // Somebody may have relied on this thread to take what became ready.
            signalIfReady();
        }
        return found;
    }

    /** Yields, too: on a machine that has more threads than cores, the work may be waiting for this very core. */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean finds(@Nullable Awaited until, long target) {
        long begin = System.nanoTime();
        long most = spinNanos();
        long spent = 0;
        for (int polls = 1; spent < most; polls++) {
            Thread.onSpinWait();
            if (isReason(until, target)) {
                return true;
            }
            if (polls % LOOK_UP == 0) {
                spent = System.nanoTime() - begin;
                if (spent > YIELD_NANOS) {
                    Thread.yield();
                }
            }
        }
        return false;
    }

    private boolean isReason(@Nullable Awaited until, long target) {
        return canTake() || (until == null ? calls.isTakeable() || crew.isEnded() : until.isDone(target));
    }
}
