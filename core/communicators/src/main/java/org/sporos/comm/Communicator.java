package org.sporos.comm;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.gpu.GpuCollectives;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Task;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.error.SafeLogger;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/**
 * A group of processes of one program, each with a rank from 0. Its operations are tasks: all ranks add them to graphs
 * of the same shape and submit these in the same order. Views may be of any space: memory of a GPU is staged through
 * pinned mirrors, or moved by the library of its vendor, see {@link #on}.
 *
 * <p>The race check covers the accesses of operations. Edges of a graph must order all operations of a communicator;
 * the graphs that use it are submitted to one stream. Bodies of conditionals must not contain any.
 *
 * <p>A rank that fails, ends, hangs, or enters another operation ends the runs of the others within the deadline
 * ({@code sporos.comm.seconds}, by default 120) with a failure that names the node and the rank. The communicator is
 * dead from then on, and closing it aborts all processes of the job, as the message-passing library cannot continue.
 *
 * <p>Thread-safe. On host spaces operations wait on a thread of the communicator, so that all threads of the space
 * remain available.
 *
 * <pre>{@code
 * root.thenParallelReduce("own part", RangePolicy.of(n), Sum.into(total, i -> x.get(i) * x.get(i)))
 *         .then(world.allReduce("of all ranks", Sum, total));
 * }</pre>
 */
public final class Communicator implements AutoCloseable {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** The time for other ranks to report failures before the job is aborted. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private final String kind;
    private final Transport transport;
    private final Duration deadline;
    private final RankProgress progress;
    private final @Nullable Communicator parent;
    /** The operations on memory of a device; null if all are made by host code. */
    private final @Nullable DeviceRanks device;
    /** The library that executes the operations, as text for {@link #toString}. */
    private final String library;
    /** The space of {@link #on}, or null. */
    private final @Nullable ExecutionSpace space;
    /** Whether the parent was opened for this one alone. */
    private boolean ownsParent;

    private final List<Communicator> parts = new ArrayList<>();
    /** Pinned memory of views that messages cannot reach, for as long as the view is reachable. */
    private final Map<View, View> mirrors = Collections.synchronizedMap(new WeakHashMap<>());

    private final AtomicBoolean closed = new AtomicBoolean();

    Communicator(String kind, Transport transport, Duration deadline, @Nullable Communicator parent) {
        this(kind, transport, deadline, parent, null);
    }

    private Communicator(
            String kind,
            Transport transport,
            Duration deadline,
            @Nullable Communicator parent,
            @Nullable ExecutionSpace space) {
        this.kind = kind;
        this.transport = transport;
        this.deadline = deadline;
        this.progress = new RankProgress(transport, deadline);
        this.parent = parent;
        this.space = space;
        if (space == null) {
            this.device = null;
            this.library = kind;
        } else {
            DeviceMeeting meeting = new DeviceMeeting(progress, space);
            meeting.run();
            GpuCollectives.Group group = meeting.group();
            this.library = kind + ", " + meeting.library();
            this.device = group == null ? null : watched(group, space);
        }
    }

    private DeviceRanks watched(GpuCollectives.Group group, ExecutionSpace on) {
        // A transport of its own: runs are numbered independently of the operations of the host.
        RankProgress runs = new RankProgress(transport.split(0, transport.rank()), deadline);
        return new DeviceRanks(on, group, progress, new RunWatch(progress, runs, group));
    }

    /** Returns the number of this process, from 0. */
    public int rank() {
        return transport.rank();
    }

    /** Returns the number of processes. */
    public int size() {
        return transport.size();
    }

    /** Returns its kind, such as {@code mpi}. */
    public String kind() {
        return kind;
    }

    /** Returns the failure that has ended it, or null while it can be used. */
    public @Nullable String failure() {
        String ofRuns = device == null ? null : device.failure();
        return ofRuns != null ? ofRuns : progress.failure();
    }

    /**
     * Returns the communicator of the ranks with the same colour, in their order. Called by all ranks, outside of
     * graphs.
     *
     * @throws IllegalArgumentException if the colour is negative
     * @throws IllegalStateException if a rank misses the deadline
     */
    public Communicator split(int color) {
        if (color < 0) {
            throw refused("split has the colour " + color, "Give each group a number from 0.");
        }
        return part("split", color, space);
    }

    /**
     * Returns a communicator of the same ranks whose operations on memory of a GPU space are calls of the vendor's
     * library, NCCL or RCCL, recorded as nodes of the native graph. If a rank lacks the library or is on another kind
     * of space, and for views of other memory, messages are staged as by this communicator; {@link #toString} names the
     * library. All ranks call it, outside of graphs, each with a device of its own. Instantiating a graph with its
     * operations is collective, too: all ranks instantiate the same graphs in the same order.
     *
     * @throws IllegalStateException if two ranks have the same device (C418), or a rank does not come within the
     *     deadline
     */
    public Communicator on(ExecutionSpace own) {
        return part("on", 0, Required.argument(own, "the space of a communicator"));
    }

