package org.sporos.host.task;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;

/**
 * A daemon thread that is a member of one team at a time, when it is its turn. Threads without a team wait to be taken
 * again, and end after some seconds.
 */
final class MemberThread extends Thread {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final ArrayDeque<MemberThread> IDLE = new ArrayDeque<>();

    private volatile @Nullable Member seat;

    private MemberThread() {
        super(null, null, "sporos-team-member", 0, false);
    }

    /** Returns a running thread without a team. */
    static MemberThread take() {
        synchronized (IDLE) {
            MemberThread idle = IDLE.pollLast();
            if (idle != null) {
                return idle;
            }
        }
        MemberThread thread = DaemonThreads.make(MemberThread::new);
        thread.start();
        return thread;
    }

    /** Makes it a member of a team. */
    void sit(Member member) {
        seat = member;
    }

    /** Ends its membership, while it is not its turn. */
    void leave() {
        seat = null;
        synchronized (IDLE) {
            IDLE.addLast(this);
        }
    }

    @Override
    public void run() {
        while (awaitTurn()) {
            Member member = seat;
            // A team passes the turn only after its threads are seated: a seat that is still the same is this thread's.
            if (member != null && member.isItsTurn() && seat == member) {
                member.runInTurn();
            }
        }
    }

    /** Waits for a turn, and returns whether there is one; else the thread is no longer to be found by anybody. */
    private boolean awaitTurn() {
        long since = System.nanoTime();
        while (true) {
            Member member = seat;
            if (member != null && member.isItsTurn()) {
                return true;
            }
            LockSupport.parkNanos(this, PATIENCE);
            Thread.interrupted();
            if (seat != null) {
                since = System.nanoTime();
            } else if (System.nanoTime() - since >= PATIENCE && retire()) {
                return false;
            }
        }
    }

    private boolean retire() {
        synchronized (IDLE) {
            return IDLE.remove(this);
        }
    }
}
