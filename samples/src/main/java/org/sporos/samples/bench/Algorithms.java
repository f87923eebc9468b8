package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Sorts and compactions of this library beside those of the JDK: {@code Arrays.sort}, {@code Arrays.parallelSort} and
 * the filter of a stream. Each round measures all of them in turn; the table has the medians of the times, and the
 * ratios to the JDK's in wall time and in CPU time of all threads. A sort begins with a copy of the same unsorted
 * numbers, which counts on both sides.
 */
public final class Algorithms {
    private static final int ROUNDS = 7;
    private static final int[] SIZES = {10_000, 100_000, 1_000_000, 10_000_000};

    private final ExecutionSpace space;

    private Algorithms(ExecutionSpace space) {
        this.space = space;
    }

    /** Measures on the default space; {@code host,threads=1} has one thread. */
    public static void main(String... args) {
        Table.bySize(
                "Algorithms",
                "| us | Sporos | JDK, one thread | JDK, parallel | to one thread | by CPU time | to parallel"
                        + " | by CPU time |",
                SIZES,
                args,
                (space, n) -> new Algorithms(space).measure(n));
    }

    private void measure(int n) {
        ints(n, false);
        ints(n, true);
        longs(n);
        doubles(n);
        compaction(n, 50);
        compaction(n, 5);
    }

    private void ints(int n, boolean few) {
        int[] values = new Random(n)
                .ints(n, few ? 0 : Integer.MIN_VALUE, few ? 4096 : Integer.MAX_VALUE)
                .toArray();
        int[] work = new int[n];
        try (IntView from = IntView.copyOf("unsorted", space, values);
                IntView keys = IntView.of("keys", space, n)) {
            RadixSort sort = few ? RadixSort.of(keys).below(4096) : RadixSort.of(keys);
            String label = few ? "ints below 4096" : "ints";
            Runnable copy = () -> System.arraycopy(values, 0, work, 0, n);
            sorts(label, n, from, keys, sort, copy, () -> Arrays.sort(work), () -> Arrays.parallelSort(work));
            check(Arrays.equals(keys.toArray(), work));
        }
    }

    private void longs(int n) {
        long[] values = new Random(n).longs(n).toArray();
        long[] work = new long[n];
        try (LongView from = LongView.copyOf("unsorted", space, values);
                LongView keys = LongView.of("keys", space, n)) {
            RadixSort sort = RadixSort.of(keys);
            Runnable copy = () -> System.arraycopy(values, 0, work, 0, n);
            sorts("longs", n, from, keys, sort, copy, () -> Arrays.sort(work), () -> Arrays.parallelSort(work));
            check(Arrays.equals(keys.toArray(), work));
        }
    }

    private void doubles(int n) {
        double[] values = new Random(n).doubles(n, -1, 1).toArray();
        double[] work = new double[n];
        try (DoubleView from = DoubleView.copyOf("unsorted", space, values);
                DoubleView keys = DoubleView.of("keys", space, n)) {
            RadixSort sort = RadixSort.of(keys);
            Runnable copy = () -> System.arraycopy(values, 0, work, 0, n);
            sorts("doubles", n, from, keys, sort, copy, () -> Arrays.sort(work), () -> Arrays.parallelSort(work));
            check(Arrays.equals(keys.toArray(), work));
        }
    }

    private void sorts(
            String label,
            int n,
            View from,
            View keys,
            RadixSort sort,
            Runnable copy,
            Runnable serial,
            Runnable parallel) {
        try (Workspace workspace = Workspace.of(space)) {
            Graph own = sorted(sort.graph("sort", workspace), keys, from);
            row(label, n, own, () -> both(copy, serial), () -> both(copy, parallel));
        }
    }

    private static void both(Runnable one, Runnable other) {
        one.run();
        other.run();
    }

    private static Graph sorted(Graph sort, View keys, View from) {
        return Graph.define(
                "step", root -> root.thenDeepCopy("again", keys, from).thenGraph("sort", sort));
    }

    private void compaction(int n, int percent) {
        double[] values = new Random(n).doubles(n, 0, 100).toArray();
        int[][] filtered = new int[1][];
        try (DoubleView x = DoubleView.copyOf("x", space, values);
                IntView kept = IntView.of("kept", space, n);
                IntView count = IntView.of("count", space);
                Workspace workspace = Workspace.of(space)) {
            double limit = percent;
            Graph compact = Compaction.of(n, i -> x.get(i) < limit).graph("compact", kept, count, workspace);
            row(
                    "filter that keeps " + percent + " %",
                    n,
                    compact,
                    () -> filtered[0] =
                            IntStream.range(0, n).filter(i -> values[i] < limit).toArray(),
                    () -> filtered[0] = IntStream.range(0, n)
                            .parallel()
                            .filter(i -> values[i] < limit)
                            .toArray());
            check(count.read() == filtered[0].length);
            check(Arrays.equals(Arrays.copyOf(kept.toArray(), filtered[0].length), filtered[0]));
        }
    }

    private void row(String label, int n, Graph own, Runnable serial, Runnable parallel) {
        try (ExecutableGraph exec = own.instantiate(space)) {
            Turn[][] turns = Turn.inTurns(ROUNDS, Clock.submitted(space, exec), serial, parallel);
            StringBuilder row = new StringBuilder("| " + label + ", " + String.format(Locale.ROOT, "%,d", n));
            for (Turn[] each : turns) {
                row.append(String.format(Locale.ROOT, " | %.0f", Turn.median(each, Turn::wall)));
            }
            for (int k = 1; k < turns.length; k++) {
                row.append(Turn.ratio(turns[0], turns[k], Turn::wall))
                        .append(Turn.ratio(turns[0], turns[k], Turn::cpu));
            }
            System.out.println(row.append(" |"));
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the results differ from those of the JDK");
        }
    }
}
