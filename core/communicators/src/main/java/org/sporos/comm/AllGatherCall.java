package org.sporos.comm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.view.View;

/** Copies the elements of each rank to all, in the order of ranks. */
final class AllGatherCall extends Collective {
    private final View all;
    private final View own;
    private final long bytes;
    private @Nullable ByteBuffer sent;
    private @Nullable ByteBuffer gathered;

    AllGatherCall(RankProgress progress, String label, View all, View own) {
        super(progress, "allGather", label, elementsOf(own));
        this.all = all;
        this.own = own;
        this.bytes = own.size() * own.elementType().bytes();
    }

    @Override
    void move(OperationHeader operation) {
        gatherHeaders(operation, null);
        ByteBuffer from = sent == null ? ElementBuffers.allocate(bytes) : sent;
        ByteBuffer to = gathered == null ? ElementBuffers.allocate(bytes * ranks()) : gathered;
        sent = from;
        gathered = to;
        ElementBuffers.put(own, from);
        await(operation, transport().allGather(from, to), -1);
        ElementBuffers.get(to, all);
    }
}
