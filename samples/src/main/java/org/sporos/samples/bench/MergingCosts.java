package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.samples.Arguments;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;

/**
 * Searches for slowdowns by merging: the steps of all samples with merging off, on, and off once more, in turn. The
 * difference of two executables without merging is noise; a graph counts as slower if the ratio of ON exceeds that of
 * nine rounds of ten.
 */
public final class MergingCosts {
    private static final int ROUNDS = 21;
    private static final long WARM_UP_NANOS = 1_000_000_000L;
    private static final long ROUND_NANOS = 20_000_000L;
    private static final double QUIET = 1.01;

    private int slower;

    private MergingCosts() {}

    /**
     * Runs it.
     *
     * @param args {@code --space=} the space; {@code --shrink=} the divisor of the problem sizes of the samples
     */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "shrink=1");
        int shrink = arguments.number("shrink");
        MergingCosts costs = new MergingCosts();
        try (ExecutionSpace space = arguments.openSpace()) {
            System.out.println("MergingCosts on " + space.description());
            Table.head("| us | merging OFF | merging ON | ON / OFF | OFF again / OFF | in 9 of 10 rounds below | |");
            SampleStep.all(shrink).forEach((name, sample) -> {
                try (SampleStep step = sample.apply(space)) {
                    costs.row(name, space, step.graph());
                }
            });
        }
        System.out.println("slower with merging, beyond noise: " + (costs.slower == 0 ? "none" : costs.slower));
    }

    private void row(String name, ExecutionSpace space, Graph graph) {
        try (ExecutableGraph off = graph.instantiate(space, Merging.OFF);
                ExecutableGraph on = graph.instantiate(space, Merging.ON);
                ExecutableGraph again = graph.instantiate(space, Merging.OFF)) {
            Times times =
                    measure(() -> Clock.run(space, off), () -> Clock.run(space, on), () -> Clock.run(space, again));
            slower += times.isSlower() ? 1 : 0;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.3f | %.3f | %.3f | %s |%n",
                    name,
                    Clock.median(times.off),
                    Clock.median(times.on),
                    times.ratio(),
                    Clock.median(times.again()),
                    times.noise(),
                    times.isSlower() ? "slower" : "");
        }
    }

    /** Measures three variants of the same work in turn, each equally often the first of a round. */
    static Times measure(DoubleSupplier off, DoubleSupplier on, DoubleSupplier again) {
        DoubleSupplier[] ways = {off, on, again};
        long warm = System.nanoTime() + WARM_UP_NANOS;
        double longest = 0;
        do {
            longest = Arrays.stream(ways)
                    .mapToDouble(DoubleSupplier::getAsDouble)
                    .max()
                    .orElseThrow();
        } while (System.nanoTime() < warm);
        int repetitions = (int) Math.max(1, Math.min(1000, ROUND_NANOS / (longest * 1e3)));
        double[][] times = new double[ways.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < ways.length; k++) {
                int way = (round + k) % ways.length;
                double[] each = new double[repetitions];
                Arrays.setAll(each, r -> ways[way].getAsDouble());
                times[way][round] = Clock.median(each);
            }
        }
        return new Times(times[0], times[1], times[2]);
    }

    /** The times of each round, in microseconds: with merging off, on, and off again. */
    @SuppressWarnings("ArrayRecordComponent")
    record Times(double[] off, double[] on, double[] offAgain) {

        /** Returns the median over the rounds of the time with merging relative to that without. */
        double ratio() {
            return Clock.median(ratios(on));
        }

        double[] again() {
            return ratios(offAgain);
        }

        /** Returns the 90th percentile of the ratios of two measurements without merging. */
        double noise() {
            double[] sorted = again();
            Arrays.sort(sorted);
            return Math.max(QUIET, sorted[sorted.length * 9 / 10]);
        }

        boolean isSlower() {
            return ratio() > noise();
        }

        private double[] ratios(double... times) {
            double[] ratios = new double[off.length];
            Arrays.setAll(ratios, round -> times[round] / off[round]);
            return ratios;
        }
    }
}
