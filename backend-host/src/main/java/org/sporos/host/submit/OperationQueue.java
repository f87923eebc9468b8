package org.sporos.host.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * The operations of one stream: a linked queue whose first operation is active. Appending is lock-free.
 *
 * <p><b>Guarantees.</b> Operations begin in the order of their appends, each after the end of the previous one, also if
 * threads append and end concurrently; the number of ends only grows.
 *
 * <p><b>Correctness.</b> The exchange of the tail gives each operation exactly one predecessor. Both sides then meet at
 * the predecessor's {@code next}: the new operation sets it from null to itself, the end of the old one exchanges it
 * for {@link StreamOperation#DONE}. The later of both sees the other and starts the new operation, once; both are
 * volatile read-modify-writes, so the thread that starts the operation has acquired the writes of the previous run. The
 * last operation leaves by setting the tail from itself to null, which fails if another one has joined meanwhile; then
 * that one will find DONE.
 */
final class OperationQueue implements Completion {
    private static final VarHandle TAIL;

    static {
        try {
            TAIL = MethodHandles.lookup().findVarHandle(OperationQueue.class, "tail", StreamOperation.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a field of OperationQueue cannot be reached", e);
        }
    }

    private volatile @Nullable StreamOperation tail;
    private final AtomicLong submitted = new AtomicLong();
    private volatile long ended;

    /** Returns the last operation, or null. */
    @Nullable
    StreamOperation last() {
        return tail;
    }

    /** Appends an operation; returns whether it has no predecessor. */
    boolean join(StreamOperation entry) {
        submitted.incrementAndGet();
        StreamOperation before = (StreamOperation) TAIL.getAndSet(this, entry);
        return before == null || before.followedBy(entry);
    }

    /** Appends an operation that is about to run, or keeps it as the last. Returns false if it has a predecessor. */
    boolean enter(StreamOperation inlinePath) {
        StreamOperation last = tail;
        if (last == inlinePath) {
            return true;
        }
        if (last == null) {
            return TAIL.compareAndSet(this, (StreamOperation) null, inlinePath);
        }
        if (!last.detach()) {
            return false;
        }
        try {
            return TAIL.compareAndSet(this, last, inlinePath);
        } finally {
            last.attach();
        }
    }

    /** Removes an operation that will not run again. */
    void remove(StreamOperation entry) {
        TAIL.compareAndSet(this, entry, (StreamOperation) null);
    }

    /** Removes the first operation, which has ended, and returns its successor if it must be started now. */
    @Nullable
    StreamOperation leave(StreamOperation entry) {
        // Before the successor is released, so that one thread at a time counts ends.
        countEnd();
        StreamOperation behind = entry.next.getAndSet(StreamOperation.DONE);
        if (behind == null && TAIL.compareAndSet(this, entry, (StreamOperation) null)) {
            entry.letGo();
        }
        return behind != null && behind.release(1) ? behind : null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void countEnd() {
        // Volatile, and not atomic: the next writer is the end of the next operation, which begins after this. Each
        // reader sees all runs counted.
        ended++;
    }

    /**
     * Appends and removes two operations ahead of the first submit. An appended operation must be linked behind its
     * predecessor without fail, but the first link loads classes, which fails on a full heap.
     */
    void warmUp() {
        StreamOperation first = new WarmUp();
        StreamOperation second = new WarmUp();
        first.reset();
        second.reset();
        join(first);
        join(second);
        leave(first);
        leave(second);
    }

    /** A placeholder that neither begins nor ends by itself. */
    private static final class WarmUp extends StreamOperation {
        @Override
        boolean begin(Origin where) {
            return true;
        }

        @Override
        @Nullable
        StreamOperation end() {
            return null;
        }
    }

    @Override
    public boolean isDone(long target) {
        return ended >= target;
    }

    /** Returns the number of ended operations. */
    long done() {
        return ended;
    }

    /** Returns the number of unfinished operations. */
    long queued() {
        return submitted.get() - ended;
    }

    /** Returns the number of appended operations. */
    long submitted() {
        return submitted.get();
    }
}
