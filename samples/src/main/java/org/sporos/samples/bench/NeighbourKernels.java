package org.sporos.samples.bench;

import static org.sporos.samples.bench.IrregularKernels.random;
import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Kernels of {@link TierCompare} that sum over those of 120 listed points in a plane that are near enough. */
final class NeighbourKernels {
    private static final int N = 2000;
    private static final int LISTED = 120;

    private NeighbourKernels() {}

    static List<TierKernel> all() {
        return List.of(
                new TierKernel("half-near", N, space -> sums(space, 0.46)),
                new TierKernel("few-near", N, space -> sums(space, 0.003)));
    }

    private static Work sums(ExecutionSpace space, double reach2) {
        double[] x = random(N, 41);
        double[] y = random(N, 42);
        double[] sum = new double[N];
        int[] first = new int[N + 1];
        Arrays.setAll(first, i -> LISTED * i);
        int[] list = new Random(43).ints(LISTED * N, 0, N).toArray();
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.copyOf("y", space, y);
        DoubleView sums = DoubleView.of("sum", space, N);
        IntView firsts = IntView.copyOf("first", space, first);
        IntView lists = IntView.copyOf("list", space, list);
        Graph graph = Graph.define(
                "near",
                root -> root.thenParallelFor("near", RangePolicy.of(N), i -> {
                    double all = 0;
                    for (int k = firsts.get(i); k < firsts.get(i + 1); k++) {
                        double dx = xs.get(lists.get(k)) - xs.get(i);
                        double dy = ys.get(lists.get(k)) - ys.get(i);
                        double d2 = dx * dx + dy * dy;
                        if (d2 < reach2) {
                            all += 1 / (d2 + 0.01);
                        }
                    }
                    sums.set(i, all);
                }));
        return new Work(
                graph,
                () -> {
                    for (int i = 0; i < N; i++) {
                        double all = 0;
                        for (int k = first[i]; k < first[i + 1]; k++) {
                            double dx = x[list[k]] - x[i];
                            double dy = y[list[k]] - y[i];
                            double d2 = dx * dx + dy * dy;
                            if (d2 < reach2) {
                                all += 1 / (d2 + 0.01);
                            }
                        }
                        sum[i] = all;
                    }
                },
                () -> same(sums, sum));
    }
}
