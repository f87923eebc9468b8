package org.sporos.host.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * The bypass of all queues, for runs that their submit executes at once. It is the last operation in its stream, also
 * while it is idle. So a run costs one compare-and-set to begin and one release to end. It works in one stream, the
 * first one of its executable. Runs in other streams use the queues.
 *
 * <p><b>Guarantees.</b> A run begins only while no other run of its executable or its stream is active, and no other
 * run of either begins before it has ended. A submit that finds it busy uses the queues, where its run waits for the
 * end of the inline run ({@link #close}).
 *
 * <p><b>Correctness.</b> {@code state} alone decides: REST, RUNNING, QUEUED (runs are in the queues) or DETACHING
 * (another thread replaces it in the stream). Each change from REST is a compare-and-set, so one thread wins. An
 * operation that joins behind it exchanges the tail of the stream and then waits until the state is not RUNNING; a run
 * that begins sets RUNNING, then checks whether it still is the tail, and gives up if not. Both sides are volatile, so
 * at least one of them sees the other.
 *
 * <p><b>Costs for others.</b> There is no full fence at the end of a run, as that would cost as much as a short run. So
 * a thread that is about to park until a run has ended may miss the end, and polls ({@link Completion#endsUnheard});
 * and a submit of another thread to the same stream spins, and then naps, until the run has ended.
 *
 * <p><b>Memory order.</b> The compare-and-set to RUNNING acquires the writes of the previous run. The end releases
 * twice: first the count of ends, then REST. A waiter reads the state by a volatile read and the count by an acquire;
 * either of them publishes the writes of the run. If the stack is exhausted, plain writes replace both, as no stack may
 * be left for a call.
 */
final class InlineSubmitPath extends StreamOperation implements Completion {
    /** No run is active; if it is the last operation of its stream, the stream is empty. */
    private static final int REST = 0;
    /** A run is active, or is about to give up. */
    private static final int RUNNING = 1;
    /** Runs of its executable are in the queues. */
    private static final int QUEUED = 2;
    /** Another thread removes it from its stream. */
    private static final int DETACHING = 3;

    /** The spins of a waiting thread before it naps. */
    private static final int SPINS = 100;

    private static final long NAP_NANOS = 50_000;

    private static final VarHandle STATE;
    private static final VarHandle ENDED;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(InlineSubmitPath.class, "state", int.class);
            ENDED = MethodHandles.lookup().findVarHandle(InlineSubmitPath.class, "ended", long.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a field of InlineSubmitPath cannot be reached", e);
        }
    }

    private final Runner executable;
    private volatile int state;
    /** The number of ended runs. Written by the thread that has set RUNNING, so each writer sees the previous write. */
    private long ended;

    private volatile @Nullable HostStream home;

    InlineSubmitPath(Runner executable) {
        this.executable = executable;
    }

    /** The callbacks of the inline path to the executable. */
    abstract static class Runner {
        /** Runs the graph in its submit and returns true, or returns false if it must use the queues. */
        abstract boolean runInline(HostStream stream);

        /** Called after an inline run. */
        abstract void inlineRunEnded();
    }

    /** Runs the graph and returns true, or returns false if it must use the queues. */
    boolean tryRun(HostStream stream) {
        if (home != stream && !settle(stream)) {
            return false;
        }
        // Volatile: acquires the writes of the previous run.
        if (state != REST || !STATE.compareAndSet(this, REST, RUNNING)) {
            return false;
        }
        boolean ran;
        try {
            ran = stream.queue().enter(this) && executable.runInline(stream);
            // Release, paired with the acquire of isDone. The plain read returns the last writer's count.
            ENDED.setRelease(this, ended + 1);
            // Release, paired with the exchange that begins the next run and with the volatile reads of waiters.
            STATE.setRelease(this, REST);
        } catch (Throwable t) {
            // Plain writes: no stack may be left for a call. Threads that park until then poll.
            ended++;
            state = REST;
            throw t;
        }
        executable.inlineRunEnded();
        return ran;
    }

    private boolean settle(HostStream stream) {
        if (home == null) {
            synchronized (this) {
                if (home == null) {
                    home = stream;
                }
            }
        }
        return home == stream;
    }

    /** Waits for the end of the active run, if any. */
    @Override
    boolean followedBy(StreamOperation behind) {
        for (int tries = 0; state == RUNNING; tries++) {
            pause(tries);
        }
        return true;
    }

    /**
     * Backs off: inline runs are short, but their thread may be preempted. No yield, which would give this core to
     * other processes for milliseconds.
     */
    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    @Override
    boolean detach() {
        return state == REST && STATE.compareAndSet(this, REST, DETACHING);
    }

    @Override
    void attach() {
        // A plain write: no stack may be left for a call.
        state = REST;
    }

    /** Waits for the end of the active run, and then diverts all runs to the queues. */
    void close() {
        for (int tries = 0; state != QUEUED && !STATE.compareAndSet(this, REST, QUEUED); tries++) {
            pause(tries);
        }
    }

    /** Removes it from its stream for good. */
    void leave() {
        HostStream stream = home;
        if (stream != null) {
            stream.queue().remove(this);
        }
    }

    /** Reopens the path once the queues hold no runs. */
    void open() {
        state = REST;
    }

    @Override
    Completion ownEnd() {
        return this;
    }

    /** Returns the target of {@link #isDone} for the active run, or 0 if there is none. */
    @Override
    long target() {
        // Acquire: the state is read after the count. So a run that ends in between is seen as idle, or the next one is
        // awaited, which is harmless; none is missed.
        long before = (long) ENDED.getAcquire(this);
        return state == RUNNING ? before + 1 : 0;
    }

    /** Returns the number of ended runs. */
    long ended() {
        // Acquire, as in target; a number that is too low delays a warning.
        return (long) ENDED.getAcquire(this);
    }

    @Override
    public boolean isDone(long target) {
        // Volatile and acquire: see above.
        return state != RUNNING || (long) ENDED.getAcquire(this) >= target;
    }

    @Override
    public boolean endsUnheard() {
        return true;
    }

    @Override
    boolean begin(Origin where) {
        throw new InternalException("the inline path is not put into streams by others");
    }

    @Override
    @Nullable
    StreamOperation end() {
        throw new InternalException("the inline path is not put into streams by others");
    }
}
