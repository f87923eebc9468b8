package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Coded;
import org.sporos.graph.SequencedCall;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;
import org.sporos.view.Layout;
import org.sporos.view.View;

/**
 * The host code of an operation of all ranks. It begins with a gather of fixed-size headers that identify each rank's
 * operation, so that mismatches are detected before elements are transferred; small operands travel inside the headers.
 */
abstract class Collective implements SequencedCall {
    /** The most bytes of elements that are sent with the headers. */
    static final int INLINE = 64;

    private static final int ENTRY = OperationHeader.BYTES + INLINE;

    private final RankProgress progress;
    private final String kind;
    private final String label;
    private final int elements;
    private final int ranks;
    private final KeptBuffer own = new KeptBuffer();
    private final KeptBuffer all = new KeptBuffer();

    /** @param elements a summary of the operands that all ranks must agree on, in addition to the kind and the label */
    Collective(RankProgress progress, String kind, String label, int elements) {
        this.progress = progress;
        this.ranks = progress.transport().size();
        this.kind = kind;
        this.label = label;
        this.elements = elements;
    }

    /** Returns the summary of a view that all ranks must agree on. */
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
            progress.count(operation);
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

    /** Gathers the headers of all ranks, together with small operands, see {@link #inline(int)}. */
    final void gatherHeaders(OperationHeader operation, @Nullable View inline) {
        ByteBuffer mine = own.of(ENTRY);
        ByteBuffer gathered = all.of((long) ENTRY * ranks);
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

    /** Returns the elements sent with the header of a rank. */
    final ByteBuffer inline(int rank) {
        return ElementBuffers.part(all.of((long) ENTRY * ranks), (long) rank * ENTRY + OperationHeader.BYTES, INLINE);
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

    /** A buffer that is allocated at its first use, with the same size at each use. */
    private static final class KeptBuffer {
        private @Nullable ByteBuffer buffer;

        ByteBuffer of(long bytes) {
            ByteBuffer kept = buffer == null ? ElementBuffers.allocate(bytes) : buffer;
            buffer = kept;
            return kept;
        }
    }

    /** Copies the elements of each rank to all, in the order of ranks. */
    static final class AllGather extends Collective {
        private final View all;
        private final View own;
        private final long bytes;
        private final KeptBuffer sent = new KeptBuffer();
        private final KeptBuffer gathered = new KeptBuffer();

        AllGather(RankProgress progress, String label, View all, View own) {
            super(progress, "allGather", label, elementsOf(own));
            this.all = all;
            this.own = own;
            this.bytes = own.size() * own.elementType().bytes();
        }

        @Override
        void move(OperationHeader operation) {
            gatherHeaders(operation, null);
            ByteBuffer from = sent.of(bytes);
            ByteBuffer to = gathered.of(bytes * ranks());
            ElementBuffers.put(own, from);
            await(operation, transport().allGather(from, to), -1);
            ElementBuffers.get(to, all);
        }
    }

    /** Combines the elements of all ranks, in place. */
    static final class AllReduce extends Collective {
        private final ReductionOp op;
        private final RankTree tree;
        private final RankOrder order;
        private final View view;
        private final ElementType type;
        private final int bytes;
        private final KeptBuffer own = new KeptBuffer();
        private final KeptBuffer all = new KeptBuffer();
        private final long[] values;

        AllReduce(RankProgress progress, String label, ReductionOp op, RankTree tree, RankOrder order, View view) {
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
                ByteBuffer result = own.of(bytes);
                for (int k = 0; k < view.size(); k++) {
                    for (int rank = 0; rank < ranks(); rank++) {
                        values[rank] = ElementBuffers.bits(inline(rank), k, type.bytes());
                    }
                    ElementBuffers.bits(result, k, type.bytes(), tree.combine(values, ranks()));
                }
                ElementBuffers.get(result, view);
            } else {
                gatherAndCombine(operation);
            }
        }

        private void reduceByLibrary(OperationHeader operation) {
            gatherHeaders(operation, null);
            ByteBuffer data = own.of(bytes);
            ElementBuffers.put(view, data);
            await(operation, transport().allReduce(op, type, data), -1);
            ElementBuffers.get(data, view);
        }

        private void gatherAndCombine(OperationHeader operation) {
            gatherHeaders(operation, null);
            ByteBuffer mine = own.of(bytes);
            ByteBuffer gathered = all.of((long) bytes * ranks());
            ElementBuffers.put(view, mine);
            await(operation, transport().allGather(mine, gathered), -1);
            int n = (int) view.size();
            for (int k = 0; k < n; k++) {
                for (int rank = 0; rank < ranks(); rank++) {
                    values[rank] = ElementBuffers.bits(gathered, rank * n + k, type.bytes());
                }
                ElementBuffers.bits(mine, k, type.bytes(), tree.combine(values, ranks()));
            }
            ElementBuffers.get(mine, view);
        }
    }

    /**
     * Combines the elements of all ranks, and leaves each rank its part: every rank sends to each other rank the part
     * of the receiver.
     */
    static final class ReduceScatter extends Collective {
        private static final int TAG = 0;

        private final RankTree tree;
        private final View own;
        private final View all;
        private final long[] values;
        private final KeptBuffer sent = new KeptBuffer();
        private final KeptBuffer received = new KeptBuffer();

        ReduceScatter(
                RankProgress progress,
                String label,
                ReductionOp op,
                RankTree tree,
                RankOrder order,
                View own,
                View all) {
            super(progress, "reduceScatter " + op + " " + order, label, elementsOf(own));
            this.tree = tree;
            this.own = own;
            this.all = all;
            this.values = new long[ranks()];
        }

        @Override
        void move(OperationHeader operation) {
            gatherHeaders(operation, null);
            int bytes = own.elementType().bytes();
            long part = own.size() * bytes;
            ByteBuffer from = sent.of(part * ranks());
            ByteBuffer to = received.of(part * ranks());
            ElementBuffers.put(all, from);
            List<RankProgress.AwaitedTransfer> awaited = new ArrayList<>(2 * ranks());
            for (int rank = 0; rank < ranks(); rank++) {
                ByteBuffer theirs = ElementBuffers.part(to, rank * part, part);
                ByteBuffer ours = ElementBuffers.part(from, rank * part, part);
                awaited.add(new RankProgress.AwaitedTransfer(transport().receive(rank, TAG, theirs), rank));
                awaited.add(new RankProgress.AwaitedTransfer(transport().send(rank, TAG, ours), rank));
            }
            progress().await(operation, awaited);
            int n = (int) own.size();
            for (int k = 0; k < n; k++) {
                for (int rank = 0; rank < ranks(); rank++) {
                    values[rank] = ElementBuffers.bits(to, rank * n + k, bytes);
                }
                ElementBuffers.bits(to, k, bytes, tree.combine(values, ranks()));
            }
            ElementBuffers.get(ElementBuffers.part(to, 0, part), own);
        }
    }

    /** Waits until all ranks have entered it. */
    static final class Barrier extends Collective {
        Barrier(RankProgress progress, String label) {
            super(progress, "barrier", label, 0);
        }

        @Override
        void move(OperationHeader operation) {
            gatherHeaders(operation, null);
        }
    }

    /** Copies the elements of one rank to all. */
    static final class Broadcast extends Collective {
        private final View view;
        private final int root;
        private final long bytes;
        private final KeptBuffer data = new KeptBuffer();

        Broadcast(RankProgress progress, String label, View view, int root) {
            super(progress, "broadcast from " + root, label, elementsOf(view));
            this.view = view;
            this.root = root;
            this.bytes = view.size() * view.elementType().bytes();
        }

        @Override
        void move(OperationHeader operation) {
            boolean isRoot = transport().rank() == root;
            if (bytes <= INLINE) {
                gatherHeaders(operation, isRoot ? view : null);
                if (!isRoot) {
                    ElementBuffers.get(inline(root), view);
                }
                return;
            }
            gatherHeaders(operation, null);
            ByteBuffer moved = data.of(bytes);
            if (isRoot) {
                ElementBuffers.put(view, moved);
            }
            await(operation, transport().broadcast(root, moved), -1);
            if (!isRoot) {
                ElementBuffers.get(moved, view);
            }
        }
    }

    /**
     * Sends parts of views to other ranks and receives parts from them. Each message has its own header, so that
     * neighbours need not wait for distant ranks.
     */
    static final class Exchange extends Collective {
        private static final int TAG = 0;

        private final List<Message> sends = new ArrayList<>();
        private final List<Message> receives = new ArrayList<>();

        /** @param halo packed views of host memory */
        Exchange(RankProgress progress, String label, Halo halo) {
            this(progress, label, halo, false);
        }

        /** @param isCheck whether only the sizes, types and layouts are exchanged */
        Exchange(RankProgress progress, String label, Halo halo, boolean isCheck) {
            super(progress, isCheck ? "check of exchange" : "exchange", label, 0);
            halo.sends().forEach(part -> sends.add(new Message(part, isCheck)));
            halo.receives().forEach(part -> receives.add(new Message(part, isCheck)));
        }

        /** A message with its buffer: a header, the number of elements with their type, the elements. */
        private static final class Message {
            private static final int HEAD = OperationHeader.BYTES + 16;
            /** The excess length of a receive buffer, which distinguishes a longer message from a corrupt one. */
            private static final int MORE = 64;

            private final int rank;
            private final View view;
            private final ByteBuffer buffer;
            private final int bytes;

            Message(Halo.Part part, boolean isCheck) {
                this.rank = part.rank();
                this.view = part.view();
                this.bytes = isCheck
                        ? 0
                        : Math.toIntExact(view.size() * view.elementType().bytes());
                this.buffer = ElementBuffers.allocate(HEAD + bytes + MORE);
            }

            ByteBuffer toSend(OperationHeader operation) {
                operation.put(buffer);
                buffer.putLong(OperationHeader.BYTES, view.size());
                buffer.putLong(OperationHeader.BYTES + 8, elementsOf(view));
                if (bytes > 0) {
                    ElementBuffers.put(view, ElementBuffers.part(buffer, HEAD, bytes));
                }
                return ElementBuffers.part(buffer, 0, HEAD + bytes);
            }

            void received(OperationHeader operation, RankProgress progress) {
                progress.requireSame(operation, rank, OperationHeader.get(buffer));
                if (buffer.getLong(OperationHeader.BYTES + 8) != elementsOf(view)) {
                    throw progress.fail(
                            operation,
                            "C409",
                            "rank " + rank + " has sent " + buffer.getLong(OperationHeader.BYTES) + " elements for "
                                    + view + ", of " + view.size()
                                    + " elements, or its part has another type or layout; sent and received parts must match");
                }
                if (bytes > 0) {
                    ElementBuffers.get(ElementBuffers.part(buffer, HEAD, bytes), view);
                }
            }
        }

        @Override
        void move(OperationHeader operation) {
            List<RankProgress.AwaitedTransfer> awaited = new ArrayList<>(sends.size() + receives.size());
            for (Message message : receives) {
                awaited.add(new RankProgress.AwaitedTransfer(
                        transport().receive(message.rank, TAG, message.buffer), message.rank));
            }
            for (Message message : sends) {
                awaited.add(new RankProgress.AwaitedTransfer(
                        transport().send(message.rank, TAG, message.toSend(operation)), message.rank));
            }
            progress().await(operation, awaited);
            for (Message message : receives) {
                message.received(operation, progress());
            }
        }
    }
}
