package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The factors that {@link Multigrid} names, by Fourier analysis on an infinite grid: the spectral radius of a cycle that
 * solves exactly on the next coarser grid, over all frequencies. A low frequency t and its harmonics, t plus pi along
 * some dimensions, are mapped to each other. Source: Trottenberg, Oosterlee, Schueller, Multigrid, 2001.
 */
final class TwoGridAnalysisTest {
    private static final int CYCLES = 60;

    @ParameterizedTest
    @CsvSource({"2, 10, 0.074", "3, 4, 0.198"})
    void the_two_grid_factor_is_that_of_the_text(int dimensions, int steps, double expected) {
        double factor = IntStream.range(1, (int) Math.pow(steps + 1, dimensions))
                .mapToDouble(k -> factor(IntStream.range(0, dimensions)
                        .mapToDouble(d -> k / (int) Math.pow(steps + 1, d) % (steps + 1) * Math.PI / 2 / steps)
                        .toArray()))
                .max()
                .orElseThrow();
        assertThat(factor).isEqualTo(expected, within(5e-4));
    }

    /** Returns the spectral radius at a frequency, by the power method. */
    private static double factor(double... t) {
        double[] e = new double[1 << t.length];
        Arrays.setAll(e, k -> 1 + k / 8.0);
        double logs = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            e = sweep(correct(sweep(e, t), t), t);
            double norm = Math.sqrt(Arrays.stream(e).map(x -> x * x).sum()) + Double.MIN_NORMAL;
            logs += cycle < CYCLES / 2 ? 0 : Math.log(norm);
            e = Arrays.stream(e).map(x -> x / norm).toArray();
        }
        return Math.exp(logs / (CYCLES / 2));
    }

    private static double[] sweep(double[] e, double[] t) {
        return relax(relax(e, t, 1), t, -1);
    }

    /** Relaxes the points of one colour, whose indicator maps a frequency to half of itself and of its opposite. */
    private static double[] relax(double[] e, double[] t, int colour) {
        double[] change = new double[e.length];
        Arrays.setAll(change, k -> (cosines(t, k) / t.length - 1) * e[k]);
        double[] relaxed = new double[e.length];
        Arrays.setAll(relaxed, k -> e[k] + (change[k] + colour * change[e.length - 1 - k]) / 2);
        return relaxed;
    }

    /** Full weighting of the residual, an exact solution for twice the distance, linear interpolation. */
    private static double[] correct(double[] e, double[] t) {
        int dimensions = t.length;
        double[] twice = Arrays.stream(t).map(x -> 2 * x).toArray();
        double residual = IntStream.range(0, e.length)
                .mapToDouble(k -> weight(t, k) * 2 * (dimensions - cosines(t, k)) * e[k])
                .sum();
        double solution = residual / ((dimensions - cosines(twice, 0)) / 2);
        double[] corrected = new double[e.length];
        Arrays.setAll(corrected, k -> e[k] - weight(t, k) * solution);
        return corrected;
    }

    private static double cosines(double[] t, int harmonic) {
        return IntStream.range(0, t.length)
                .mapToDouble(d -> cosine(t, harmonic, d))
                .sum();
    }

    private static double weight(double[] t, int harmonic) {
        return IntStream.range(0, t.length)
                .mapToDouble(d -> (1 + cosine(t, harmonic, d)) / 2)
                .reduce(1, (a, b) -> a * b);
    }

    private static double cosine(double[] t, int harmonic, int d) {
        return (harmonic >> d & 1) == 0 ? Math.cos(t[d]) : -Math.cos(t[d]);
    }
}
