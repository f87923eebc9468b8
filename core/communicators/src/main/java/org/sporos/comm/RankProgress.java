package org.sporos.comm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;

/**
 * The progress of a communicator's operations: the current one, and the failure that has ended the communicator.
 *
 * <p>An operation waits for its transfers with short pauses. If that takes long, it sends a notice of its state to the
 * other ranks and polls theirs: the notice of a rank that has failed, has closed or waits in another operation ends the
 * wait at once, the deadline ends it in any case. A failed operation leaves pending transfers that may still write into
 * buffers: the communicator is dead from then on.
 *
 * <p>One operation runs at a time, as the holder of the turn. The turn is a try-lock: two runs that contend for it are
 * unordered, which is an error. On host spaces it is acquired by the worker that finds the operation ready, and passes
 * with it to the thread of the communicator; an operation on its calling thread acquires the turn itself.
 */
final class RankProgress {
    /** Delay before peers are notified; longer than any operation that all ranks have entered. */
    private static final long TELL_AFTER = Duration.ofMillis(500).toNanos();

    /** The polling interval for notices of a late operation. */
    private static final long LOOK_AFTER = Duration.ofMillis(20).toNanos();

    /** The polling interval for a run of a device, in nanoseconds: each poll is a call of the driver. */
    private static final long RUN_PAUSE = 2_000_000;

    /** The operations between two polls for notices, so that those of temporarily late ranks do not accumulate. */
    private static final int TAKE_EVERY = 256;

    /** The number of signatures kept: ranks are seldom further apart. */
    private static final int KEPT = 1024;

    private final Transport transport;
    private final NoticeBoard notices;
    private final long deadline;
    private final Semaphore turn = new Semaphore(1);
    private final OperationThread thread;
    /** The signatures of the last operations, by their numbers. */
    private final long[] past = new long[KEPT];

    private long sequence;
    /** The time at which runs were last compared. */
    private long compared = System.nanoTime() - LOOK_AFTER;

    private volatile @Nullable String failure;
    private boolean isClosed;

    RankProgress(Transport transport, Duration deadline) {
        this.transport = transport;
        this.notices = new NoticeBoard(transport);
        this.deadline = deadline.toNanos();
        this.thread = new OperationThread("sporos-comm-rank-" + transport.rank());
    }

    /** Passes a step to the thread of the communicator; returns false if the caller must run it. */
    boolean handOver(Runnable step) {
        if (!turn.tryAcquire()) {
            return false;
        }
        if (thread.hand(step)) {
            return true;
        }
        turn.release();
        return false;
    }

    /** Releases the turn if a passed step has not done so because its run had failed before. */
    void settle() {
        if (thread.isCurrent()) {
            endTurn();
        }
    }

    private void endTurn() {
        if (!thread.isCurrent() || thread.takeTurn()) {
            turn.release();
        }
    }

    Transport transport() {
        return transport;
    }

    /** Begins an operation of this rank. */
    OperationHeader begin(String kind, String label, int elements) {
        if (!thread.isCurrent() && !turn.tryAcquire()) {
            throw RunRefusal.ofCall(
                    "C408",
                    "another run is inside of an operation of the same communicator: the order of the two may differ from"
                            + " rank to rank; submit such graphs to one stream, or give each a communicator by split()");
        }
        if (isClosed || failure != null) {
            String why = failure == null ? "closed; fence before you close it" : "dead: " + failure;
            endTurn();
            throw RunRefusal.ofCall("C407", "the communicator is " + why);
        }
        return OperationHeader.of(sequence, kind, label, elements);
    }

    /** Receives pending notices from time to time. */
    void takeNotices() {
        if (sequence % TAKE_EVERY == 0) {
            notices.poll();
        }
    }

    /** Ends the communicator after an exception of the library. */
    RuntimeException libraryFailure(OperationHeader operation, IllegalStateException e) {
        return fail(operation, "C406", "the message-passing library says: " + e.getMessage());
    }

    /** Counts an operation that has not failed. */
    void count(OperationHeader operation) {
        past[(int) (sequence % KEPT)] = operation.signature();
        sequence++;
    }

