package org.sporos.gpu;

import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Capture;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.param.DoubleParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** A graph with a node of every kind, and the views that it works on. Its lambdas capture views, not this. */
public final class AllNodes implements AutoCloseable {
    private static final int N = 5000;

    private final Deque<AutoCloseable> views;
    private final DoubleParam dt = DoubleParam.of("dt", 0.5);
    private final Event event = Event.of("event");
    private final DoubleView x;
    private final DoubleView y;
    private final DoubleView box;
    private final DoubleView mirror;
    private final IntView count;
    private final IntView passes;
    private final LongView place;
    private final DoubleView sum;
    private final DoubleView least;

    public AllNodes(ExecutionSpace space) {
        this(space, new ArrayDeque<>());
    }

    /** @param views takes the views, for when making one fails */
    AllNodes(ExecutionSpace space, Deque<AutoCloseable> views) {
        this.views = views;
        x = keep(DoubleView.of("x", space, N));
        y = keep(DoubleView.of("y", space, N));
        box = keep(DoubleView.of("box", space, 20, 30, 4));
        mirror = keep(x.mirror());
        count = keep(IntView.of("count", space));
        passes = keep(IntView.of("passes", space));
        place = keep(LongView.of("place", space));
        sum = keep(DoubleView.of("sum", space));
        least = keep(DoubleView.of("least", space));
    }

    private <T extends AutoCloseable> T keep(T view) {
        views.push(view);
        return view;
    }

    /** Returns the graph. A driver that runs nothing can have captures and semaphores too. */
    public Graph graph(boolean withForeign) {
        return Graph.define("all nodes", root -> {
            NodeRef loops = loops(root);
            NodeRef orders = orders(loops);
            NodeRef control = control(orders);
            NodeRef copies = copies(control);
            NodeRef memory = memory(copies);
            NodeRef last = memory.thenRecordEvent("record", event).thenWaitEvent("await", event);
            if (withForeign) {
                foreign(last);
            }
        });
    }

    private NodeRef loops(NodeRef root) {
        DoubleView x = this.x;
        DoubleView y = this.y;
        DoubleView box = this.box;
        IntView count = this.count;
        DoubleParam dt = this.dt;
        return root.thenParallelFor("range", RangePolicy.of(N), i -> x.set(i, x.get(i) + dt.get()))
                .thenParallelFor("long range", LongRangePolicy.of(N), i -> y.set(i, 2.0 * i))
                .thenParallelFor("box", MDRangePolicy.of(20, 30), (i, j) -> box.set(i, j, 1, i + j))
                .thenParallelFor("deep box", MDRangePolicy.of(20, 30, 4), (i, j, k) -> box.set(i, j, k, i + j * k))
                .thenParallelFor("team", TeamPolicy.of(8, 64), team -> {
                    team.barrier();
                    if (team.teamRank() == 0) {
                        y.set(team.leagueRank(), 1);
                    }
                })
                .then("single", () -> count.set(0));
    }

    private NodeRef orders(NodeRef after) {
        DoubleView x = this.x;
        DoubleView y = this.y;
        NodeRef left = after.thenParallelReduce(
                "reduce", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)), MinLoc.into(least, place, i -> x.get(i)));
        NodeRef right = after.thenParallelScan(
                "scan", RangePolicy.of(N), i -> 1.0 + i, (i, s) -> y.set(i, s), Scan.exclusiveDouble());
        return Graph.whenAll(left, right).thenHost("host", Access.reads(mirror), () -> {});
    }

    private NodeRef control(NodeRef after) {
        DoubleView x = this.x;
        IntView count = this.count;
        Graph add = Graph.define("add", root -> root.then("add", () -> count.set(count.get() + 1)));
        Graph nested = Graph.define("nested", root -> {
            root.thenFill("fill", count, 0);
            root.thenParallelFor("side", RangePolicy.of(N), i -> x.set(i, 0));
        });
        return after.thenGraph("graph", nested)
                .thenIf("if", () -> count.get() == 0, add)
                .thenIf("if else", () -> count.get() == 0, add, add)
                .thenWhile("while", () -> count.get() < 10, add, 100, passes)
                .thenSwitch("switch", () -> count.get() % 2, add, add)
                .thenSwitch("no cases", () -> count.get());
    }

    private NodeRef copies(NodeRef after) {
        return after.thenFill("zeros", x, 0.0)
                .thenFill("halves", y, 0.1)
                .thenFill("strided fill", box.subview(Slice.all(), Slice.all(), Slice.at(1)), 3.0)
                .thenDeepCopy("down", mirror, x)
                .thenDeepCopy("up", x, mirror)
                .thenDeepCopy("within", y, x)
                .thenDeepCopy(
                        "strided",
                        box.subview(Slice.all(), Slice.all(), Slice.at(0)),
                        box.subview(Slice.all(), Slice.all(), Slice.at(2)));
    }

    private NodeRef memory(NodeRef after) {
        DoubleView x = this.x;
        AllocateNodeRef<DoubleView> allocate = after.thenAllocate("allocate", DoubleView.spec(N));
        DoubleView temporary = allocate.view();
        return allocate.thenParallelFor("use", RangePolicy.of(N), i -> temporary.set(i, x.get(i)))
                .thenFree("free", temporary);
    }

    private void foreign(NodeRef after) {
        ExternalSemaphore semaphore = ExternalSemaphore.ofFileDescriptor("semaphore", 3);
        after.thenSignalSemaphore("signal", semaphore, 1)
                .thenWaitSemaphore("wait", semaphore, 2)
                .thenCapture("capture", Capture.cuda(stream -> {}).accessing(Access.writes(y)));
    }

    @Override
    public void close() throws Exception {
        while (!views.isEmpty()) {
            views.pop().close();
        }
    }
}
