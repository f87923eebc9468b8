package org.sporos.comm;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Task;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.error.SafeLogger;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.view.View;

/**
 * A group of processes of one program, each with a rank from 0. Its operations are tasks: all ranks add them to graphs
 * of the same shape and submit these in the same order. Views may be of any space: memory of a GPU is staged through
 * pinned mirrors.
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
    private final List<Communicator> parts = new ArrayList<>();
    /** Pinned memory of views that messages cannot reach, for as long as the view is reachable. */
    private final Map<View, View> mirrors = Collections.synchronizedMap(new WeakHashMap<>());

    private final AtomicBoolean closed = new AtomicBoolean();

    Communicator(String kind, Transport transport, Duration deadline, @Nullable Communicator parent) {
        this.kind = kind;
        this.transport = transport;
        this.deadline = deadline;
        this.progress = new RankProgress(transport, deadline);
        this.parent = parent;
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
        return progress.failure();
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
        requireOpen();
        new Collective.Barrier(progress, "split").run();
        Communicator part = new Communicator(kind, transport.split(color, rank()), deadline, this);
        synchronized (parts) {
            parts.add(part);
        }
        return part;
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
        RankTree tree = RankTree.of(op, requireView(label, view).elementType());
        if (tree == null) {
            throw refused(
                    "allReduce " + Labels.quoted(label) + " combines " + view + " by " + op,
                    "Sum, Prod, Min and Max are for doubles, floats, longs and ints, BitAnd, BitOr and BitXor for longs and ints.");
        }
        List<View> both = List.of(view);
        return new StagedTask(both, both, mirrors)
                .of(label, to -> new Collective.AllReduce(progress, label, op, tree, order, to.staged(view)));
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
        return new StagedTask(isRoot ? one : List.of(), isRoot ? List.of() : one, mirrors)
                .of(label, to -> new Collective.Broadcast(progress, label, to.staged(view), root));
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
        if (all.size() != own.size() * size() || all.elementType() != own.elementType()) {
            throw refused(
                    "allGather " + Labels.quoted(label) + " gathers " + own + " of " + size() + " ranks into " + all,
                    "Give it a view of as many elements of the same type as all ranks have together.");
        }
        return new StagedTask(List.of(own), List.of(all), mirrors)
                .of(label, to -> new Collective.AllGather(progress, label, to.staged(all), to.staged(own)));
    }

    /** Returns the task that ends when all ranks have entered it. */
    public Task barrier(String label) {
        requireOpen();
        return new StagedTask(List.of(), List.of(), mirrors).of(label, to -> new Collective.Barrier(progress, label));
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
        return new StagedTask(sends, receives, mirrors)
                .of(
                        label,
                        to -> new Collective.Exchange(
                                progress,
                                label,
                                halo,
                                sends.stream().map(to::staged).toList(),
                                receives.stream().map(to::staged).toList()));
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
        boolean isWell = progress.close(progress.failure() == null ? progress.deadline() : GRACE);
        synchronized (mirrors) {
            mirrors.values().forEach(View::close);
        }
        if (isWell) {
            transport.close();
        } else if (parent != null) {
            parent.progress.die("a communicator that was split off is dead: " + failure());
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
        return "communicator of rank " + rank() + " of " + size() + " (" + kind + ")";
    }

    /**
     * The task of an operation. Packed views of host memory are sent and received directly; for others (memory of a
     * GPU, and non-contiguous parts) copy nodes before and after the host node transfer the elements between the view
     * and a packed mirror, which is pinned on a GPU.
     */
    private static final class StagedTask {
        private final Map<View, View> staging = new LinkedHashMap<>();
        private final List<View> reads;
        private final List<View> writes;
        private final Map<View, View> mirrors;

        /**
         * @param mirrors the mirrors of views of the communicator, which it adds to: operations have an order, so that
         *     they share them
         */
        StagedTask(List<View> reads, List<View> writes, Map<View, View> mirrors) {
            this.reads = reads;
            this.writes = writes;
            this.mirrors = mirrors;
            reads.forEach(view -> staging.computeIfAbsent(view, this::stage));
            writes.forEach(view -> staging.computeIfAbsent(view, this::stage));
        }

        private View stage(View view) {
            if (view.memorySpace().isHostAccessible() && view.layout().isPresent()) {
                return view;
            }
            return Required.internal(mirrors.computeIfAbsent(view, View::mirror), "the mirror of a view");
        }

        private List<View> staged(List<View> views) {
            return views.stream().map(this::staged).toList();
        }

        /** Returns the host memory of a view. */
        View staged(View view) {
            return Required.internal(staging.get(view), "the host memory of a view");
        }

        /** Returns the task of a call on the host memory of the views. */
        Task of(String label, Function<StagedTask, SequencedCall> call) {
            SequencedCall body = call.apply(this);
            List<Access> accesses =
                    List.of(new Access(Access.Mode.READ, staged(reads)), new Access(Access.Mode.WRITE, staged(writes)));
            boolean isDirect = staging.entrySet().stream().allMatch(one -> one.getKey() == one.getValue());
            return isDirect
                    ? Task.host(label, accesses, body)
                    : Task.graph(label, Graph.define(label, root -> define(root, label, accesses, body)));
        }

        private void define(NodeRef root, String label, List<Access> accesses, SequencedCall body) {
            List<NodeRef> packed = new ArrayList<>(List.of(root));
            for (View view : reads) {
                if (staged(view) != view) {
                    packed.add(root.thenDeepCopy("pack " + Labels.shown(view.label()), staged(view), view));
                }
            }
            NodeRef moved = Graph.whenAll(packed).thenHost(label, accesses, body);
            for (View view : writes) {
                if (staged(view) != view) {
                    moved.thenDeepCopy("unpack " + Labels.shown(view.label()), view, staged(view));
                }
            }
        }
    }
}
