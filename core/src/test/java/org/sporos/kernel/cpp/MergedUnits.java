package org.sporos.kernel.cpp;

import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.DoubleParam;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LoopScope;
import org.sporos.plan.PhaseCosts;
import org.sporos.plan.Planner;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Units that a plan has merged. */
final class MergedUnits {
    private static final int N = 5000;
    private static final FusionSupport LOOPS =
            FusionSupport.ofLoops(1).withFills().withReductions();

    private MergedUnits() {}

    private static final FusionSupport PHASES = FusionSupport.ofLoops(Long.MAX_VALUE)
            .withoutEdges()
            .withFills()
            .withReductions()
            .withSideBySide(100)
            .withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4))
            .withPersistentLoops(LoopScope.BLOCK);

    private static final FusionSupport WAVES = PHASES.withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4).withWaves(1.3, 72))
            .withPersistentLoops(LoopScope.WAVE);

    private static List<CppUnit> units(FusionSupport merges, Consumer<NodeRef> definition) {
        Graph graph = Graph.define("merged", definition::accept);
        KernelIndex kernels = KernelIndex.of(graph);
        LaunchPlan plan = Planner.plan(graph, kernels, merges);
        return KernelUnits.of(plan, kernels, false).units();
    }

    private static DoubleView view(String label) {
        return DoubleView.of(label, MemorySpace.host(), N);
    }

    /** Loops over the same indexes, one of which can fail, a fill, a copy and a reduction. */
    static List<CppUnit> loops() {
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView z = view("z");
        DoubleView dot = DoubleView.of("dot", MemorySpace.host());
        IntView place = IntView.of("place", MemorySpace.host(), N);
        DoubleParam a = DoubleParam.of("a", 2);
        RangePolicy all = RangePolicy.of(N);
        List<CppUnit> units = new ArrayList<>(units(
                LOOPS,
                root -> root.thenFill("clear", z, 1)
                        .thenParallelFor("axpy", all, i -> y.set(i, a.get() * x.get(i) + y.get(i)))
                        .thenParallelFor("gather", all, i -> z.set(i, z.get(i) + x.get(place.get(i))))
                        .thenParallelReduce("dot", all, Sum.into(dot, i -> y.get(i) * z.get(i)))));
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 40, 50);
        DoubleView v = DoubleView.of("v", MemorySpace.host(), 40, 50);
        MDRangePolicy box = MDRangePolicy.of(40, 50);
        units.addAll(units(
                LOOPS,
                root -> root.thenParallelFor("first", box, (i, j) -> u.set(i, j, i - j))
                        .thenDeepCopy("copy", v, u)));
        units.addAll(units(LOOPS, root -> root.then("one", () -> x.set(0, 1)).then("two", () -> x.set(1, x.get(0)))));
        return units;
    }

    /** Phases of one launch with direct calls: a diamond, a reduction with a call after it, a gather. */
    static List<CppUnit> phases() {
        int n = 300;
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView z = view("z");
        DoubleView dot = DoubleView.of("dot", MemorySpace.host());
        IntView place = IntView.of("place", MemorySpace.host(), n);
        return units(PHASES, root -> {
            NodeRef first = root.thenParallelFor("first", RangePolicy.of(n), i -> x.set(i, i));
            NodeRef left = first.thenParallelFor("left", RangePolicy.of(n), i -> y.set(i, x.get(n - 1 - i)));
            NodeRef right = first.thenParallelFor("right", RangePolicy.of(1, n), i -> z.set(i, x.get(i - 1)));
            Graph.whenAll(left, right)
                    .thenParallelReduce("dot", RangePolicy.of(n), Sum.into(dot, i -> y.get(n - 1 - i) * z.get(i)))
                    .then("store", () -> x.set(0, dot.get()))
                    .thenParallelFor("gather", RangePolicy.of(n), i -> y.set(i, x.get(place.get(i))));
        });
    }

    /** Phases of one launch with a table: members of all kinds, some of them run by a warp each. */
    static List<CppUnit> manyPhases() {
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView few = DoubleView.of("few", MemorySpace.host(), 30);
        DoubleView least = DoubleView.of("least", MemorySpace.host());
        LongView where = LongView.of("where", MemorySpace.host());
        IntView end = IntView.of("end", MemorySpace.host());
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 20, 30);
        RangePolicy dynamic = RangePolicy.of(end, 500);
        return units(PHASES, root -> {
            NodeRef last = root.then("begin", () -> end.set(100));
            for (int k = 0; k < 8; k++) {
                double factor = k;
                DoubleView from = k % 2 == 0 ? x : y;
                DoubleView to = k % 2 == 0 ? y : x;
                last = last.thenParallelFor(
                        "step", RangePolicy.of(1, 500), i -> to.set(i, from.get(i) + factor * from.get(i - 1)));
            }
            last = last.thenParallelFor("dynamic", dynamic, i -> x.set(i, 2 * y.get(i + 1)));
            NodeRef[] narrow = new NodeRef[5];
            for (int k = 0; k < narrow.length; k++) {
                int own = k;
                RangePolicy part = RangePolicy.of(32 * k, 32 * k + 32);
                narrow[k] = last.thenParallelFor("narrow", part, i -> y.set(i, x.get(i) + own));
            }
            last = Graph.whenAll(narrow)
                    .thenParallelFor("box", MDRangePolicy.of(20, 30), (i, j) -> u.set(i, j, y.get(i) - y.get(j)));
            last.thenFill("clear", few, 0);
            last.thenParallelReduce(
                    "least", MDRangePolicy.of(20, 30), MinLoc.into(least, where, (i, j) -> u.get(i, j)));
        });
    }

    /** Loops in one launch: one whose members are called one by one, with a limit, and one with a table. */
    static List<CppUnit> loopsOfPhases() {
        int n = 300;
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView dot = DoubleView.of("dot", MemorySpace.host());
        IntView place = IntView.of("place", MemorySpace.host(), n);
        IntView iterations = IntView.of("iterations", MemorySpace.host());
        DoubleParam least = DoubleParam.of("least", 0.5);
        Graph few = Graph.define(
                "few",
                root -> root.thenParallelFor("gather", RangePolicy.of(n), i -> y.set(i, x.get(place.get(i))))
                        .thenParallelReduce("dot", RangePolicy.of(n), Sum.into(dot, i -> y.get(n - 1 - i))));
        Graph many = Graph.define("many", root -> {
            NodeRef last = root;
            for (int k = 0; k < 12; k++) {
                DoubleView from = k % 2 == 0 ? x : y;
                DoubleView to = k % 2 == 0 ? y : x;
                last = last.thenParallelFor("step", RangePolicy.of(1, n), i -> to.set(i, from.get(i - 1)));
            }
        });
        return units(
                PHASES,
                root -> root.thenWhile("limited", () -> dot.get() > least.get(), few, 50, iterations)
                        .thenWhile("table", () -> y.get(place.get(0)) < 3, many));
    }

    /** Loops in one wave: one whose members are called one by one, and one with a table. */
    static List<CppUnit> waves() {
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView dot = DoubleView.of("dot", MemorySpace.host());
        DoubleView norm = DoubleView.of("norm", MemorySpace.host());
        IntView place = IntView.of("place", MemorySpace.host(), N);
        IntView iterations = IntView.of("iterations", MemorySpace.host());
        RangePolicy all = RangePolicy.of(N);
        Graph few = Graph.define(
                "few",
                root -> root.thenParallelFor("gather", all, i -> y.set(i, x.get(place.get(i))))
                        .thenParallelReduce("dot", all, Sum.into(dot, i -> y.get(N - 1 - i)))
                        .then("store", () -> x.set(0, dot.get()))
                        .thenParallelReduce("norm", all, Sum.into(norm, i -> x.get(N - 1 - i)))
                        .thenParallelFor("scale", all, i -> y.set(i, x.get(i) / norm.get())));
        Graph many = Graph.define("many", root -> {
            NodeRef last = root;
            for (int k = 0; k < 4; k++) {
                DoubleView from = k % 2 == 0 ? x : y;
                DoubleView to = k % 2 == 0 ? y : x;
                NodeRef low = last.thenParallelFor("low", RangePolicy.of(1, N / 2), i -> to.set(i, from.get(N - i)));
                NodeRef high = last.thenParallelFor("high", RangePolicy.of(N / 2, N), i -> to.set(i, from.get(N - i)));
                last = Graph.whenAll(low, high);
            }
        });
        return units(
                WAVES,
                root -> root.thenWhile("few", () -> dot.get() > 0.5, few, 50, iterations)
                        .thenWhile("many", () -> y.get(1) < 3, many));
    }

    /** One launch of all kinds of members. */
    static List<CppUnit> beside() {
        DoubleView x = view("x");
        DoubleView y = view("y");
        DoubleView z = view("z");
        DoubleView filled = view("filled");
        DoubleView copied = view("copied");
        IntView place = IntView.of("place", MemorySpace.host(), N);
        FloatView f = FloatView.of("f", MemorySpace.host(), N);
        FloatView least = FloatView.of("least", MemorySpace.host());
        LongView where = LongView.of("where", MemorySpace.host());
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 40, 50);
        DoubleView w = DoubleView.of("w", MemorySpace.host(), 4, 50, 6);
        DoubleView one = view("one");
        DoubleView two = view("two");
        float half = 0.5f;
        double third = 1.0 / 3;
        boolean up = place.extent(0) > 3;
        long big = 1L << 40;
        FusionSupport merges = FusionSupport.ofLoops(Long.MAX_VALUE)
                .withFills()
                .withReductions()
                .withSideBySide(100);
        return units(merges, root -> {
            for (DoubleView to : List.of(y, z)) {
                root.thenParallelFor("scale", RangePolicy.of(to == y ? N : 300), i -> to.set(i, third * x.get(i)));
            }
            root.thenParallelFor("mixed", RangePolicy.of(7, 900), i -> {
                f.set(place.get(i), half + (up ? big : 0));
            });
            root.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)));
            root.thenParallelReduce("least", RangePolicy.of(3, 900), MinLoc.into(least, where, i -> (float) x.get(i)));
            root.thenParallelFor("box", MDRangePolicy.of(40, 50), (i, j) -> u.set(i, j, i - j));
            MDRangePolicy deep = MDRangePolicy.of(new int[] {1, 0, 2}, new int[] {4, 50, 6});
            root.thenParallelFor("deep", deep, (i, j, k) -> w.set(i, j, k, i - j * k));
            root.thenFill("fill", filled, 3);
            root.thenDeepCopy("copy", copied, x);
            root.then("single", () -> one.set(0, 1)).then("again", () -> one.set(1, one.get(0)));
            root.thenParallelFor("chain", RangePolicy.of(N), i -> two.set(i, x.get(i)))
                    .thenParallelFor("link", RangePolicy.of(N), i -> two.set(i, 2 * two.get(i)));
        });
    }
}
