package org.sporos.comm;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.gpu.GpuCollectives;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.Graph;
import org.sporos.graph.Task;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.LibraryException;
import org.sporos.internal.error.Required;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;
import org.sporos.view.View;

/**
 * The operations of a communicator on memory of one device, as captured calls of the library of its vendor. No host
 * code takes part in a run; a {@link RunWatch} follows it.
 *
 * <p>Instantiation is collective. Before an operation is recorded, the ranks compare it and run it once on the stream
 * of the warm-up, so that the library has connected them: a rank that fails or is at another operation ends it on all
 * ranks.
 */
final class DeviceRanks implements DeviceHalo.Buffers {
    /** The number of ranks in one tile of {@link RankTree}; more ranks are combined on the host. */
    static final int MOST_FIXED = 2048;

    private final ExecutionSpace space;
    private final GpuCollectives.Group group;
    private final RankProgress progress;
    private final RunWatch watch;
    private final int size;
    private final Map<View, View> packed = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<List<Object>, View> scratch = new HashMap<>();

    DeviceRanks(ExecutionSpace space, GpuCollectives.Group group, RankProgress progress, RunWatch watch) {
        this.space = space;
        this.group = group;
        this.progress = progress;
        this.watch = watch;
        this.size = progress.transport().size();
    }

    /** Returns whether views are in the memory of the device. */
    boolean reaches(List<View> views) {
        MemorySpace memory = space.memorySpace();
        return views.stream().allMatch(view -> view.memorySpace() == memory) && size <= MOST_FIXED;
    }

    /** Returns a packed view with the same address in all runs: the view itself, or its twin on the device. */
    View packed(View view) {
        return isDirect(view)
                ? view
                : Required.internal(packed.computeIfAbsent(view, this::twin), "the twin of a view");
    }

    @Override
    public boolean isDirect(View view) {
        return view.layout().isPresent() && GpuCollectives.hasFixedAddress(view);
    }

    private View twin(View view) {
        long[] extents = new long[view.rank()];
        for (int d = 0; d < extents.length; d++) {
            extents[d] = view.extent(d);
        }
        return make(view.label(), view.elementType(), extents);
    }

    private View make(String label, ElementType type, long... extents) {
        return switch (type) {
            case DOUBLE -> DoubleView.of(label, space, extents);
            case FLOAT -> FloatView.of(label, space, extents);
            case LONG -> LongView.of(label, space, extents);
            case INT -> IntView.of(label, space, extents);
            case SHORT -> ShortView.of(label, space, extents);
            case BYTE -> ByteView.of(label, space, extents);
        };
    }

    /** Returns memory for elements of messages, shared by all operations: edges order them. */
    @Override
    public View buffer(String use, ElementType type, long count) {
        synchronized (scratch) {
            return Required.internal(
                    scratch.computeIfAbsent(List.of(use, type, count), any -> make(use, type, count)),
                    "memory of a size");
        }
    }

    /** Returns memory for the elements of all ranks. */
    private View scratch(ElementType type, long count) {
        return buffer("elements of ranks", type, count);
    }

    Task allReduce(String label, ReductionOp op, RankOrder order, View view) {
        int elements = Collective.elementsOf(view);
        String kind = "allReduce " + op + " " + order;
        if (order == RankOrder.ANY && isOfLibrary(op)) {
            return captured(
                    label, kind, elements, List.of(view), List.of(view), stream -> group.allReduce(stream, op, view));
        }
        View gathered = scratch(view.elementType(), view.size() * size);
        Task gather = captured(
                label,
                kind,
                elements,
                List.of(view),
                List.of(gathered),
                stream -> group.allGather(stream, gathered, view));
        return combined(label, op, gather, gathered, view);
    }

    Task reduceScatter(String label, ReductionOp op, RankOrder order, View own, View all) {
        int elements = Collective.elementsOf(own);
        String kind = "reduceScatter " + op + " " + order;
        List<View> read = List.of(all);
        if (order == RankOrder.ANY && isOfLibrary(op)) {
            return captured(
                    label, kind, elements, read, List.of(own), stream -> group.reduceScatter(stream, op, own, all));
        }
        View parts = scratch(own.elementType(), all.size());
        Task exchange = captured(
                label, kind, elements, read, List.of(parts), stream -> group.exchangeParts(stream, parts, all, size));
        return combined(label, op, exchange, parts, own);
    }

    /** Returns the task that runs a gather, and combines the gathered elements of all ranks into a view. */
    private Task combined(String label, ReductionOp op, Task gather, View gathered, View result) {
        String name = Labels.shown(label);
        Task combine = RankCombination.of("combine " + name, op, gathered, Math.toIntExact(result.size()), size);
        Task copy = plain("result of " + name, stream -> group.copy(stream, result, gathered), gathered, result);
        return Task.graph(
                label,
                Graph.define(label, root -> root.then(gather).then(combine).then(copy)));
    }

