package org.sporos.contract;

import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Random graphs of small dependent nodes over a few views: what a launch of phases is made of. The same random numbers
 * make the same graph and the same values.
 */
public final class SmallGraphs implements AutoCloseable {
    private static final int ARRAYS = 4;
    private static final int SCALARS = 3;
    private static final int ROWS = 6;
    private static final int[] SIZES = {1, 7, 33, 100, 300, 1024, 1500};

    private final int n;
    private final DoubleView[] arrays = new DoubleView[ARRAYS];
    private final DoubleView[] scalars = new DoubleView[SCALARS];
    private final DoubleView box;
    private final IntView places;
    private final IntView count;
    private final LongView where;
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final List<NodeRef> all = new ArrayList<>();

    private SmallGraphs(ExecutionSpace space, Random random) {
        n = SIZES[random.nextInt(SIZES.length)];
        for (int a = 0; a < ARRAYS; a++) {
            arrays[a] = own(
                    DoubleView.copyOf("a" + a, space, random.doubles(n, 1, 2).toArray()));
        }
        for (int s = 0; s < SCALARS; s++) {
            scalars[s] = own(DoubleView.of("s" + s, space));
        }
        box = own(DoubleView.of("box", space, ROWS, n));
        places = own(IntView.copyOf("places", space, random.ints(n, 0, n).toArray()));
        count = own(IntView.of("count", space));
        where = own(LongView.of("where", space));
    }

    /** Returns the views of a graph, with values. */
    public static SmallGraphs of(ExecutionSpace space, Random random) {
        return new SmallGraphs(space, random);
    }

    private <T extends AutoCloseable> T own(T view) {
        owned.add(view);
        return view;
    }

    /** Returns the bits of all elements. */
    public List<Long> bits() {
        return Stream.of(
                        Arrays.stream(arrays).flatMapToLong(a -> bits(a.toArray())),
                        Arrays.stream(scalars).flatMapToLong(s -> bits(s.toArray())),
                        bits(box.toArray()),
                        LongStream.of(where.toArray()),
                        LongStream.of(count.toArray()[0]))
                .flatMap(LongStream::boxed)
                .toList();
    }

