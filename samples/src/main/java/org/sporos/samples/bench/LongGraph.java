package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.samples.bench.IrregularKernels.random;
import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * A graph of 600 nodes as the body of one loop on the device: five kinds of steps over forty fields, each field from
 * the one before it, and a maximum after each round over the fields.
 */
final class LongGraph {
    private static final int FIELDS = 40;
    private static final int ROUNDS = 15;
    private static final int PASSES = 20;
    private static final int N = 2000;

    private LongGraph() {}

    static List<TierKernel> all() {
        return List.of(new TierKernel("600-nodes", (long) FIELDS * ROUNDS * PASSES * N, LongGraph::work));
    }

    private static Work work(ExecutionSpace space) {
        List<DoubleView> fields = new ArrayList<>();
        double[][] plain = new double[FIELDS][];
        for (int f = 0; f < FIELDS; f++) {
            plain[f] = random(N, 40 + f);
            fields.add(DoubleView.copyOf("field " + f, space, plain[f]));
        }
        double[] begin = plain[0].clone();
        int[] near = new Random(39).ints(N, 0, N).toArray();
        IntView nears = IntView.copyOf("near", space, near);
        DoubleView begins = DoubleView.copyOf("begin", space, begin);
        DoubleView peak = DoubleView.of("peak", space);
        IntView pass = IntView.of("pass", space);
        Graph body = Graph.define("pass", root -> {
            NodeRef last = root;
            for (int node = 0; node < FIELDS * ROUNDS - 1; node++) {
                int field = node % FIELDS;
                last = step(last, node % 5, fields.get(field), fields.get((field + 1) % FIELDS), nears, peak);
            }
            last.then("count", () -> pass.set(pass.get() + 1));
        });
        Graph graph = Graph.define(
                "600-nodes",
                root -> root.thenDeepCopy("begin", fields.get(0), begins)
                        .thenFill("first pass", pass, 0)
                        .thenFill("no peak", peak, 0)
                        .thenWhile("passes", () -> pass.get() < PASSES, body));
        return new Work(graph, () -> passes(plain, begin, near), () -> same(fields.get(FIELDS - 1), plain[FIELDS - 1]));
    }

    private static NodeRef step(NodeRef last, int kind, DoubleView from, DoubleView to, IntView near, DoubleView peak) {
        RangePolicy all = RangePolicy.of(N);
        RangePolicy inside = RangePolicy.of(1, N - 1);
        return switch (kind) {
            case 0 -> last.thenParallelFor("root", all, i -> to.set(i, Math.sqrt(from.get(i) + 0.5)));
            case 1 -> last.thenParallelFor("gather", all, i -> to.set(i, 0.5 * (from.get(i) + from.get(near.get(i)))));
            case 2 ->
                last.thenParallelFor(
                        "smooth", inside, i -> to.set(i, 0.25 * (from.get(i - 1) + 2 * from.get(i) + from.get(i + 1))));
            case 3 -> last.thenParallelReduce("peak", all, Max.into(peak, i -> Math.abs(from.get(i))));
            default ->
                last.thenParallelFor("scale", all, i -> {
                    double value = from.get(i);
                    to.set(i, value > 0.5 ? value / (1 + peak.get()) : value * 0.9 + 0.1);
                });
        };
    }

    private static void passes(double[][] fields, double[] begin, int[] near) {
        System.arraycopy(begin, 0, fields[0], 0, N);
        double peak = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            for (int node = 0; node < FIELDS * ROUNDS - 1; node++) {
                double[] from = fields[node % FIELDS];
                double[] to = fields[(node + 1) % FIELDS];
                switch (node % 5) {
                    case 0 -> root(from, to);
                    case 1 -> gather(from, to, near);
                    case 2 -> smooth(from, to);
                    case 3 -> peak = peak(from);
                    default -> scale(from, to, peak);
                }
            }
        }
    }

    private static void root(double[] from, double[] to) {
        for (int i = 0; i < N; i++) {
            to[i] = Math.sqrt(from[i] + 0.5);
        }
    }

    private static void gather(double[] from, double[] to, int[] near) {
        for (int i = 0; i < N; i++) {
            to[i] = 0.5 * (from[i] + from[near[i]]);
        }
    }

    private static void smooth(double[] from, double[] to) {
        for (int i = 1; i < N - 1; i++) {
            to[i] = 0.25 * (from[i - 1] + 2 * from[i] + from[i + 1]);
        }
    }

    private static double peak(double[] from) {
        double peak = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < N; i++) {
            peak = Math.max(peak, Math.abs(from[i]));
        }
        return peak;
    }

    private static void scale(double[] from, double[] to, double peak) {
        for (int i = 0; i < N; i++) {
            double value = from[i];
            to[i] = value > 0.5 ? value / (1 + peak) : value * 0.9 + 0.1;
        }
    }
}
