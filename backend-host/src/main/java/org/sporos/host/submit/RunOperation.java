package org.sporos.host.submit;

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
}
