package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** A transport whose collective operations consist of messages between two ranks. */
abstract class MessageTransport implements Transport {
    /** Tags that communicators do not use. */
    private static final int GATHER = 2;

    private static final int SPREAD = 3;

    private PendingTransfer gathered(ByteBuffer all, int bytes) {
        List<PendingTransfer> open = new ArrayList<>();
        for (int from = 0; from < size(); from++) {
            open.add(receive(from, GATHER, ElementBuffers.part(all, all.position() + (long) from * bytes, bytes)));
        }
        return all(open);
    }

    private static PendingTransfer all(List<PendingTransfer> open) {
        return () -> {
            open.removeIf(PendingTransfer::isDone);
            return open.isEmpty();
        };
    }

    @Override
    public final PendingTransfer allGather(ByteBuffer own, ByteBuffer all) {
        List<PendingTransfer> open = new ArrayList<>();
        for (int to = 0; to < size(); to++) {
            open.add(send(to, GATHER, own));
        }
        open.add(gathered(all, own.remaining()));
        return all(open);
    }

    @Override
    public final PendingTransfer broadcast(int root, ByteBuffer data) {
        if (rank() != root) {
            return receive(root, SPREAD, data);
        }
        List<PendingTransfer> open = new ArrayList<>();
        for (int to = 0; to < size(); to++) {
            if (to != root) {
                open.add(send(to, SPREAD, data));
            }
        }
        return all(open);
    }

    @Override
    public final PendingTransfer allReduce(ReductionOp op, ElementType type, ByteBuffer data) {
        ByteBuffer all = ElementBuffers.allocate((long) size() * data.remaining());
        PendingTransfer gather = allGather(data, all);
        RankTree tree = RankTree.of(op, type);
        if (tree == null) {
            throw new InternalException("elements of " + type + " are combined by " + op);
        }
        return () -> gather.isDone() && combine(tree, type.bytes(), all, data);
    }

    private boolean combine(RankTree tree, int bytes, ByteBuffer all, ByteBuffer data) {
        int n = data.remaining() / bytes;
        long[] values = new long[size()];
        for (int k = 0; k < n; k++) {
            for (int from = 0; from < values.length; from++) {
                values[from] = ElementBuffers.bits(all, from * n + k, bytes);
            }
            ElementBuffers.bits(data, k, bytes, tree.combine(values, values.length));
        }
        return true;
    }
}
