package org.sporos.plan;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.sporos.contract.RandomRanges;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.View;

/**
 * Random graphs without races over a few views, parts of which overlap: loops at their index, at offsets, through an
 * index view, uniform; fills, copies, reductions, single calls, host nodes. What touches the same memory is ordered, all else by
 * chance.
 */
final class RandomGraphs {
    static final int N = 24;

    private final Random random;
    private final List<DoubleView> wholes = new ArrayList<>();
    private final List<DoubleView> views = new ArrayList<>();
    private final IntView turned = IntView.of("turned", MemorySpace.host(), N);
    private final DoubleView scalar = DoubleView.of("scalar", MemorySpace.host());
    private final List<NodeRef> nodes = new ArrayList<>();
    private final List<Set<Object>> read = new ArrayList<>();
    private final List<Set<Object>> written = new ArrayList<>();

    RandomGraphs(Random random) {
        this.random = random;
        for (int k = 0; k < 4; k++) {
            DoubleView whole = DoubleView.of("v" + k, MemorySpace.host(), N + 1);
            wholes.add(whole);
            views.add(whole.subview(Slice.range(0, N)));
            if (k < 2) {
                views.add(whole.subview(Slice.range(1, N + 1)));
                views.add(whole.subview(Slice.range(0, N)));
            }
        }
        int shift = 1 + random.nextInt(N - 1);
        for (int i = 0; i < N; i++) {
            turned.set(i, (i + shift) % N);
        }
    }

    /** Sets all views to fixed values. */
    void reset() {
        for (int k = 0; k < wholes.size(); k++) {
            for (int i = 0; i <= N; i++) {
                wholes.get(k).set(i, k + i * 0.25);
            }
        }
        scalar.set(0.5);
    }

    /** Returns the bits of all views. */
    List<Long> bits() {
        List<Long> bits = new ArrayList<>();
        for (DoubleView whole : wholes) {
            for (int i = 0; i <= N; i++) {
                bits.add(Double.doubleToRawLongBits(whole.get(i)));
            }
        }
        bits.add(Double.doubleToRawLongBits(scalar.get()));
        return bits;
    }

    Graph graph(int size) {
        return Graph.define("random", root -> {
            for (int k = 0; k < size; k++) {
                add(root, "n" + k);
            }
        });
    }

    private DoubleView pick() {
        return views.get(random.nextInt(views.size()));
    }

    /** Returns a view that shares no memory with another. */
    private DoubleView pickOther(DoubleView than) {
        DoubleView found = pick();
        while (found.allocation() == than.allocation()) {
            found = pick();
        }
        return found;
    }

    /** Returns the indexes of all elements, of some, or now and then of none. */
    private RangePolicy part() {
        int begin = random.nextInt(8) == 0 ? random.nextInt(N + 1) : 0;
        return RangePolicy.of(begin, begin == 0 ? N : begin + random.nextInt(N + 1 - begin));
    }

    private void add(NodeRef root, String label) {
        DoubleView to = pick();
        DoubleView a = random.nextBoolean() ? to : pickOther(to);
        DoubleView b = pickOther(to);
        double c = random.nextInt(8) * 0.125;
        int shift = random.nextInt(8) == 0 ? new RandomRanges(random).intBegin(N) : 0;
        RangePolicy range = shift == 0 ? part() : RangePolicy.of(shift, shift + N);
        switch (random.nextInt(13)) {
            case 0, 1, 2, 3 ->
                node(
                        root,
                        label,
                        to,
                        List.of(a, b),
                        n -> n.thenParallelFor(
                                label, range, i -> to.set(i - shift, 0.5 * a.get(i - shift) + b.get(i - shift) + c)));
            case 4 ->
                node(
                        root,
                        label,
                        to,
                        List.of(b),
                        n -> n.thenParallelFor(
                                label,
                                range,
                                i -> to.set(i - shift, 0.5 * b.get(i < shift + 1 ? 0 : i - shift - 1) + c)));
            case 5 ->
                node(
                        root,
                        label,
                        to,
                        List.of(b, turned),
                        n -> n.thenParallelFor(label, range, i -> to.set(turned.get(i - shift), b.get(i - shift) - c)));
            case 6 ->
                node(
                        root,
                        label,
                        to,
                        List.of(b, turned),
                        n -> n.thenParallelFor(label, range, i -> to.set(i - shift, b.get(turned.get(i - shift)) * c)));
            case 7 ->
                node(
                        root,
                        label,
                        to,
                        List.of(a, scalar),
                        n -> n.thenParallelFor(
                                label, range, i -> to.set(i - shift, a.get(i - shift) * 0.125 + scalar.get())));
            case 8 -> node(root, label, to, List.of(), n -> n.thenFill(label, to, c));
            case 9 -> node(root, label, to, List.of(b), n -> n.thenDeepCopy(label, to, b));
            case 10 ->
                node(
                        root,
                        label,
                        scalar,
                        List.of(to, b),
                        n -> n.thenParallelReduce(
                                label, range, Sum.into(scalar, i -> to.get(i - shift) * 0.125 + b.get(i - shift))));
            case 11 ->
                node(
                        root,
                        label,
                        scalar,
                        List.of(scalar, b),
                        n -> n.then(label, () -> scalar.set(0.5 * scalar.get() + b.get(1) + c)));
            default -> {
                if (random.nextBoolean()) {
                    node(
                            root,
                            label,
                            to,
                            List.of(),
                            n -> n.thenHost(label, List.of(Access.writes(to)), () -> to.set(0, c)));
                } else {
                    node(
                            root,
                            label,
                            to,
                            List.of(to),
                            n -> n.thenParallelFor(label, RangePolicy.of(N / 2), i -> to.set(i, to.get(i) + c)));
                }
            }
        }
    }

    private interface Maker {
        NodeRef add(NodeRef after);
    }

    /** Adds a node after all that it could race with, and now and then after others. */
    private void node(NodeRef root, String label, View to, List<? extends View> from, Maker maker) {
        Set<Object> reads = new LinkedHashSet<>();
        from.forEach(view -> reads.add(view.allocation()));
        Object writes = to.allocation();
        Set<NodeRef> after = new LinkedHashSet<>();
        for (int k = 0; k < nodes.size(); k++) {
            boolean meets = written.get(k).contains(writes)
                    || read.get(k).contains(writes)
                    || written.get(k).stream().anyMatch(reads::contains);
            if (meets || random.nextInt(20) == 0) {
                after.add(nodes.get(k));
            }
        }
        NodeRef made = maker.add(after.isEmpty() ? root : Graph.whenAll(after));
        nodes.add(made);
        read.add(reads);
        written.add(Set.of(writes));
    }
}
