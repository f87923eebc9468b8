package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.samples.bench.IrregularKernels.random;
import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Runs kernels of 10 ns to 10 us per index in the default mode, in each tier of code and as the plain Java loop of the
 * same text, all in one process and in turns, and prints the default beside the best tier and beside plain Java. It
 * checks that all sides have the same bits.
 *
 * <p>Options: {@code --rounds=N}, {@code --millis=N} (of each measurement), {@code --seconds=S} (warm-up of each kernel
 * in the default mode; a fifth of it for the other sides), {@code --tiers=bytecode+native} (beside the default), {@code
 * --threads=N}, and the names of kernels; by default all. The figures are the shortest times of each measurement, and
 * of ratios the median of the rounds.
 */
@SuppressWarnings("NullAway") // Each map has each name.
public final class TierCompare {
    private static final String AUTO = "auto";
    private static final String PLAIN = "plain";

    /** Turns of the warm-up are short, like the steps of a code. */
    private static final int WARM_UP_TURN = 40;

    private final int rounds;
    private final int millis;
    private final double seconds;
    private final int threads;
    private final List<String> tiers;

    private TierCompare(Options options) {
        rounds = options.number("rounds", 7);
        millis = options.number("millis", 40);
        seconds = Double.parseDouble(options.text("seconds", "5"));
        threads = options.number("threads", 1);
        tiers = options.list("tiers", "bytecode+native");
    }

    /** Prints the table. */
    public static void main(String... args) {
        Options options = new Options(args);
        List<String> wanted = options.words();
        List<TierKernel> kernels = kernels().stream()
                .filter(kernel -> wanted.isEmpty() || wanted.contains(kernel.name()))
                .toList();
        new TierCompare(options).compare(kernels);
    }

    static List<TierKernel> kernels() {
        return Stream.of(IrregularKernels.all(), ScanKernels.all(), DenseKernels.all(), LongGraph.all())
                .flatMap(List::stream)
                .toList();
    }

    /** One implementation of one kernel, with the shortest time of each round. */
    private static final class Side implements AutoCloseable {
        private final ExecutionSpace space;
        private final ExecutableGraph graph;
        private final Runnable submit;
        private final Runnable run;
        private final TierKernel.Work work;
        private final List<Double> times = new ArrayList<>();

        Side(TierKernel kernel, String tier, int threads) {
            boolean plain = tier.equals(PLAIN);
            space = ExecutionSpaces.open(
                    "host,threads=" + threads + (plain || tier.equals(AUTO) ? "" : ",kernels=" + tier));
            work = kernel.maker().make(space);
            graph = work.graph().instantiate(space);
            submit = Clock.submitted(space, graph);
            run = plain ? work.plain() : submit;
        }

        /** Runs for a while and returns the shortest time in ns. */
        double run(double millis) {
            double least = Double.MAX_VALUE;
            long now = System.nanoTime();
            long end = now + (long) (millis * 1e6);
            do {
                run.run();
                long after = System.nanoTime();
                least = Math.min(least, after - now);
                now = after;
            } while (now < end);
            return least;
        }

        /** Runs the graph and the plain loop and returns whether they have the same bits. */
        boolean isRight() {
            submit.run();
            work.plain().run();
            return work.same().getAsBoolean();
        }

        @Override
        public void close() {
            graph.close();
            space.close();
        }
    }

    private void compare(List<TierKernel> kernels) {
        Map<String, Map<String, Side>> sides = new TreeMap<>();
        kernels.forEach(kernel -> sides.put(kernel.name(), sides(kernel)));
        warmUp(sides);
        for (int round = 0; round < rounds; round++) {
            for (Map<String, Side> of : sides.values()) {
                of.values().forEach(side -> side.times.add(side.run(millis)));
            }
        }
        print(kernels, sides);
        sides.values().forEach(of -> of.values().forEach(Side::close));
    }

    private Map<String, Side> sides(TierKernel kernel) {
        Map<String, Side> sides = new TreeMap<>();
        Stream.concat(Stream.of(AUTO, PLAIN), tiers.stream())
                .forEach(tier -> sides.put(tier, new Side(kernel, tier, threads)));
        return sides;
    }

    /** Runs all kernels in turns until each has had its warm-up in the default mode. */
    private void warmUp(Map<String, Map<String, Side>> sides) {
        for (double done = 0; done < seconds * 1e3; done += WARM_UP_TURN) {
            for (Map<String, Side> of : sides.values()) {
                of.forEach((tier, side) -> side.run(tier.equals(AUTO) ? WARM_UP_TURN : WARM_UP_TURN / 5));
            }
        }
    }

    private void print(List<TierKernel> kernels, Map<String, Map<String, Side>> sides) {
        System.out.println("Java " + Runtime.version().feature() + ", " + threads + " threads, " + rounds
                + " rounds after " + seconds + " s of each kernel\n");
        Table.head("| kernel | ns an index | auto, us | plain, us | " + String.join(", us | ", tiers)
                + ", us | best tier | auto / best tier | auto / plain | best tier / plain | bits |");
        kernels.forEach(kernel -> row(kernel, sides.get(kernel.name())));
    }

    private void row(TierKernel kernel, Map<String, Side> sides) {
        Side auto = sides.get(AUTO);
        Side plain = sides.get(PLAIN);
        String best = tiers.stream()
                .min((a, b) -> Double.compare(micros(sides.get(a)), micros(sides.get(b))))
                .orElseThrow();
        StringBuilder line = new StringBuilder("| " + kernel.name());
        line.append(String.format(Locale.ROOT, " | %.1f", micros(plain) * 1e3 / kernel.indexes()));
        line.append(String.format(Locale.ROOT, " | %.1f | %.1f", micros(auto), micros(plain)));
        tiers.forEach(tier -> line.append(String.format(Locale.ROOT, " | %.1f", micros(sides.get(tier)))));
        line.append(" | " + best);
        line.append(String.format(
                Locale.ROOT,
                " | %.2f | %.2f | %.2f | ",
                ratio(auto, sides.get(best)),
                ratio(auto, plain),
                ratio(sides.get(best), plain)));
        line.append(sides.values().stream().allMatch(Side::isRight) ? "same |" : "DIFFERENT |");
        System.out.println(line);
    }

    private static double micros(Side side) {
        return Clock.median(side.times) / 1000;
    }

    /** Returns the median over the rounds of the ratio of times. */
    private static double ratio(Side one, Side other) {
        return Clock.ratio(one.times, other.times);
    }

    /**
     * A graph of 600 nodes as the body of one loop on the device: five kinds of steps over forty fields, each field
     * from the previous one, and a maximum after each round over the fields.
     */
    private static final class LongGraph {
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
            return new Work(
                    graph, () -> passes(plain, begin, near), () -> same(fields.get(FIELDS - 1), plain[FIELDS - 1]));
        }

        private static NodeRef step(
                NodeRef last, int kind, DoubleView from, DoubleView to, IntView near, DoubleView peak) {
            RangePolicy all = RangePolicy.of(N);
            RangePolicy inside = RangePolicy.of(1, N - 1);
            return switch (kind) {
                case 0 -> last.thenParallelFor("root", all, i -> to.set(i, Math.sqrt(from.get(i) + 0.5)));
                case 1 ->
                    last.thenParallelFor("gather", all, i -> to.set(i, 0.5 * (from.get(i) + from.get(near.get(i)))));
                case 2 ->
                    last.thenParallelFor(
                            "smooth",
                            inside,
                            i -> to.set(i, 0.25 * (from.get(i - 1) + 2 * from.get(i) + from.get(i + 1))));
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
}
