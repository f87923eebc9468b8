package org.sporos.samples.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Runs kernels that cost 10 ns to 10 us an index in the default mode, in each tier of code and as the plain Java loop
 * of the same text, all in one process and in turns, and prints how the default does beside the best tier and beside
 * plain Java. It checks that all sides have the same bits.
 *
 * <p>Options: {@code --rounds=N}, {@code --millis=N} (of each measurement), {@code --seconds=S} (run time of each
 * kernel in the default mode before the first round; the other sides get a fifth of it),
 * {@code --tiers=bytecode+native} (beside the default), {@code --threads=N},
 * {@code --explain} (prints what the default says of each kernel at the end), and the names of kernels; all of them if
 * none is named. The figures are the shortest times of each measurement, and of ratios the median of the rounds.
 */
public final class TierCompare {
    private static final String AUTO = "auto";
    private static final String PLAIN = "plain";

    /** Turns of the warm-up are short, as those of the steps of a code. */
    private static final int WARM_UP_TURN = 40;

    private final int rounds;
    private final int millis;
    private final double seconds;
    private final int threads;
    private final List<String> tiers;
    private final boolean explains;

    private TierCompare(Options options) {
        rounds = options.number("rounds", 7);
        millis = options.number("millis", 40);
        seconds = Double.parseDouble(options.text("seconds", "5"));
        threads = options.number("threads", 1);
        tiers = options.list("tiers", "bytecode+native");
        explains = options.has("explain");
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
        return Stream.of(
                        IrregularKernels.all(),
                        NeighbourKernels.all(),
                        ScanKernels.all(),
                        DenseKernels.all(),
                        ImageKernels.all(),
                        LongGraph.all())
                .flatMap(List::stream)
                .toList();
    }

    /** One way to run one kernel, with the shortest time of each round. */
    private static final class Side implements AutoCloseable {
        private final ExecutionSpace space;
        private final ExecutableGraph graph;
        private final Runnable run;
        private final TierKernel.Work work;
        private final List<Double> times = new ArrayList<>();

        Side(TierKernel kernel, String tier, int threads) {
            boolean plain = tier.equals(PLAIN);
            space = ExecutionSpaces.open(
                    "host,threads=" + threads + (plain || tier.equals(AUTO) ? "" : ",kernels=" + tier));
            work = kernel.maker().make(space);
            graph = work.graph().instantiate(space);
            run = plain ? work.plain() : this::submit;
        }

        private void submit() {
            graph.submit();
            space.fence();
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
            submit();
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

    /** Lets all kernels run in turns until each has had its time in the default mode. */
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
        System.out.println("| kernel | ns an index | auto, us | plain, us | " + String.join(", us | ", tiers)
                + ", us | best tier | auto / best tier | auto / plain | best tier / plain | bits |");
        System.out.println("|" + " --- |".repeat(9 + tiers.size()));
        kernels.forEach(kernel -> row(kernel, sides.get(kernel.name())));
        if (explains) {
            sides.values().forEach(of -> System.out.println(of.get(AUTO).graph.explain()));
        }
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
        return KernelCompare.median(side.times) / 1000;
    }

    /** Returns the median over the rounds of how much longer the first takes. */
    private static double ratio(Side one, Side other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < one.times.size(); round++) {
            ratios.add(one.times.get(round) / other.times.get(round));
        }
        return KernelCompare.median(ratios);
    }
}
