package org.sporos.host.task;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;

/**
 * A daemon thread that serves as a member of one team at a time, in turns with the others. Idle threads wait for reuse,
 * and end after some seconds.
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

    /** Assigns the thread to a team. */
    void sit(Member member) {
        seat = member;
    }

    /** Ends its membership, outside of its turn. */
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
            // Threads are seated before the turn passes: if the seat is unchanged, the turn belongs to this thread.
            if (member != null && member.isItsTurn() && seat == member) {
                member.runInTurn();
            }
        }
    }

    /** Waits for a turn; returns false once the thread has timed out and left the idle list. */
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