    private static LongStream bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable view : owned) {
            view.close();
        }
    }

    /** The last node that wrote a view, and those that read it since. */
    private static final class Uses {
        private final Set<NodeRef> writer = new LinkedHashSet<>();
        private final Set<NodeRef> readers = new LinkedHashSet<>();
    }

    /** Returns a graph whose edges are those that its reads and writes demand, and some more. */
    public Graph graph(Random random, int nodes) {
        all.clear();
        return Graph.define("small", root -> {
            Uses[] uses = new Uses[ARRAYS + SCALARS + 3];
            Arrays.setAll(uses, k -> new Uses());
            for (int k = 0; k < nodes; k++) {
                add(root, random, uses);
            }
        });
    }

    private interface Definition {
        NodeRef after(NodeRef before);
    }

    private static void add(
            NodeRef root, Uses[] uses, List<NodeRef> all, Random random, int[] reads, int[] writes, Definition node) {
        Set<NodeRef> before = new LinkedHashSet<>();
        for (int read : reads) {
            before.addAll(uses[read].writer);
        }
        for (int write : writes) {
            before.addAll(uses[write].writer);
            before.addAll(uses[write].readers);
        }
        if (!all.isEmpty() && random.nextInt(3) == 0) {
            before.add(all.get(random.nextInt(all.size())));
        }
        NodeRef added = node.after(before.isEmpty() ? root : Graph.whenAll(before));
        for (int read : reads) {
            uses[read].readers.add(added);
        }
        for (int write : writes) {
            uses[write].writer.clear();
            uses[write].writer.add(added);
            uses[write].readers.clear();
        }
        all.add(added);
    }

    private static int[] set(int... resources) {
        return resources;
    }

    private void add(NodeRef root, Random random, Uses[] uses) {
        int to = random.nextInt(ARRAYS);
        int from = (to + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS;
        int scalar = random.nextInt(SCALARS);
        int boxAt = ARRAYS + SCALARS;
        int counted = boxAt + 1;
        int found = boxAt + 2;
        int shift = random.nextInt(n);
        double c = 0.25 + random.nextDouble() / 2;
        DoubleView y = arrays[to];
        DoubleView x = arrays[from];
        DoubleView s = scalars[scalar];
        DoubleView other = scalars[(scalar + 1) % SCALARS];
        DoubleView u = box;
        IntView at = places;
        int size = n;
        RangePolicy whole = RangePolicy.of(n);
        int begin = random.nextInt(n);
        RangePolicy part = RangePolicy.of(begin, Math.min(n, begin + 32));
        switch (random.nextInt(13)) {
            case 0, 1 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(from),
                        set(to),
                        after -> after.thenParallelFor(
                                "stencil", whole, i -> y.set(i, c * (x.get(i) + x.get((i + shift) % size)))));
            case 2 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(),
                        set(to),
                        after -> after.thenParallelFor("scale", whole, i -> y.set(i, c * y.get(i) + 0.5)));
            case 3 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(from, to),
                        set(ARRAYS + scalar),
                        after -> after.thenParallelReduce(
                                "dot", whole, Sum.into(s, i -> x.get(i) * y.get(size - 1 - i))));
            case 4 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(ARRAYS + (scalar + 1) % SCALARS),
                        set(ARRAYS + scalar),
                        after -> after.then("single", () -> s.set(c * s.get() + other.get() / 3)));
            case 5 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(ARRAYS + scalar),
                        set(to),
                        after -> after.thenParallelFor("use", whole, i -> y.set(i, y.get(i) + 1e-4 * s.get())));
            case 6 -> add(root, uses, all, random, set(), set(to), after -> after.thenFill("fill", y, c));
            case 7 -> add(root, uses, all, random, set(from), set(to), after -> after.thenDeepCopy("copy", y, x));
            case 8 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(from),
                        set(to),
                        after -> after.thenParallelFor("gather", whole, i -> y.set(i, x.get(at.get(i)) - 0.5)));
            case 9 -> dynamic(root, uses, random, to, counted);
            case 10 ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(from),
                        set(boxAt),
                        after -> after.thenParallelFor(
                                "box", MDRangePolicy.of(ROWS, n), (i, j) -> u.set(i, j, x.get(j) + c * i)));
            case 11 -> least(root, uses, random, boxAt, scalar, found);
            default ->
                add(
                        root,
                        uses,
                        all,
                        random,
                        set(from),
                        set(to),
                        after -> after.thenParallelFor("part", part, i -> {
                            double sum = 0;
                            for (int j = 0; j < 3; j++) {
                                sum += x.get((i + j) % size);
                            }
                            y.set(i, c * sum);
                        }));
        }
    }

    /** A loop over as many indexes as a node before it says. */
    private void dynamic(NodeRef root, Uses[] uses, Random random, int to, int counted) {
        DoubleView y = arrays[to];
        IntView end = count;
        int limit = n;
        add(
                root,
                uses,
                all,
                random,
                set(),
                set(counted),
                after -> after.then("count", () -> end.set((end.get() * 5 + 3) % (limit + 1))));
        add(
                root,
                uses,
                all,
                random,
                set(counted),
                set(to),
                after -> after.thenParallelFor("dynamic", RangePolicy.of(end, limit), i -> y.set(i, y.get(i) - 0.125)));
    }

    private void least(NodeRef root, Uses[] uses, Random random, int boxAt, int scalar, int found) {
        DoubleView u = box;
        DoubleView s = scalars[scalar];
        LongView place = where;
        add(
                root,
                uses,
                all,
                random,
                set(boxAt),
                set(ARRAYS + scalar, found),
                after -> after.thenParallelReduce(
                        "least", MDRangePolicy.of(ROWS, n), MinLoc.into(s, place, (i, j) -> u.get(i, j))));
    }
}