    private Communicator part(String label, int color, @Nullable ExecutionSpace on) {
        requireOpen();
        new Collective.Barrier(progress, label).run();
        Communicator part = new Communicator(kind, transport.split(color, rank()), deadline, this, on);
        synchronized (parts) {
            parts.add(part);
        }
        return part;
    }

    /** Returns {@link #on}, but closing it also closes this communicator. */
    Communicator ownedBy(ExecutionSpace own) {
        try {
            Communicator part = on(own);
            part.ownsParent = true;
            return part;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Returns the rank of this process among those on its machine, from 0, to choose its device: {@code
     * ExecutionSpaces.open("cuda:" + world.localRank())}. All ranks call it, outside of graphs.
     */
    public int localRank() {
        requireOpen();
        DeviceMeeting meeting = new DeviceMeeting(progress, null);
        meeting.run();
        return meeting.localRank();
    }

    /**
     * Returns the task that combines the elements of all ranks by {@code Sum} or another of {@code Reducers}, in place,
     * in {@linkplain RankOrder#FIXED the fixed order}.
     *
     * @throws IllegalArgumentException if the type does not support the operator
     */
    public Task allReduce(String label, ReductionOperator operator, View view) {
        return allReduce(label, operator, view, RankOrder.FIXED);
    }

    /**
     * Returns the task that combines the elements of all ranks, in place: sums, products, minima and maxima of doubles,
     * floats, longs and ints, and bitwise operators on longs and ints.
     *
     * @throws IllegalArgumentException if the type does not support the operator
     */
    public Task allReduce(String label, ReductionOperator operator, View view, RankOrder order) {
        ReductionOp op =
                Required.argument(operator, "the operator of an all-reduce").op();
        Required.argument(order, "the order of an all-reduce");
        RankTree tree = tree("allReduce", label, op, requireView(label, view));
        List<View> both = List.of(view);
        return operation(
                label,
                both,
                both,
                to -> new Collective.AllReduce(progress, label, op, tree, order, to.staged(view)),
                (on, to) -> on.allReduce(label, op, order, to.staged(view)));
    }

    private static RankTree tree(String kind, String label, ReductionOp op, View view) {
        RankTree tree = RankTree.of(op, view.elementType());
        if (tree == null) {
            throw refused(
                    kind + " " + Labels.quoted(label) + " combines " + view + " by " + op,
                    "Sum, Prod, Min and Max are for doubles, floats, longs and ints, BitAnd, BitOr and BitXor for longs and ints.");
        }
        return tree;
    }

    /**
     * Returns the task that combines the elements of all ranks, as an all-reduce does, and leaves each rank its part:
     * that of rank 0 is the first.
     *
     * @param own receives the combined elements of the part of this rank
     * @param all the operands of this rank: as many elements as the parts of all ranks together
     * @throws IllegalArgumentException if the sizes or types do not fit, or the type does not support the operator
     */
    public Task reduceScatter(String label, ReductionOperator operator, View own, View all, RankOrder order) {
        ReductionOp op =
                Required.argument(operator, "the operator of a reduce-scatter").op();
        Required.argument(order, "the order of a reduce-scatter");
        RankTree tree = tree("reduceScatter", label, op, requireView(label, own));
        requireParts("reduceScatter", label, requireView(label, all), own);
        return operation(
                label,
                List.of(all),
                List.of(own),
                to -> new Collective.ReduceScatter(progress, label, op, tree, order, to.staged(own), to.staged(all)),
                (on, to) -> on.reduceScatter(label, op, order, to.staged(own), to.staged(all)));
    }

    private void requireParts(String kind, String label, View all, View own) {
        if (all.size() != own.size() * size() || all.elementType() != own.elementType()) {
            throw refused(
                    kind + " " + Labels.quoted(label) + " has " + own + " of " + size() + " ranks, and " + all,
                    "Give it a view of as many elements of the same type as all ranks have together.");
        }
    }

    /**
     * Returns the task that copies the elements of one rank to the views of all.
     *
     * @throws IllegalArgumentException if there is no such rank
     */
    public Task broadcast(String label, View view, int root) {
        requireView(label, view);
        requireRank(label, root);
        List<View> one = List.of(view);
        boolean isRoot = rank() == root;
        return operation(
                label,
                isRoot ? one : List.of(),
                isRoot ? List.of() : one,
                to -> new Collective.Broadcast(progress, label, to.staged(view), root),
                (on, to) -> on.broadcast(label, to.staged(view), root));
    }

    /**
     * Returns the task that copies the elements of each rank to all, in the order of ranks.
     *
     * @param all the output, with the elements of all ranks
     * @param own the input, of equal size on each rank
     * @throws IllegalArgumentException if the sizes or types do not fit
     */
    public Task allGather(String label, View all, View own) {
        requireView(label, all);
        requireView(label, own);
        requireParts("allGather", label, all, own);
        return operation(
                label,
                List.of(own),
                List.of(all),
                to -> new Collective.AllGather(progress, label, to.staged(all), to.staged(own)),
                (on, to) -> on.allGather(label, to.staged(all), to.staged(own)));
    }

    /** Returns the task that ends when all ranks have entered it. */
    public Task barrier(String label) {
        requireOpen();
        return operation(
                label,
                List.of(),
                List.of(),
                to -> new Collective.Barrier(progress, label),
                (on, to) -> on.barrier(label));
    }

    /**
     * Returns the task that exchanges parts of views with other ranks. All ranks participate, even without parts of
     * their own.
     *
     * @throws IllegalArgumentException if a part has an invalid rank
     */
    public Task exchange(String label, Halo halo) {
        Required.argument(halo, "the halo of an exchange");
        requireOpen();
        List<View> sends = halo.sends().stream().map(Halo.Part::view).toList();
        List<View> receives = halo.receives().stream().map(Halo.Part::view).toList();
        halo.sends().forEach(part -> requireRank(label, part.rank()));
        halo.receives().forEach(part -> requireRank(label, part.rank()));
        DeviceRanks ranks = reaching(sends, receives);
        return ranks != null
                ? prior(ranks.exchange(label, halo))
                : onHost(label, sends, receives, to -> new Collective.Exchange(progress, label, halo.with(to::staged)));
    }

    /** Returns the task of an operation: a call of the device's library if it reaches all views, else host code. */
    private Task operation(
            String label,
            List<View> reads,
            List<View> writes,
            Function<StagedTask, SequencedCall> onHost,
            BiFunction<DeviceRanks, StagedTask, Task> onDevice) {
        DeviceRanks ranks = reaching(reads, writes);
        if (ranks == null) {
            return onHost(label, reads, writes, onHost);
        }
        StagedTask staged = new StagedTask(reads, writes, ranks::packed);
        return prior(staged.around(label, onDevice.apply(ranks, staged)));
    }

    private @Nullable DeviceRanks reaching(List<View> reads, List<View> writes) {
        DeviceRanks ranks = device;
        return ranks != null && ranks.reaches(reads) && ranks.reaches(writes) ? ranks : null;
    }

    /**
     * Returns an operation on the device that starts before other work: beside a kernel with more blocks than run at
     * once it would wait for the last of them, and so would the other ranks.
     */
    private static Task prior(Task operation) {
        return operation.withPriority(Task.HIGHEST_PRIORITY);
    }

    private Task onHost(
            String label, List<View> reads, List<View> writes, Function<StagedTask, SequencedCall> operation) {
        StagedTask staged = new StagedTask(reads, writes, this::onHost);
        return staged.around(label, Task.host(label, staged.accesses(), operation.apply(staged)));
    }

    /** Returns a packed view of host memory: the view itself, or its mirror, which is pinned if there is a GPU. */
    private View onHost(View view) {
        return view.memorySpace().isHostAccessible() && view.layout().isPresent()
                ? view
                : Required.internal(mirrors.computeIfAbsent(view, View::mirror), "the mirror of a view");
    }

    private View requireView(String label, @Nullable View view) {
        requireOpen();
        return Required.argument(view, () -> "the view of " + Labels.quoted(label));
    }

    private void requireRank(String label, int rank) {
        if (rank < 0 || rank >= size()) {
            throw refused(
                    Labels.quoted(label) + " names rank " + rank + " of a communicator of " + size()
                            + (size() == 1 ? " rank" : " ranks"),
                    "Ranks begin at 0.");
        }
    }

    private static IllegalArgumentException refused(String what, String cure) {
        return new CodedArgumentException("C412", what + ". " + cure);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new CodedStateException("C407", "the " + this + " is closed; make its tasks before");
        }
    }

    /**
     * Closes it and all communicators split off from it, after all ranks have called this. If it is dead, or the others
     * miss the deadline, the failure is logged and all processes of the job are aborted: after two seconds, or at the
     * end of this JVM if that is earlier. Idempotent.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        closeParts();
        long patience = failure() == null ? progress.deadline() : GRACE;
        boolean isWell = (device == null || device.close(patience)) & progress.close(patience);
        synchronized (mirrors) {
            mirrors.values().forEach(View::close);
        }
        if (isWell) {
            transport.close();
            if (ownsParent && parent != null) {
                parent.close();
            }
        } else if (parent != null) {
            parent.progress.die("a communicator that was split off is dead: " + failure());
            if (ownsParent) {
                parent.close();
            }
        } else {
            endJob();
        }
    }

    /** Aborts the job after a delay, so that this process can still print its own failure. */
    private void endJob() {
        LOG.log(Logger.Level.ERROR, "C403: rank " + rank() + " ends all processes of the job: " + failure());
        Thread late = new Thread(
                () -> {
                    LockSupport.parkNanos(GRACE);
                    transport.abort();
                },
                "sporos-comm-end");
        late.setDaemon(true);
        late.start();
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(transport::abort, "sporos-comm-abort"));
        } catch (IllegalStateException ends) {
            transport.abort();
        }
    }

    private void closeParts() {
        List<Communicator> open;
        synchronized (parts) {
            open = List.copyOf(parts);
        }
        open.forEach(Communicator::close);
    }

    @Override
    public String toString() {
        return "communicator of rank " + rank() + " of " + size() + " (" + library + ")";
    }
}