    /**
     * Compares a completed run with those of other ranks, at most once per {@link #LOOK_AFTER}: the library of a device
     * does not detect runs of different graphs that move the same number of elements.
     */
    void compare(OperationHeader run) {
        long now = System.nanoTime();
        if (now - compared >= LOOK_AFTER) {
            compared = now;
            notices.post(RankNotice.Kind.PASSED, run.sequence(), run.signature(), run.label());
            notices.poll();
            for (int rank = 0; rank < transport.size(); rank++) {
                RankNotice notice = notices.last(rank);
                if (notice != null && notice.kind() == RankNotice.Kind.PASSED && isOther(run, notice)) {
                    throw different(run, rank, notice.sequence(), notice.text());
                }
            }
        }
    }

    /** Returns whether the operation of a notice is known to differ from the one of the same number here. */
    private boolean isOther(OperationHeader now, RankNotice notice) {
        long back = now.sequence() - notice.sequence();
        return back == 0 && notice.signature() != now.signature()
                || back > 0 && back < KEPT && notice.signature() != past[(int) (notice.sequence() % KEPT)];
    }

    /** Returns a rank whose last run differs from the last one here, or -1. Called after all ranks have closed. */
    int rankWithOtherRuns() {
        for (int rank = 0; rank < transport.size(); rank++) {
            RankNotice notice = notices.last(rank);
            if (notice != null && notice.sequence() == sequence && notice.signature() != lastSignature()) {
                return rank;
            }
        }
        return -1;
    }

    private long lastSignature() {
        return sequence == 0 ? 0 : past[(int) ((sequence - 1) % KEPT)];
    }

    /** Completes {@link #begin}, after success or failure. */
    void end() {
        endTurn();
    }

    /** A transfer that an operation waits for, and its sender; -1 for all ranks. */
    record AwaitedTransfer(PendingTransfer transfer, int rank) {}

    /** Waits for transfers, and removes complete ones; throws if one fails, or the deadline expires. */
    void await(OperationHeader operation, List<AwaitedTransfer> awaited) {
        await(operation, awaited, false);
    }

    /**
     * Waits until a device has completed the run of an operation. A run may compute for longer than the deadline, as
     * long as all ranks keep reporting that they are in it.
     */
    void awaitRun(OperationHeader operation, PendingTransfer run) {
        List<AwaitedTransfer> one = new ArrayList<>(1);
        one.add(new AwaitedTransfer(run, -1));
        await(operation, one, true);
    }

    private void await(OperationHeader operation, List<AwaitedTransfer> awaited, boolean isRun) {
        long begin = System.nanoTime();
        long look = LOOK_AFTER;
        long tell = TELL_AFTER;
        while (!removeDone(awaited)) {
            long waited = System.nanoTime() - begin;
            if (waited > look) {
                look = waited + LOOK_AFTER;
                if (waited > tell) {
                    tell = isRun ? waited + Math.max(TELL_AFTER, deadline / 4) : Long.MAX_VALUE;
                    notices.post(RankNotice.Kind.WAITING, sequence, operation.signature(), operation.label());
                }
                judge(operation);
                if (waited > deadline && !(isRun && notices.allHeard(deadline))) {
                    throw late(operation, awaited);
                }
            }
            pause(operation, isRun ? Long.MAX_VALUE : waited);
        }
    }

    private static boolean removeDone(List<AwaitedTransfer> awaited) {
        awaited.removeIf(one -> one.transfer().isDone());
        return awaited.isEmpty();
    }

