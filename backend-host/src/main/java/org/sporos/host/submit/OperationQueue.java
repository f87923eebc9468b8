package org.sporos.host.submit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * The operations of one stream: a linked queue whose first operation runs. Putting in takes no lock.
 *
 * <p><b>What it guarantees.</b> Entries begin in the order in which they were put in, each after the one before it has
 * ended, whatever threads put in and end at the same time; the number of ends only grows.
 *
 * <p><b>Why it is right.</b> The exchange of the tail gives each operation exactly one operation before it. Then both
 * sides meet at that operation's {@code next}: the new operation sets it from null to itself, the end of the old one
 * exchanges it for {@link StreamOperation#DONE}. Whichever comes first, the other one sees it and starts the new
 * operation, once; both are volatile read-modify-writes, so the thread that starts the operation has acquired what the
 * run before it wrote. The last operation leaves by setting the tail from itself to null, which fails if another one
 * has come meanwhile; then that one will find DONE.
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

    /** Puts an operation in. Returns whether there is nothing before it. */
    boolean join(StreamOperation entry) {
        submitted.incrementAndGet();
        StreamOperation before = (StreamOperation) TAIL.getAndSet(this, entry);
        return before == null || before.followedBy(entry);
    }

    /** Puts an operation in that is about to run, or leaves it in. Returns false if there is something before it. */
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

    /** Takes an operation out that will not run again. */
    void remove(StreamOperation entry) {
        TAIL.compareAndSet(this, entry, (StreamOperation) null);
    }

    /** Takes out the first operation, which has ended, and returns the one behind it if it must be started now. */
    @Nullable
    StreamOperation leave(StreamOperation entry) {
        // Before the next one can begin: ends are counted by one thread at a time.
        countEnd();
        StreamOperation behind = entry.next.getAndSet(StreamOperation.DONE);
        if (behind == null && TAIL.compareAndSet(this, entry, (StreamOperation) null)) {
            entry.letGo();
        }
        return behind != null && behind.release(1) ? behind : null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void countEnd() {
        // Volatile, and not atomic: the next operation, whose end writes it next, begins after this. Each reader sees
        // all runs counted.
        ended++;
    }

    /**
     * Puts two operations in and takes them out, while there is memory. An operation that is the last of the stream
     * must be linked behind the one before it, whatever happens; the first link loads classes, which fails where the
     * heap is full.
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

    /** An operation that neither begins nor ends by itself. */
    private static final class WarmUp extends StreamOperation {
        @Override
        boolean begin(Place where) {
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

    /** Returns how many operations have ended. */
    long done() {
        return ended;
    }

    /** Returns how many operations have not ended. */
    long queued() {
        return submitted.get() - ended;
    }

    /** Returns how many operations were put in. */
    long submitted() {
        return submitted.get();
    }
}
