package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Coded;
import org.sporos.graph.SequencedCall;
import org.sporos.internal.error.Required;
import org.sporos.view.Layout;
import org.sporos.view.View;

/**
 * The host code of an operation of all ranks. It begins with a gather of fixed size, in which each rank says at which
 * operation it is, so that ranks at different nodes find out before elements move; few elements travel with it.
 */
abstract class Collective implements SequencedCall {
    /** As many bytes of elements travel with the headers. */
    static final int INLINE = 64;

    private static final int ENTRY = OperationHeader.BYTES + INLINE;

    private final RankProgress progress;
    private final String kind;
    private final String label;
    private final int elements;
    private final int ranks;
    private @Nullable ByteBuffer own;
    private @Nullable ByteBuffer all;

    /** @param elements tells apart what the ranks must agree on beside the kind and the label */
    Collective(RankProgress progress, String kind, String label, int elements) {
        this.progress = progress;
        this.ranks = progress.transport().size();
        this.kind = kind;
        this.label = label;
        this.elements = elements;
    }

    /** Returns what all ranks must agree on about a view. */
    static int elementsOf(View view) {
        int layout = view.rank() > 1 ? view.layout().map(Layout::ordinal).orElse(0) : 0;
        return 31 * (31 * (int) view.size() + view.elementType().ordinal()) + layout;
    }

    @Override
    public final Object sequence() {
        return progress;
    }

    @Override
    public final void run() {
        OperationHeader operation = progress.begin(kind, label, elements);
        try {
            progress.takeNotices();
            move(operation);
            progress.count();
        } catch (IllegalStateException e) {
            throw e instanceof Coded ? e : progress.libraryFailure(operation, e);
        } finally {
            progress.end();
        }
    }

    @Override
    public final boolean handOver(Runnable step) {
        return progress.handOver(step);
    }

    @Override
    public final void settle() {
        progress.settle();
    }

    /** Moves the elements. */
    abstract void move(OperationHeader operation);

    /** Gathers the headers of all ranks, and the elements that travel with them, which {@link #inline} finds. */
    final void gatherHeaders(OperationHeader operation, @Nullable View inline) {
        ByteBuffer mine = own == null ? ElementBuffers.allocate(ENTRY) : own;
        ByteBuffer gathered = all == null ? ElementBuffers.allocate((long) ENTRY * ranks) : all;
        own = mine;
        all = gathered;
        operation.put(mine);
        if (inline != null) {
            ElementBuffers.put(inline, ElementBuffers.part(mine, OperationHeader.BYTES, INLINE));
        }
        await(operation, transport().allGather(mine, gathered), -1);
        for (int rank = 0; rank < ranks; rank++) {
            ByteBuffer theirs = ElementBuffers.part(gathered, (long) rank * ENTRY, ENTRY);
            progress.requireSame(operation, rank, OperationHeader.get(theirs));
        }
    }

    /** Returns the elements that a rank has sent with its header. */
    final ByteBuffer inline(int rank) {
        ByteBuffer gathered = Required.internal(all, "the headers of all ranks");
        return ElementBuffers.part(gathered, (long) rank * ENTRY + OperationHeader.BYTES, INLINE);
    }

    final void await(OperationHeader operation, PendingTransfer transfer, int rank) {
        List<RankProgress.AwaitedTransfer> one = new ArrayList<>(1);
        one.add(new RankProgress.AwaitedTransfer(transfer, rank));
        progress.await(operation, one);
    }

    final RankProgress progress() {
        return progress;
    }

    final Transport transport() {
        return progress.transport();
    }

    final int ranks() {
        return ranks;
    }

    /** Returns its kind. */
    @Override
    public final String toString() {
        return kind;
    }
}