    /** Spins for imminent messages, then yields the core. */
    private void pause(OperationHeader operation, long waited) {
        if (waited < 20_000) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(waited < 1_000_000 ? 20_000 : waited < Long.MAX_VALUE ? 200_000 : RUN_PAUSE);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw fail(operation, "C406", "its thread was interrupted");
        }
    }

    /** Throws if a notice shows that the operation never ends. */
    private void judge(OperationHeader operation) {
        if (failure != null) {
            throw fail(operation, "C407", "the communicator is dead: " + failure);
        }
        notices.poll();
        for (int rank = 0; rank < transport.size(); rank++) {
            RankNotice notice = notices.last(rank);
            if (notice == null) {
                continue;
            }
            if (notice.isFailure()) {
                throw fail(operation, "C403", "rank " + rank + " has failed: " + notice.text());
            }
            long theirs = notice.sequence();
            if (notice.kind() == RankNotice.Kind.CLOSED && theirs <= operation.sequence()) {
                throw fail(operation, "C404", closed(notice));
            }
            if (notice.kind() != RankNotice.Kind.CLOSED && isOther(operation, notice)) {
                throw different(operation, rank, theirs, notice.text());
            }
        }
    }

    private static String closed(RankNotice notice) {
        return "rank " + notice.rank() + " has closed its communicator after " + notice.sequence()
                + " operations instead of coming to this one; its output says why";
    }

    private RuntimeException late(OperationHeader operation, List<AwaitedTransfer> awaited) {
        StringBuilder text = new StringBuilder("within ")
                .append(Duration.ofNanos(deadline).toSeconds())
                .append(" s ");
        boolean none = true;
        for (int rank = 0; rank < transport.size(); rank++) {
            RankNotice notice = notices.last(rank);
            boolean is = notice != null && notice.sequence() == operation.sequence() && notices.isHeard(rank, deadline);
            if (rank != transport.rank() && isAwaited(awaited, rank) && !is) {
                text.append(none ? "" : ", ").append("rank ").append(rank);
                text.append(" has not come to it")
                        .append(
                                notice == null
                                        ? ""
                                        : " (it was last heard of at operation " + notice.sequence() + ", node "
                                                + Labels.quoted(notice.text()) + ")");
                none = false;
            }
        }
        text.append(none ? "no message has arrived" : "");
        text.append("; it was killed, hangs, or computes for longer than sporos.comm.seconds allows");
        return fail(operation, "C402", text.toString());
    }

    private static boolean isAwaited(List<AwaitedTransfer> awaited, int rank) {
        return awaited.stream().anyMatch(one -> one.rank() == rank || one.rank() < 0);
    }

    /** Checks the header of another rank's operation. */
    void requireSame(OperationHeader operation, int rank, OperationHeader theirs) {
        if (!operation.fits(theirs)) {
            throw different(operation, rank, theirs.sequence(), theirs.label());
        }
    }

    private RuntimeException different(OperationHeader operation, int rank, long theirs, String label) {
        return fail(
                operation,
                "C405",
                "rank " + rank + " is at node " + Labels.quoted(label) + " (operation " + theirs + ") while this rank "
                        + transport.rank() + " is at node " + Labels.quoted(operation.label()) + " (operation "
                        + operation.sequence() + "), or their views differ in size, type or memory;"
                        + " submit the same graphs in the same order on all ranks");
    }

    /** Ends the communicator and notifies the others; returns the exception of the run. */
    RuntimeException fail(OperationHeader operation, String code, String what) {
        if (failure == null) {
            failure =
                    code + ": node " + Labels.quoted(operation.label()) + " on rank " + transport.rank() + ": " + what;
            tell();
        }
        return RunRefusal.ofCall(code, what);
    }

    private void tell() {
        try {
            notices.post(RankNotice.Kind.FAILED, sequence, 0, String.valueOf(failure));
        } catch (IllegalStateException libraryIsBroken) {
            // The other ranks then exceed their deadlines.
        }
    }

    /** Returns the failure that has ended it, or null. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Ends it for an external reason. A running operation detects that by itself. */
    void die(String why) {
        if (failure == null) {
            failure = why;
            if (turn.tryAcquire()) {
                try {
                    tell();
                } finally {
                    turn.release();
                }
            }
        }
    }

    /**
     * Notifies the others that this rank is closing and waits for their notices.
     *
     * @param patience the timeout, in nanoseconds
     * @return whether no rank has failed
     */
    boolean close(long patience) {
        long begin = System.nanoTime();
        if (!hasTurnWithin(patience)) {
            thread.end();
            die("it was closed by rank " + transport.rank() + " while an operation ran");
            return false;
        }
        try {
            isClosed = true;
            long made = failure == null ? sequence : -1;
            notices.post(RankNotice.Kind.CLOSED, made, lastSignature(), String.valueOf(failure));
            while (!notices.isEnded()) {
                notices.poll();
                RankNotice failed = notices.failure();
                if (failure == null && failed != null) {
                    failure = "rank " + failed.rank() + " has failed: " + failed.text();
                    return false;
                } else if (System.nanoTime() - begin > patience) {
                    failure = failure != null ? failure : "other ranks have not closed it";
                    return false;
                }
                LockSupport.parkNanos(200_000);
            }
        } catch (IllegalStateException e) {
            failure = failure != null ? failure : String.valueOf(e.getMessage());
        } finally {
            thread.end();
            turn.release();
        }
        return failure == null;
    }

    private boolean hasTurnWithin(long patience) {
        try {
            return turn.tryAcquire(patience, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the longest wait of an operation, in nanoseconds. */
    long deadline() {
        return deadline;
    }
}
