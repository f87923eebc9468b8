package org.sporos.comm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** Combines the elements of all ranks, in place. */
final class AllReduceCall extends Collective {
    private final ReductionOp op;
    private final RankTree tree;
    private final RankOrder order;
    private final View view;
    private final ElementType type;
    private final int bytes;
    private @Nullable ByteBuffer own;
    private @Nullable ByteBuffer all;
    private final long[] values;

    AllReduceCall(RankProgress progress, String label, ReductionOp op, RankTree tree, RankOrder order, View view) {
        super(progress, "allReduce " + op + " " + order, label, elementsOf(view));
        this.op = op;
        this.tree = tree;
        this.order = order;
        this.view = view;
        this.type = view.elementType();
        this.bytes = Math.toIntExact(view.size() * type.bytes());
        this.values = new long[ranks()];
    }

    @Override
    void move(OperationHeader operation) {
        if (order == RankOrder.ANY && ranks() > 1) {
            reduceByLibrary(operation);
        } else if (bytes <= INLINE) {
            gatherHeaders(operation, view);
            ByteBuffer result = own(bytes);
            for (int k = 0; k < view.size(); k++) {
                for (int rank = 0; rank < ranks(); rank++) {
                    values[rank] = ElementBuffers.bits(inline(rank), k, type.bytes());
                }
                put(result, k);
            }
            ElementBuffers.get(result, view);
        } else {
            gatherAndCombine(operation);
        }
    }

    private void reduceByLibrary(OperationHeader operation) {
        gatherHeaders(operation, null);
        ByteBuffer data = own(bytes);
        ElementBuffers.put(view, data);
        await(operation, transport().allReduce(op, type, data), -1);
        ElementBuffers.get(data, view);
    }

    private void gatherAndCombine(OperationHeader operation) {
        gatherHeaders(operation, null);
        ByteBuffer mine = own(bytes);
        ByteBuffer gathered = all == null ? ElementBuffers.allocate((long) bytes * ranks()) : all;
        all = gathered;
        ElementBuffers.put(view, mine);
        await(operation, transport().allGather(mine, gathered), -1);
        int n = (int) view.size();
        for (int k = 0; k < n; k++) {
            for (int rank = 0; rank < ranks(); rank++) {
                values[rank] = ElementBuffers.bits(gathered, rank * n + k, type.bytes());
            }
            put(mine, k);
        }
        ElementBuffers.get(mine, view);
    }

    private void put(ByteBuffer into, int k) {
        long result = tree.combine(values, ranks());
        if (type.bytes() == Long.BYTES) {
            into.putLong(k * Long.BYTES, result);
        } else {
            into.putInt(k * Integer.BYTES, (int) result);
        }
    }

    private ByteBuffer own(int size) {
        ByteBuffer buffer = own == null ? ElementBuffers.allocate(size) : own;
        own = buffer;
        return buffer;
    }
}
