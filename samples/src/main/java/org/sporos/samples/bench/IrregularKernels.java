package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Kernels of {@link TierCompare} with data-dependent accesses or loops. */
final class IrregularKernels {
    private static final int SEEDS = 1000;
    private static final int POINTS = 500;

    private IrregularKernels() {}

    static List<TierKernel> all() {
        return List.of(
                new TierKernel("gather", 20_000, IrregularKernels::gather),
                new TierKernel("spmv-45", 8000, IrregularKernels::spmv),
                new TierKernel("needle", 200 * 200, IrregularKernels::needle),
                new TierKernel("floyd-warshall", 100 * 100 * 100, IrregularKernels::floydWarshall),
                new TierKernel("table", 20_000, IrregularKernels::table),
                new TierKernel("binary-search", 10_000, IrregularKernels::search),
                new TierKernel("bit-count", 20_000, IrregularKernels::bits),
                new TierKernel("min-max-reduction", 20_000, IrregularKernels::reduction),
                new TierKernel("monte-carlo", 1000, IrregularKernels::monteCarlo));
    }

    static double[] random(int n, int seed) {
        return new Random(seed).doubles(n).toArray();
    }

    private static int[] places(int n, int below, int seed) {
        return new Random(seed).ints(n, 0, below).toArray();
    }

    static boolean same(DoubleView ours, double[] plain) {
        return Arrays.equals(ours.toArray(), plain);
    }

