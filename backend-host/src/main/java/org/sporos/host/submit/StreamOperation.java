package org.sporos.host.submit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.run.Completion;

/**
 * Something that was put into a stream: a run, a record or a wait. It begins when nothing is left that it waits for:
 * the operation before it in its stream; what it awaits, or the run before it of its executable; and the thread that
 * puts it in. It may be used again once it has ended and its stream has let go of it.
 *
 * <p><b>Why it begins once.</b> Three waits are counted down by read-modify-writes; the thread that takes the last one
 * away has acquired what all others did before, and starts the operation. The stream and the end of the operation each
 * hold it; the one that lets go last recycles it, so that no thread sees it used again while it is still linked.
 */
abstract class StreamOperation {
    /** Stands behind an operation that has ended. */
    static final StreamOperation DONE = new StreamOperation() {
        @Override
        boolean begin(Place where) {
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
    /** The most operations that one thread begins in a row and runs itself. */
    private static final int MOST_IN_A_ROW = 64;

    /** The place where a thread starts operations, which decides what it may do. */
    enum Place {
        /** In a submit of the first of them, on a thread of the user. */
        SUBMIT,
        /** On a thread that works on runs and has a permit. */
        POOL,
        /** On a thread that must not work on runs. */
        ELSEWHERE
    }

    /** The operation behind it in its stream. */
    final AtomicReference<@Nullable StreamOperation> next = new AtomicReference<>();

    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger holds = new AtomicInteger();
    private @Nullable StreamOperation toStart;

    /** Makes it new, before it is put into a stream. */
    final void reset() {
        // Plain: nobody else knows the operation. The exchange by which it joins its stream publishes it.
        next.setPlain(null);
        waits.setPlain(WAITS);
        holds.setPlain(HOLDS);
    }

    /** Takes away some of what it waits for; returns whether nothing is left, so that the caller must start it. */
    final boolean release(int of) {
        // Volatile: see above.
        return waits.addAndGet(-of) == 0;
    }

    /** Lets go of it, once for its stream and once for its end. */
    final void letGo() {
        if (holds.decrementAndGet() == 0) {
            recycle();
        }
    }

    /** Puts an operation behind it in its stream, and returns whether nothing is left before that one. */
    boolean followedBy(StreamOperation behind) {
        boolean first = !next.compareAndSet(null, behind);
        letGo();
        return first;
    }

    /**
     * Keeps it from running, so that another one can take its place as the last of the stream; returns false if it does
     * not rest there.
     */
    boolean detach() {
        return false;
    }

    /** Ends what {@link #detach} began. */
    void attach() {}

    /** Returns what tells of its end, or null if its stream does. */
    @Nullable
    Completion ownEnd() {
        return null;
    }

    /**
     * Returns what to await of {@link #ownEnd}, 0 if there is nothing to wait for, or -1 if its stream tells of its
     * end.
     */
    long target() {
        return -1;
    }

    /** Called when neither its stream nor its end refers to it any more. */
    void recycle() {}

    /**
     * Begins.
     *
     * @param where what this thread may do
     * @return whether it has ended already, so that the caller must call {@link #end()}
     */
    abstract boolean begin(Place where);

    /** Ends: tells all that wait for it, and returns the operations that must be started now, chained. */
    abstract @Nullable StreamOperation end();

    /** Puts it before others that must be started. */
    final StreamOperation before(@Nullable StreamOperation others) {
        toStart = others;
        return this;
    }

    /** Begins an operation, and those that can begin because it has ended, without recursion. */
    static void start(StreamOperation first, Place where) {
        int inARow = 0;
        Place place = where;
        StreamOperation todo = first;
        while (todo != null) {
            StreamOperation entry = todo;
            todo = entry.toStart;
            entry.toStart = null;
            if (entry.begin(place)) {
                todo = append(entry.end(), todo);
            }
            // A submit does its own run at most; a thread of the pool looks for other work now and then.
            if (place == Place.SUBMIT || ++inARow == MOST_IN_A_ROW) {
                place = Place.ELSEWHERE;
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