    private static boolean isOfLibrary(ReductionOp op) {
        return switch (op) {
            case SUM, PROD, MIN, MAX -> true;
            default -> false;
        };
    }

    Task broadcast(String label, View view, int root) {
        List<View> one = List.of(view);
        boolean isRoot = progress.transport().rank() == root;
        return captured(
                label,
                "broadcast from " + root,
                Collective.elementsOf(view),
                isRoot ? one : List.of(),
                isRoot ? List.of() : one,
                stream -> group.broadcast(stream, view, root));
    }

    Task allGather(String label, View all, View own) {
        return captured(
                label,
                "allGather",
                Collective.elementsOf(own),
                List.of(own),
                List.of(all),
                stream -> group.allGather(stream, all, own));
    }

    Task barrier(String label) {
        View one = scratch(ElementType.INT, 1);
        return captured(
                label,
                "barrier",
                0,
                List.of(one),
                List.of(one),
                stream -> group.allReduce(stream, ReductionOp.MAX, one));
    }

    Task exchange(String label, Halo halo) {
        DeviceHalo messages = new DeviceHalo(label, halo, progress.transport().rank(), this);
        LongConsumer enqueue = stream -> group.exchange(stream, messages.sends(), messages.receives());
        DeviceOperation warmUp = new DeviceOperation("exchange", label, 0, enqueue);
        CaptureBody body = stream -> {
            if (!stream.isCapturing()) {
                new Collective.Exchange(progress, label, messages.moved(), true).run();
            }
            warmUp.record(stream);
        };
        return messages.copies().around(label, task(label, body, views(messages.sends()), views(messages.receives())));
    }

    private static List<View> views(List<GpuCollectives.Message> messages) {
        return messages.stream().map(GpuCollectives.Message::view).toList();
    }

    private Task captured(
            String label, String kind, int elements, List<View> reads, List<View> writes, LongConsumer enqueue) {
        return task(label, new DeviceOperation(kind, label, elements, enqueue), reads, writes);
    }

    private Task task(String label, CaptureBody body, List<View> reads, List<View> writes) {
        Capture capture = Capture.cuda(body)
                .andHip(body)
                .accessing(new Access(Access.Mode.READ, reads), new Access(Access.Mode.WRITE, writes))
                .guardedBy(watch);
        return Task.capture(label, capture);
    }

    /** Returns the task of a call that involves no other rank. */
    private static Task plain(String label, LongConsumer enqueue, View read, View written) {
        CaptureBody body = stream -> enqueue.accept(stream.handle());
        Capture capture = Capture.cuda(body)
                .andHip(body)
                .accessing(new Access(Access.Mode.READ, List.of(read)), new Access(Access.Mode.WRITE, List.of(written)))
                .withoutWarmUp();
        return Task.capture(label, capture);
    }

    /** The calls of one operation. */
    private final class DeviceOperation implements CaptureBody {
        private final String kind;
        private final String label;
        private final int elements;
        private final LongConsumer enqueue;

        DeviceOperation(String kind, String label, int elements, LongConsumer enqueue) {
            this.kind = kind;
            this.label = label;
            this.elements = elements;
            this.enqueue = enqueue;
        }

        @Override
        public void record(CaptureStream stream) {
            if (stream.isCapturing()) {
                enqueue.accept(stream.handle());
            } else {
                new WarmUp(this, stream.handle()).run();
            }
        }
    }

    /** Compares the headers of an operation among the ranks, and executes it once. */
    private final class WarmUp extends Collective {
        private final DeviceOperation operation;
        private final long stream;

        WarmUp(DeviceOperation operation, long stream) {
            // A kind of its own: a rank whose views are in other memory enters the operation of host code, which must
            // not match.
            super(progress, operation.kind + " of devices", operation.label, operation.elements);
            this.operation = operation;
            this.stream = stream;
        }

        @Override
        void move(OperationHeader header) {
            gatherHeaders(header, null);
            try {
                operation.enqueue.accept(stream);
                await(header, this::isDone, -1);
            } catch (RuntimeException e) {
                // Otherwise calls that wait for other ranks would never end.
                group.abort();
                throw e;
            }
        }

        private boolean isDone() {
            String failure = group.failure();
            if (failure != null) {
                throw new LibraryException(failure);
            }
            return group.isIdle(stream);
        }
    }

    /** Closes the group once all ranks have called this; returns whether none has failed. */
    boolean close(long patience) {
        boolean isWell = watch.close(patience);
        packed.values().forEach(View::close);
        synchronized (scratch) {
            scratch.values().forEach(View::close);
        }
        return isWell;
    }

    /** Returns the failure of its runs, or null. */
    @Nullable
    String failure() {
        RuntimeException failure = watch.failure();
        return failure == null ? null : failure.getMessage();
    }
}
