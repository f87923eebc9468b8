package org.sporos.host.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * The way around all queues, for runs that their submit does at once. It is the last operation in its stream, also
 * while it rests. So a run costs one compare-and-set to begin and one release to end. It works in one stream, the first
 * that its executable is submitted to. Runs in other streams go through the queues.
 *
 * <p><b>What it guarantees.</b> A run begins only while no other run of its executable or its stream is active, and no
 * other run of either begins before it has ended. A submit that finds it busy goes through the queues, and there
 * waits until the inline run has ended ({@link #close}).
 *
 * <p><b>Why it is right.</b> {@code state} is the one word of truth: REST, RUNNING, QUEUED (runs are in the queues) or
 * DETACHING (another thread takes its place in the stream). Each change from REST is a compare-and-set, so one thread
 * has it. An operation that is put behind it exchanges the tail of the stream and then waits until the state is not
 * RUNNING; a run that begins sets RUNNING and then looks whether it still is the tail, and gives up if not. Both sides
 * are volatile, so one of them sees the other.
 *
 * <p><b>What others pay.</b> There is no full fence at the end of a run, as that would cost as much as a short run. So
 * a thread that is about to park until a run has ended may miss the end, and polls ({@link Completion#endsUnheard});
 * and a submit of another thread to the same stream spins, and then naps, until the run has ended.
 *
 * <p><b>Memory order.</b> The compare-and-set to RUNNING acquires what the run before wrote. The end releases twice:
 * first the count of ends, then REST. A waiter reads the state by a volatile read and the count by an acquire;
 * whichever tells it that the run has ended, it sees what the run wrote. Where the stack is exhausted, plain writes do
 * the same, as there may be no stack left for a call.
 */
final class InlineSubmitPath extends StreamOperation implements Completion {
    /** No run is active. If it is the last operation of its stream, the stream is empty. */
    private static final int REST = 0;
    /** A run is active, or is about to give up. */
    private static final int RUNNING = 1;
    /** Runs of its executable are in the queues. */
    private static final int QUEUED = 2;
    /** Another thread takes it out of its stream. */
    private static final int DETACHING = 3;

    /** The spins of a thread that waits for a run before it naps. */
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
    /** The runs that have ended. Written by the thread that has set RUNNING, so each writer sees the write before. */
    private long ended;

    private volatile @Nullable HostStream home;

    InlineSubmitPath(Runner executable) {
        this.executable = executable;
    }

    /** The executable, as its inline path sees it. */
    abstract static class Runner {
        /** Does a run in its submit and returns true, or returns false if it must go through the queues. */
        abstract boolean runInline(HostStream stream);

        /** Called when a run in a submit has ended. */
        abstract void inlineRunEnded();
    }

    /** Does a run, and returns true; or returns false if it must go through the queues. */
    boolean tryRun(HostStream stream) {
        if (home != stream && !settle(stream)) {
            return false;
        }
        // Volatile: acquires what the run before wrote.
        if (state != REST || !STATE.compareAndSet(this, REST, RUNNING)) {
            return false;
        }
        boolean ran;
        try {
            ran = stream.queue().enter(this) && executable.runInline(stream);
            // Release, paired with the acquire of isDone. The plain read is of the last writer's count.
            ENDED.setRelease(this, ended + 1);
            // Release, paired with the exchange that begins the next run and with the volatile reads of waiters.
            STATE.setRelease(this, REST);
        } catch (Throwable t) {
            // Plain writes: there may be no stack left for a call. Threads that park until then poll.
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

    /** Waits until the run that goes on, if one does, has ended. */
    @Override
    boolean followedBy(StreamOperation behind) {
        for (int tries = 0; state == RUNNING; tries++) {
            pause(tries);
        }
        return true;
    }

    /**
     * Backs off: runs of a submit are short, but the thread that does one may be preempted. It does not yield, which
     * would give this core to other processes for milliseconds.
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
        // A plain write: there may be no stack left for a call.
        state = REST;
    }

    /** Waits until no run goes on here, and then has all runs go through the queues. */
    void close() {
        for (int tries = 0; state != QUEUED && !STATE.compareAndSet(this, REST, QUEUED); tries++) {
            pause(tries);
        }
    }

    /** Takes it out of its stream, for good. */
    void leave() {
        HostStream stream = home;
        if (stream != null) {
            stream.queue().remove(this);
        }
    }

    /** Says that no runs are in the queues any more. */
    void open() {
        state = REST;
    }

    @Override
    Completion ownEnd() {
        return this;
    }

    /** Returns what to await for a run that goes on now to have ended, or 0 if none does. */
    @Override
    long target() {
        // Acquire: the state is read after the count. So a run that ends in between is seen idle, or the next one is
        // awaited, which does no harm; but none is missed.
        long before = (long) ENDED.getAcquire(this);
        return state == RUNNING ? before + 1 : 0;
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
    boolean begin(Place where) {
        throw new InternalException("the inline path is not put into streams by others");
    }

    @Override
    @Nullable
    StreamOperation end() {
        throw new InternalException("the inline path is not put into streams by others");
    }
}