    private static Work gather(ExecutionSpace space) {
        int n = 20_000;
        double[] x = random(n, 1);
        double[] y = new double[n];
        int[] at = places(8 * n, n, 2);
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        IntView ats = IntView.copyOf("at", space, at);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    double sum = 0;
                    for (int k = 0; k < 8; k++) {
                        sum += xs.get(ats.get(8 * i + k));
                    }
                    ys.set(i, sum);
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        double sum = 0;
                        for (int k = 0; k < 8; k++) {
                            sum += x[at[8 * i + k]];
                        }
                        y[i] = sum;
                    }
                },
                () -> same(ys, y));
    }

    private static Work spmv(ExecutionSpace space) {
        int n = 8000;
        int entries = 45 * n;
        int[] rows = new int[n + 1];
        Arrays.setAll(rows, i -> 45 * i);
        int[] columns = places(entries, n, 3);
        double[] values = random(entries, 4);
        double[] x = random(n, 5);
        double[] y = new double[n];
        IntView rowsView = IntView.copyOf("rows", space, rows);
        IntView columnsView = IntView.copyOf("columns", space, columns);
        DoubleView valuesView = DoubleView.copyOf("values", space, values);
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    double sum = 0;
                    for (int k = rowsView.get(i); k < rowsView.get(i + 1); k++) {
                        sum += valuesView.get(k) * xs.get(columnsView.get(k));
                    }
                    ys.set(i, sum);
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        double sum = 0;
                        for (int k = rows[i]; k < rows[i + 1]; k++) {
                            sum += values[k] * x[columns[k]];
                        }
                        y[i] = sum;
                    }
                },
                () -> same(ys, y));
    }

    /** The score matrix of a sequence alignment, one wavefront after the other. */
    private static Work needle(ExecutionSpace space) {
        int n = 200;
        int side = n + 1;
        int penalty = 10;
        int[] similar = places(side * side, 20, 6);
        int[] score = new int[side * side];
        for (int i = 0; i < side; i++) {
            score[i * side] = -i * penalty;
            score[i] = -i * penalty;
        }
        IntView similars = IntView.copyOf("similar", space, similar);
        IntView scores = IntView.copyOf("score", space, score);
        Graph graph = Graph.define("needle", root -> {
            NodeRef last = root;
            for (int d = 2; d <= 2 * n; d++) {
                int wave = d;
                RangePolicy rows = RangePolicy.of(Math.max(1, d - n), Math.min(n, d - 1) + 1);
                last = last.thenParallelFor("wave", rows, i -> {
                    int at = i * side + wave - i;
                    int diagonal = scores.get(at - side - 1) + similars.get(at) - 10;
                    int gap = Math.max(scores.get(at - 1), scores.get(at - side)) - penalty;
                    scores.set(at, Math.max(diagonal, gap));
                });
            }
        });
        return new Work(graph, () -> needle(score, similar, n, penalty), () -> Arrays.equals(scores.toArray(), score));
    }

    private static void needle(int[] score, int[] similar, int n, int penalty) {
        int side = n + 1;
        for (int wave = 2; wave <= 2 * n; wave++) {
            int end = Math.min(n, wave - 1) + 1;
            for (int i = Math.max(1, wave - n); i < end; i++) {
                int at = i * side + wave - i;
                int diagonal = score[at - side - 1] + similar[at] - 10;
                int gap = Math.max(score[at - 1], score[at - side]) - penalty;
                score[at] = Math.max(diagonal, gap);
            }
        }
    }

    /** All shortest paths, with a guard around the pivot row. */
    private static Work floydWarshall(ExecutionSpace space) {
        int n = 100;
        double[] from = random(n * n, 7);
        double[] paths = from.clone();
        DoubleView froms = DoubleView.of("from", space, n, n);
        froms.assign(from);
        DoubleView ways = DoubleView.of("paths", space, n, n);
        Graph graph = Graph.define("floyd-warshall", root -> {
            NodeRef last = root.thenDeepCopy("again", ways, froms);
            for (int pivot = 0; pivot < n; pivot++) {
                int k = pivot;
                last = last.thenParallelFor("pivot", MDRangePolicy.of(n, n), (i, j) -> {
                    if (i != k && j != k && i != j) {
                        double through = ways.get(i, k) + ways.get(k, j);
                        if (through < ways.get(i, j)) {
                            ways.set(i, j, through);
                        }
                    }
                });
            }
        });
        return new Work(
                graph,
                () -> {
                    System.arraycopy(from, 0, paths, 0, n * n);
                    for (int k = 0; k < n; k++) {
                        pivot(paths, n, k);
                    }
                },
                () -> same(ways, paths));
    }

    private static void pivot(double[] paths, int n, int k) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != k && j != k && i != j) {
                    double through = paths[i * n + k] + paths[k * n + j];
                    if (through < paths[i * n + j]) {
                        paths[i * n + j] = through;
                    }
                }
            }
        }
    }

    private static Work table(ExecutionSpace space) {
        int n = 20_000;
        int cells = 1000;
        double[] table = random(cells + 1, 8);
        double[] x = random(n, 9);
        double[] y = new double[n];
        DoubleView tables = DoubleView.copyOf("table", space, table);
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    double place = xs.get(i) * cells;
                    int cell = Math.min((int) place, cells - 1);
                    double part = place - cell;
                    double slope = tables.get(cell + 1) - tables.get(cell);
                    ys.set(i, Math.sqrt(tables.get(cell) + part * slope));
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        double place = x[i] * cells;
                        int cell = Math.min((int) place, cells - 1);
                        double part = place - cell;
                        double slope = table[cell + 1] - table[cell];
                        y[i] = Math.sqrt(table[cell] + part * slope);
                    }
                },
                () -> same(ys, y));
    }

    private static Work search(ExecutionSpace space) {
        int n = 10_000;
        int size = 100_000;
        double[] sorted = random(size, 10);
        Arrays.sort(sorted);
        double[] x = random(n, 11);
        int[] found = new int[n];
        DoubleView sorteds = DoubleView.copyOf("sorted", space, sorted);
        DoubleView xs = DoubleView.copyOf("x", space, x);
        IntView founds = IntView.of("found", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    int low = 0;
                    int high = size;
                    while (low < high) {
                        int middle = (low + high) >>> 1;
                        if (sorteds.get(middle) < xs.get(i)) {
                            low = middle + 1;
                        } else {
                            high = middle;
                        }
                    }
                    founds.set(i, low);
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        int low = 0;
                        int high = size;
                        while (low < high) {
                            int middle = (low + high) >>> 1;
                            if (sorted[middle] < x[i]) {
                                low = middle + 1;
                            } else {
                                high = middle;
                            }
                        }
                        found[i] = low;
                    }
                },
                () -> Arrays.equals(founds.toArray(), found));
    }

    private static Work bits(ExecutionSpace space) {
        int n = 20_000;
        long[] x = new Random(12).longs(n).toArray();
        int[] y = new int[n];
        LongView xs = LongView.copyOf("x", space, x);
        IntView ys = IntView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> ys.set(i, bits(xs.get(i))),
                () -> {
                    for (int i = 0; i < n; i++) {
                        y[i] = bits(x[i]);
                    }
                },
                () -> Arrays.equals(ys.toArray(), y));
    }

    private static int bits(long x) {
        int count = 0;
        for (long left = x; left != 0; left &= left - 1) {
            count++;
        }
        return count;
    }

    /** The limits of a time step: two reductions in one loop over a longer body. */
    private static Work reduction(ExecutionSpace space) {
        int n = 20_000;
        double[] speed = random(n, 13);
        double[] size = random(n, 14);
        int[] region = places(n, 4, 15);
        double[] factor = {1.0, 0.5, 0.25, 2.0};
        double[] limits = new double[2];
        DoubleView speeds = DoubleView.copyOf("speed", space, speed);
        DoubleView sizes = DoubleView.copyOf("size", space, size);
        IntView regions = IntView.copyOf("region", space, region);
        DoubleView factors = DoubleView.copyOf("factor", space, factor);
        DoubleView least = DoubleView.of("least", space);
        DoubleView most = DoubleView.of("most", space);
        Graph graph = Graph.define(
                "min-max-reduction",
                root -> root.thenParallelReduce(
                        "limits",
                        RangePolicy.of(n),
                        Min.into(least, i -> crossed(speeds.get(i), factors.get(regions.get(i)), sizes.get(i))),
                        Max.into(most, i -> changed(speeds.get(i), factors.get(regions.get(i)), sizes.get(i)))));
        return new Work(
                graph,
                () -> {
                    double low = Double.POSITIVE_INFINITY;
                    double high = Double.NEGATIVE_INFINITY;
                    for (int i = 0; i < n; i++) {
                        low = Math.min(low, crossed(speed[i], factor[region[i]], size[i]));
                        high = Math.max(high, changed(speed[i], factor[region[i]], size[i]));
                    }
                    limits[0] = low;
                    limits[1] = high;
                },
                () -> least.get() == limits[0] && most.get() == limits[1]);
    }

    private static double crossed(double speed, double factor, double size) {
        double c = speed * factor;
        double s = Math.sqrt(c * c + 0.3 * speed + 1e-9);
        return s > 0.1 ? (size + 1e-3) / s : 1e20;
    }

    private static double changed(double speed, double factor, double size) {
        double d = Math.abs(speed - factor);
        return d > 0.2 ? Math.sqrt(d) / (size + 0.5) : 0;
    }

    /** Monte Carlo points in a circle, with an integer generator per index. */
    private static Work monteCarlo(ExecutionSpace space) {
        int[] inside = new int[SEEDS];
        IntView insides = IntView.of("inside", space, SEEDS);
        return Work.of(
                RangePolicy.of(SEEDS),
                i -> insides.set(i, inside(i)),
                () -> {
                    for (int i = 0; i < SEEDS; i++) {
                        inside[i] = inside(i);
                    }
                },
                () -> Arrays.equals(insides.toArray(), inside));
    }

    private static int inside(int seed) {
        int state = seed * 747796405 + 1;
        int count = 0;
        for (int k = 0; k < POINTS; k++) {
            state = state * 1664525 + 1013904223;
            double x = (state >>> 8) * 0x1p-24;
            state = state * 1664525 + 1013904223;
            double y = (state >>> 8) * 0x1p-24;
            if (x * x + y * y < 1) {
                count++;
            }
        }
        return count;
    }
}
