package org.sporos.host.submit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One run of an executable in a stream, with the values of params and the event tickets at its submit. */
final class RunOperation extends StreamOperation {
    private final Owner executable;
    final long[] values;
    /** The tickets of the graph's records and waits. */
    final long[] tickets;

    @Nullable
    HostStream stream;

    @Nullable
    HostSubmission submission;

    boolean isRecorded;
    /** The next one in the list of free operations. */
    @Nullable
    RunOperation nextFree;

    RunOperation(Owner executable, int values, int tickets) {
        this.executable = executable;
        this.values = new long[values];
        this.tickets = new long[tickets];
    }

    /** The callbacks of a run to its executable. */
    interface Owner {
        /** Begins a run; see {@link StreamOperation#begin}. */
        boolean begin(RunOperation entry, Origin where);

        /** Ends a run; see {@link StreamOperation#end}. */
        @Nullable
        StreamOperation end(RunOperation entry);

        /** Recycles an unreferenced operation. */
        void recycle(RunOperation entry);
    }

    @Override
    boolean begin(Origin where) {
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
     * The unused operations of one executable, so that a submit allocates nothing in the steady state. Operations are
     * taken under the executable's lock and come back from any thread: pushed to a stack of freed ones, which is taken
     * whole when the taker's own stack is empty. So no thread pops while another reads the top, and a compare-and-set
     * of the top never meets the same operation twice (the ABA problem).
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

        /** Returns a reset operation. Called under a lock. */
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

        /** Recycles an unreferenced operation. */
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
