package org.sporos.gpu;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Capture;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.graph.Work;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** A small graph for each kind of node, with a node of that kind which has the label {@code node}. */
public final class NodeKinds implements AutoCloseable {
    private static final int N = 100;

    private final Deque<AutoCloseable> views = new ArrayDeque<>();
    private final Map<Class<? extends Work>, Graph> graphs = new LinkedHashMap<>();
    private final ExternalSemaphore semaphore;
    private final DoubleView x;
    private final DoubleView y;
    private final DoubleView sum;
    private final IntView count;
    private final IntView passes;
    private final ViewRing<DoubleView> ring;

    /** Makes the graphs for a space that can use a semaphore. */
    public NodeKinds(ExecutionSpace space, ExternalSemaphore semaphore) {
        this.semaphore = semaphore;
        x = keep(DoubleView.of("x", space, N));
        y = keep(DoubleView.of("y", space, N));
        sum = keep(DoubleView.of("sum", space));
        count = keep(IntView.of("count", space));
        passes = keep(IntView.of("passes", space));
        ring = keep(ViewRing.of(2, j -> DoubleView.of("u" + j, space, N)));
        kernels();
        memory();
        control();
        order();
    }

    private <T extends AutoCloseable> T keep(T view) {
        views.push(view);
        return view;
    }

    /** Returns all kinds of nodes, as the sealed types name them. */
    public static Set<Class<?>> all() {
        Set<Class<?>> kinds = new LinkedHashSet<>();
        collect(Work.class, kinds);
        return kinds;
    }

    private static void collect(Class<?> type, Set<Class<?>> kinds) {
        if (!type.isSealed()) {
            kinds.add(type);
            return;
        }
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            collect(permitted, kinds);
        }
    }

    /** Returns the graph of each kind that has one. */
    public Map<Class<? extends Work>, Graph> graphs() {
        return graphs;
    }

    private void add(Class<? extends Work> kind, Consumer<NodeRef> definition) {
        graphs.put(kind, Graph.define(kind.getSimpleName(), definition));
    }

    private void kernels() {
        DoubleView x = this.x;
        DoubleView y = this.y;
        IntView count = this.count;
        add(Work.ParallelFor.class, root -> root.thenParallelFor("node", RangePolicy.of(N), i -> x.set(i, 2.0 * i)));
        add(
                Work.ParallelReduce.class,
                root -> root.thenParallelReduce("node", RangePolicy.of(N), Sum.into(sum, i -> x.get(i))));
        add(
                Work.ParallelScan.class,
                root -> root.thenParallelScan(
                        "node", RangePolicy.of(N), i -> x.get(i), (i, s) -> y.set(i, s), Scan.inclusiveDouble()));
        add(Work.Single.class, root -> root.then("node", () -> count.set(1)));
    }

    private void memory() {
        DoubleView x = this.x;
        add(Work.DeepCopy.class, root -> root.thenDeepCopy("node", y, x));
        add(Work.Fill.class, root -> root.thenFill("node", x, 3.0));
        add(Work.Allocate.class, root -> {
            AllocateNodeRef<DoubleView> node = root.thenAllocate("node", DoubleView.spec(N));
            DoubleView inner = node.view();
            node.thenParallelFor("use", RangePolicy.of(N), i -> inner.set(i, x.get(i)));
        });
        add(Work.Free.class, root -> {
            AllocateNodeRef<DoubleView> allocate = root.thenAllocate("allocate", DoubleView.spec(N));
            allocate.thenFree("node", allocate.view());
        });
    }

    private void control() {
        IntView count = this.count;
        Graph add = Graph.define("add", root -> root.then("add", () -> count.set(count.get() + 1)));
        add(Work.SubGraph.class, root -> root.thenGraph("node", add));
        add(Work.If.class, root -> root.thenIf("node", () -> count.get() == 0, add, add));
        add(
                Work.While.class,
                root -> root.thenFill("zero", count, 0).thenWhile("node", () -> count.get() < 3, add, 10, passes));
        add(Work.Switch.class, root -> root.thenSwitch("node", () -> count.get() % 2, add, add));
    }

    private void order() {
        Event event = Event.of("event");
        add(
                Work.Advance.class,
                root -> root.thenFill("before", ring.level(0), 1.0)
                        .thenAdvance("node", ring)
                        .thenDeepCopy("after", y, ring.level(0)));
        add(
                Work.Join.class,
                root -> Graph.whenAll(root.thenFill("x", x, 1.0), root.thenFill("y", y, 1.0))
                        .then("after", () -> {}));
        add(Work.HostCall.class, root -> root.thenHost("node", Access.reads(), () -> {}));
        Capture capture = Capture.host(() -> {}).andCuda(stream -> {}).andHip(stream -> {});
        add(Work.Captured.class, root -> root.thenCapture("node", capture.accessing(Access.writes(x))));
        add(Work.RecordEvent.class, root -> root.thenRecordEvent("node", event));
        add(Work.AwaitEvent.class, root -> root.thenWaitEvent("node", event));
        add(Work.SignalSemaphore.class, root -> root.thenSignalSemaphore("node", semaphore, 1));
        add(
                Work.WaitSemaphore.class,
                root -> root.thenSignalSemaphore("signal", semaphore, 2).thenWaitSemaphore("node", semaphore, 1));
    }

    @Override
    public void close() throws Exception {
        while (!views.isEmpty()) {
            views.pop().close();
        }
    }
}
