package org.sporos.samples.bench;

import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Scans of {@link TierCompare}. The reals are small integers, so that sums in any order have the same bits. */
final class ScanKernels {
    private static final int N = 100_000;

    private ScanKernels() {}

    static List<TierKernel> all() {
        return List.of(
                new TierKernel("scan", N, ScanKernels::longs),
                new TierKernel("scan-compaction", N, ScanKernels::compaction),
                new TierKernel("scan-double", N, ScanKernels::doubles),
                new TierKernel("scan-roots", N, ScanKernels::roots));
    }

    private static long[] numbers() {
        return new Random(16).longs(N, 0, 100).toArray();
    }

    private static Work longs(ExecutionSpace space) {
        long[] x = numbers();
        long[] y = new long[N];
        LongView xs = LongView.copyOf("x", space, x);
        LongView ys = LongView.of("y", space, N);
        Graph graph = Graph.define(
                "scan",
                root -> root.thenParallelScan(
                        "scan",
                        RangePolicy.of(N),
                        i -> xs.get(i) * (xs.get(i) & 7),
                        (i, before) -> ys.set(i, before),
                        Scan.exclusiveLong()));
        return new Work(
                graph,
                () -> {
                    long before = 0;
                    for (int i = 0; i < N; i++) {
                        y[i] = before;
                        before += x[i] * (x[i] & 7);
                    }
                },
                () -> Arrays.equals(ys.toArray(), y));
    }

    /** The indexes of large values, compacted. */
    private static Work compaction(ExecutionSpace space) {
        long[] x = numbers();
        int[] y = new int[N];
        LongView xs = LongView.copyOf("x", space, x);
        IntView ys = IntView.of("y", space, N);
        Graph graph = Graph.define(
                "scan-compaction",
                root -> root.thenParallelScan(
                        "compaction",
                        RangePolicy.of(N),
                        i -> xs.get(i) > 80 ? 1 : 0,
                        (i, before) -> {
                            if (xs.get(i) > 80) {
                                ys.set(before, i);
                            }
                        },
                        Scan.exclusiveInt()));
        return new Work(
                graph,
                () -> {
                    int before = 0;
                    for (int i = 0; i < N; i++) {
                        if (x[i] > 80) {
                            y[before++] = i;
                        }
                    }
                },
                () -> Arrays.equals(ys.toArray(), y));
    }

    private static Work doubles(ExecutionSpace space) {
        double[] x = Arrays.stream(numbers()).asDoubleStream().toArray();
        double[] y = new double[N];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, N);
        Graph graph = Graph.define(
                "scan-double",
                root -> root.thenParallelScan(
                        "sums",
                        RangePolicy.of(N),
                        i -> xs.get(i) * 0.5,
                        (i, sum) -> ys.set(i, sum),
                        Scan.inclusiveDouble()));
        return new Work(
                graph,
                () -> {
                    double sum = 0;
                    for (int i = 0; i < N; i++) {
                        sum += x[i] * 0.5;
                        y[i] = sum;
                    }
                },
                () -> same(ys, y));
    }

    /** Expensive contributions, and sums that are stored to two arrays. */
    private static Work roots(ExecutionSpace space) {
        double[] x =
                Arrays.stream(numbers()).mapToDouble(value -> value * value).toArray();
        double[] y = new double[N];
        double[] z = new double[N];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, N);
        DoubleView zs = DoubleView.of("z", space, N);
        Graph graph = Graph.define(
                "scan-roots",
                root -> root.thenParallelScan(
                        "roots",
                        RangePolicy.of(N),
                        i -> Math.sqrt(xs.get(i)),
                        (i, before) -> {
                            ys.set(i, before);
                            zs.set(i, before * xs.get(i));
                        },
                        Scan.exclusiveDouble()));
        return new Work(
                graph,
                () -> {
                    double before = 0;
                    for (int i = 0; i < N; i++) {
                        double own = Math.sqrt(x[i]);
                        y[i] = before;
                        z[i] = before * x[i];
                        before += own;
                    }
                },
                () -> same(ys, y) && same(zs, z));
    }
}
