package org.sporos.host.submit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * An operation in a stream: a run, a record or a wait. It begins after three predecessors: the previous operation in
 * its stream; the awaited record, or the previous run of its executable; and the submitting thread itself. It may be
 * reused after its end and its release by the stream.
 *
 * <p><b>Begins once.</b> The three predecessors are counted down by read-modify-writes; the thread of the last one has
 * acquired the writes of all others, and starts the operation. The stream and the end of the operation each hold a
 * reference; the last one released recycles it, so that no operation is reused while it is still linked.
 */
abstract class StreamOperation {
    /** The successor mark of an ended operation. */
    static final StreamOperation DONE = new StreamOperation() {
        @Override
        boolean begin(Origin where) {
            throw new InternalException("the mark of an operation that has ended is begun");
        }

        @Override
        @Nullable
        StreamOperation end() {
            throw new InternalException("the mark of an operation that has ended is ended");
        }
    };

    private static final int WAITS = 3;
    private static final int HOLDS = 2;
    /** The most operations that one thread begins consecutively and runs itself. */
    private static final int MOST_IN_A_ROW = 64;

    /** The kind of thread that starts operations, which decides how many it may run. */
    enum Origin {
        /** On a user thread, in the submit of the first one. */
        SUBMIT,
        /** On a pool thread with a permit. */
        POOL,
        /** On a thread that must not run kernels. */
        ELSEWHERE
    }

    /** The next operation in its stream. */
    final AtomicReference<@Nullable StreamOperation> next = new AtomicReference<>();

    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger holds = new AtomicInteger();
    private @Nullable StreamOperation toStart;

    /** Resets it before it joins a stream. */
    final void reset() {
        // Plain: no other thread has a reference yet. The exchange by which it joins its stream publishes it.
        next.setPlain(null);
        waits.setPlain(WAITS);
        holds.setPlain(HOLDS);
    }

    /** Counts predecessors down; returns whether none is left, so that the caller must start it. */
    final boolean release(int of) {
        // Volatile: see above.
        return waits.addAndGet(-of) == 0;
    }

    /** Releases a reference: once by its stream and once by its end. */
    final void letGo() {
        if (holds.decrementAndGet() == 0) {
            recycle();
        }
    }

    /** Appends a successor in its stream, and returns whether that one has no unfinished predecessor. */
    boolean followedBy(StreamOperation behind) {
        boolean first = !next.compareAndSet(null, behind);
        letGo();
        return first;
    }

    /**
     * Blocks it from running, so that another one can replace it as the last of the stream; returns false if it is not
     * idle there.
     */
    boolean detach() {
        return false;
    }

    /** Undoes {@link #detach}. */
    void attach() {}

    /** Returns its own completion, or null if it completes in the order of its stream. */
    @Nullable
    Completion ownEnd() {
        return null;
    }

    /**
     * Returns the target of {@link #ownEnd}, 0 if there is nothing to wait for, or -1 if it completes in the order of
     * its stream.
     */
    long target() {
        return -1;
    }

    /** Called when neither its stream nor its end refers to it any more. */
    void recycle() {}

    /**
     * Begins the operation.
     *
     * @param where the origin of the start
     * @return whether it has ended already, so that the caller must call {@link #end()}
     */
    abstract boolean begin(Origin where);

    /** Ends the operation: notifies all waiters, and returns the chain of operations that must be started now. */
    abstract @Nullable StreamOperation end();

    /** Prepends it to a chain of operations to start. */
    final StreamOperation before(@Nullable StreamOperation others) {
        toStart = others;
        return this;
    }

    /** Begins an operation, and those that its end makes ready, without recursion. */
    static void start(StreamOperation first, Origin where) {
        int inARow = 0;
        Origin origin = where;
        StreamOperation todo = first;
        while (todo != null) {
            StreamOperation entry = todo;
            todo = entry.toStart;
            entry.toStart = null;
            if (entry.begin(origin)) {
                todo = append(entry.end(), todo);
            }
            // A submit runs at most its own run; a pool thread returns to its other jobs from time to time.
            if (origin == Origin.SUBMIT || ++inARow == MOST_IN_A_ROW) {
                origin = Origin.ELSEWHERE;
            }
        }
    }

    private static @Nullable StreamOperation append(@Nullable StreamOperation some, @Nullable StreamOperation others) {
        if (some == null) {
            return others;
        }
        StreamOperation last = some;
        while (last.toStart != null) {
            last = last.toStart;
        }
        last.toStart = others;
        return some;
    }
}
