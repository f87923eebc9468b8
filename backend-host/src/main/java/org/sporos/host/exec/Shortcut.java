package org.sporos.host.exec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The way around all queues, for runs that their submit does at once. It stands in its stream as the last entry, also
 * when it is at rest, so that a run costs one exchange to begin and one to end. It works in one stream, the first that
 * its executable is submitted to; runs in others go through the queues.
 */
final class Shortcut extends Entry implements Awaited {
    /** Nothing goes on. Where it is the last entry of its stream, the stream is empty. */
    private static final int REST = 0;
    /** A run goes on, or finds out that it cannot. */
    private static final int RUNNING = 1;
    /** A run goes on, and the next entry of the stream waits for it. */
    private static final int FOLLOWED = 2;
    /** Runs of its executable are in the queues. */
    private static final int QUEUED = 3;
    /** Another thread takes it out of its stream. */
    private static final int DETACHING = 4;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Shortcut.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final HostExecutable executable;
    private volatile int state;
    /** The runs that have ended, published by the change of state. */
    private long ended;

    private volatile @Nullable HostStream home;

    Shortcut(HostExecutable executable) {
        this.executable = executable;
    }

    /** Does a run, and returns true; or returns false if it must go through the queues. */
    boolean tryRun(HostStream stream) {
        if (home != stream && !settle(stream)) {
            return false;
        }
        if (state != REST || !STATE.compareAndSet(this, REST, RUNNING)) {
            return false;
        }
        try {
            return stream.enter(this) && executable.runHere(stream);
        } finally {
            ended++;
            if (!STATE.compareAndSet(this, RUNNING, REST)) {
                letGoOn();
            }
            executable.shortcutEnded();
        }
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

    private void letGoOn() {
        Entry follower = next.getAndSet(null);
        state = REST;
        if (follower != null && follower.release(1)) {
            Entry.start(follower, Place.ELSEWHERE);
        }
    }

    /**
     * Puts an entry behind it that has just taken its place as the last one of the stream.
     *
     * @return whether the entry must wait for it
     */
    boolean isFollowedBy(Entry entry) {
        if (state == RUNNING) {
            next.set(entry);
            if (STATE.compareAndSet(this, RUNNING, FOLLOWED)) {
                return true;
            }
            next.set(null);
        }
        return false;
    }

    /** Keeps it from running while another one takes its place in the stream; returns false if it does not rest. */
    boolean detach() {
        return state == REST && STATE.compareAndSet(this, REST, DETACHING);
    }

    /** Lets it run again. */
    void attach() {
        state = REST;
    }

    /** Waits until no run goes on here, which is short, and then has all runs go through the queues. */
    @SuppressWarnings("ThreadPriorityCheck")
    void close() {
        int spins = 0;
        while (state != QUEUED && !STATE.compareAndSet(this, REST, QUEUED)) {
            if (++spins < 100) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Takes it out of its stream, for good. */
    void leave() {
        HostStream stream = home;
        if (stream != null) {
            stream.remove(this);
        }
    }

    /** Says that no runs are in the queues any more. */
    void open() {
        state = REST;
    }

    /** Returns what to await for a run that goes on now to have ended, or 0 if none does. */
    long target() {
        long before = ended;
        VarHandle.loadLoadFence();
        int now = state;
        return now == RUNNING || now == FOLLOWED ? before + 1 : 0;
    }

    @Override
    public boolean isDone(long target) {
        int now = state;
        return now != RUNNING && now != FOLLOWED || ended >= target;
    }

    @Override
    boolean begin(Place where) {
        throw new AssertionError("a shortcut is not put into streams by others");
    }

    @Override
    @Nullable
    Entry end() {
        throw new AssertionError("a shortcut is not put into streams by others");
    }
}
