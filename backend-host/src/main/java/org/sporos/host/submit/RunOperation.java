package org.sporos.host.submit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One run of an executable: what was put into a stream, with the values of the params and events at that time. */
final class RunOperation extends StreamOperation {
    private final Owner executable;
    /** The values of the params. */
    final long[] values;
    /** The tickets of the records and waits in the graph. */
    final long[] tickets;

    @Nullable
    HostStream stream;

    @Nullable
    HostSubmission submission;

    boolean isRecorded;
    /** The one behind it in the free ones of its executable. */
    @Nullable
    RunOperation nextFree;

    RunOperation(Owner executable, int values, int tickets) {
        this.executable = executable;
        this.values = new long[values];
        this.tickets = new long[tickets];
    }

    /** The executable, as its runs see it. */
    interface Owner {
        /** Begins a run; see {@link StreamOperation#begin}. */
        boolean begin(RunOperation entry, Place where);

        /** Ends a run; see {@link StreamOperation#end}. */
        @Nullable
        StreamOperation end(RunOperation entry);

        /** Takes back an operation that nobody refers to. */
        void recycle(RunOperation entry);
    }

    @Override
    boolean begin(Place where) {
        return executable.begin(this, where);
    }

    @Override
    @Nullable
    StreamOperation end() {
        return executable.end(this);
    }

    @Override
    void recycle() {
        executable.recycle(this);
    }

    /**
     * The operations of one executable that are in no queue, so that a submit allocates nothing once there are as many of
     * them as runs wait. Entries are taken under the executable's lock and come back from any thread: pushed to a stack of
     * freed ones, which is taken whole when the taker's own stack is empty. So no operation is popped while another thread
     * looks at it, and a compare-and-set of the top cannot meet the same operation twice (the ABA problem).
     */
    static final class Pool {
        private final RunOperation.Owner owner;
        private final int params;
        private final int tickets;
        private final AtomicReference<@Nullable RunOperation> freed = new AtomicReference<>();
        private @Nullable RunOperation free;

        Pool(RunOperation.Owner owner, int params, int tickets) {
            this.owner = owner;
            this.params = params;
            this.tickets = tickets;
        }

        /** Returns an operation as new. Called under a lock. */
        RunOperation take() {
            if (free == null) {
                free = freed.getAndSet(null);
            }
            RunOperation entry = free;
            if (entry == null) {
                entry = new RunOperation(owner, params, tickets);
            } else {
                free = entry.nextFree;
                entry.nextFree = null;
            }
            entry.reset();
            return entry;
        }

        /** Gives an operation back that nobody refers to. */
        void recycle(RunOperation entry) {
            entry.stream = null;
            entry.submission = null;
            entry.isRecorded = false;
            RunOperation top;
            do {
                top = freed.get();
                entry.nextFree = top;
            } while (!freed.compareAndSet(top, entry));
        }
    }
}
