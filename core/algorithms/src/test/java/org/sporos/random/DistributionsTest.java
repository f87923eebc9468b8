package org.sporos.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Distributions against their distribution functions: Kolmogorov's test and Pearson's chi-square test, of fixed seeds,
 * at a level of about one in a million.
 */
final class DistributionsTest {
    private static final int N = 200_000;
    private static final long SEED = 20261123;
    /** Kolmogorov's distance times sqrt(n) exceeds this with probability 1e-6. */
    private static final double FARTHEST = 2.69;
    /** A normal number exceeds this with probability 1e-6. */
    private static final double SIX_NINES = 4.75;

    /** The generators. */
    enum Generator {
        PHILOX,
        SPLIT_MIX;

        long bits(long counter) {
            return this == PHILOX ? Philox.bits(SEED, 7, counter) : SplitMix.bits(SEED, 7, counter);
        }

        double[] sample(LongToDoubleFunction distribution) {
            double[] all = new double[N];
            Arrays.setAll(all, k -> distribution.applyAsDouble(bits(k)));
            return all;
        }
    }

    private static void assertDistributed(double[] sample, DoubleUnaryOperator distributionFunction) {
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int k = 0; k < sorted.length; k++) {
            double expected = distributionFunction.applyAsDouble(sorted[k]);
            distance = Math.max(distance, Math.abs((k + 1.0) / sorted.length - expected));
            distance = Math.max(distance, Math.abs((double) k / sorted.length - expected));
        }
        assertThat(distance * Math.sqrt(sorted.length)).isBetween(0.2, FARTHEST);
    }

    /** Wilson and Hilferty: the cube root of a chi-square number over its mean is nearly normal. */
    private static void assertCounts(long[] counts, double[] expected) {
        double sum = 0;
        for (int k = 0; k < counts.length; k++) {
            sum += (counts[k] - expected[k]) * (counts[k] - expected[k]) / expected[k];
        }
        double spread = 2.0 / (9 * (counts.length - 1));
        double normal = (Math.cbrt(sum / (counts.length - 1)) - (1 - spread)) / Math.sqrt(spread);
        assertThat(normal).isBetween(-SIX_NINES, SIX_NINES);
    }

    @ParameterizedTest
    @EnumSource
    void uniform_numbers_fill_the_unit_interval(Generator generator) {
        assertDistributed(generator.sample(Distributions::uniform), x -> x);
        assertDistributed(generator.sample(Distributions::uniformFloat), x -> x);
    }

    @Test
    void uniform_numbers_include_0_and_not_1() {
        assertThat(Distributions.uniform(0)).isZero();
        assertThat(Distributions.uniform(-1)).isEqualTo(Math.nextDown(1.0));
        assertThat(Distributions.uniformFloat(0)).isZero();
        assertThat(Distributions.uniformFloat(-1)).isEqualTo(Math.nextDown(1f));
    }

    @ParameterizedTest
    @EnumSource
    void pairs_of_neighbours_fill_the_unit_square(Generator generator) {
        long[] counts = new long[32 * 32];
        for (int k = 0; k < N; k++) {
            int x = Distributions.below(generator.bits(k), 32);
            int y = Distributions.below(generator.bits(k + 1), 32);
            counts[32 * x + y]++;
        }
        double[] expected = new double[counts.length];
        Arrays.fill(expected, (double) N / counts.length);
        // Overlapping pairs spread less than a chi-square test expects of independent ones, not more.
        assertCounts(counts, expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 1000, 1 << 30, Integer.MAX_VALUE})
    void integers_stay_below_their_bound(int bound) {
        assertThat(Distributions.below(0, bound)).isZero();
        assertThat(Distributions.below(-1, bound)).isEqualTo(bound - 1);
        assertThat(Distributions.below(Long.MIN_VALUE, bound)).isEqualTo(bound / 2);
    }

    @Test
    void integers_are_equally_likely() {
        long[] counts = new long[7];
        for (int k = 0; k < N; k++) {
            counts[Distributions.below(Philox.bits(SEED, 1, k), 7)]++;
        }
        double[] expected = new double[7];
        Arrays.fill(expected, N / 7.0);
        assertCounts(counts, expected);
    }

    @ParameterizedTest
    @EnumSource
    void exponential_numbers_decay(Generator generator) {
        assertDistributed(generator.sample(Distributions::exponential), x -> -Math.expm1(-x));
    }

    @Test
    void exponential_numbers_are_positive_and_finite() {
        assertThat(Distributions.exponential(-1)).isPositive().isLessThan(1e-15);
        assertThat(Distributions.exponential(0)).isBetween(36.7, 36.8);
    }

    @ParameterizedTest
    @EnumSource
    void normal_numbers_have_moments_and_quantiles(Generator generator) {
        double[] sample = generator.sample(Distributions::normal);
        assertThat(Arrays.stream(sample).average().orElseThrow()).isCloseTo(0, within(SIX_NINES / Math.sqrt(N)));
        assertThat(Arrays.stream(sample).map(x -> x * x).average().orElseThrow())
                .isCloseTo(1, within(SIX_NINES * Math.sqrt(2.0 / N)));
        assertThat(Arrays.stream(sample).map(x -> x * x * x * x).average().orElseThrow())
                .isCloseTo(3, within(SIX_NINES * Math.sqrt(96.0 / N)));
        long[] counts = new long[4];
        double[] quartiles = {-0.6744897501960817, 0, 0.6744897501960817};
        for (double x : sample) {
            counts[(int) Arrays.stream(quartiles).filter(q -> x > q).count()]++;
        }
        assertCounts(counts, new double[] {N / 4.0, N / 4.0, N / 4.0, N / 4.0});
    }

    /** Expected values: Python's {@code statistics.NormalDist().inv_cdf(p + 2**-53)}. */
    @Test
    void normal_numbers_are_inverses_of_the_distribution_function() {
        assertThat(Distributions.normal(ofProbability(0.25))).isEqualTo(-0.6744897501960814);
        assertThat(Distributions.normal(ofProbability(0.875))).isEqualTo(1.1503493803760085);
        assertThat(Distributions.normal(ofProbability(0.998046875))).isEqualTo(2.8856349124267737);
        assertThat(Distributions.normal(ofProbability(0x1p-24))).isEqualTo(-5.294704084514203);
        assertThat(Distributions.normal(0)).isEqualTo(-Distributions.normal(-1)).isBetween(-8.3, -8.2);
    }

    private static long ofProbability(double p) {
        return (long) (p * 0x1p52) << 12;
    }

    @Test
    void directions_have_length_1_and_no_preferred_axis() {
        double[] x = new double[N];
        double[] y = new double[N];
        double[] z = new double[N];
        for (int k = 0; k < N; k++) {
            Direction d = Distributions.direction(Philox.bits(SEED, 3, k));
            assertThat(d.x() * d.x() + d.y() * d.y() + d.z() * d.z()).isCloseTo(1, within(1e-15));
            x[k] = d.x();
            y[k] = d.y();
            z[k] = d.z();
        }
        // Archimedes: each coordinate of a point of the sphere is uniform.
        for (double[] axis : new double[][] {x, y, z}) {
            assertDistributed(axis, value -> (value + 1) / 2);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 0.5, 3, 9.999, 10, 10.5, 40, 1000, 1e6})
    void counts_follow_the_poisson_distribution(double mean) {
        int width = (int) Math.max(1, Math.sqrt(mean) / 4);
        int low = (int) Math.max(0, mean - 4 * Math.sqrt(mean));
        int bins = 1 + (int) ((mean + 4 * Math.sqrt(mean) - low) / width);
        long[] counts = new long[bins + 2];
        for (int k = 0; k < N; k++) {
            long count = Distributions.poisson(Philox.bits(SEED, 5, k), mean);
            counts[count < low ? bins : count >= low + (long) bins * width ? bins + 1 : (int) (count - low) / width]++;
        }
        double[] expected = new double[bins + 2];
        double inside = 0;
        for (int bin = 0; bin < bins; bin++) {
            for (int k = 0; k < width; k++) {
                expected[bin] += N * probability(low + (long) bin * width + k, mean);
            }
            inside += expected[bin];
        }
        for (long k = 0; k < low; k++) {
            expected[bins] += N * probability(k, mean);
        }
        expected[bins + 1] = N - inside - expected[bins];
        assertLikely(counts, expected);
    }

    /** Bins of which few counts are expected count as one. */
    private static void assertLikely(long[] counts, double[] expected) {
        long[] many = new long[counts.length + 1];
        double[] manyExpected = new double[counts.length + 1];
        int bins = 1;
        for (int k = 0; k < counts.length; k++) {
            int bin = expected[k] < 20 ? 0 : bins++;
            many[bin] += counts[k];
            manyExpected[bin] += expected[k];
        }
        int from = manyExpected[0] < 20 ? 1 : 0;
        assertCounts(Arrays.copyOfRange(many, from, bins), Arrays.copyOfRange(manyExpected, from, bins));
        assertThat((double) many[0]).isCloseTo(manyExpected[0], within(10 + SIX_NINES * Math.sqrt(manyExpected[0])));
    }

    private static double probability(long count, double mean) {
        return Math.exp(count * Math.log(mean) - mean - Poisson.logFactorial(count));
    }

    @Test
    void a_mean_that_is_none_gives_0() {
        for (double mean : new double[] {0, -0.0, -1, Double.NEGATIVE_INFINITY, Double.NaN}) {
            assertThat(Distributions.poisson(-1, mean)).isZero();
        }
    }

    @Test
    void large_means_keep_their_spread() {
        double mean = 1e12;
        double sum = 0;
        for (int k = 0; k < 10_000; k++) {
            double z = (Distributions.poisson(Philox.bits(SEED, 6, k), mean) - mean) / Math.sqrt(mean);
            sum += z * z;
        }
        assertThat(sum / 10_000).isCloseTo(1, within(SIX_NINES * Math.sqrt(2.0 / 10_000)));
    }

    @Test
    void the_search_ends_for_the_largest_uniform_number() {
        assertThat(Distributions.poisson(-1, 9.99)).isBetween(30L, 60L);
        assertThat(Distributions.poisson(-1, 1e-300)).isLessThan(3);
    }

    @Test
    void factorials_are_exact_to_the_last_digits() {
        double log = 0;
        for (int n = 1; n < 170; n++) {
            log += Math.log(n);
            assertThat(Poisson.logFactorial(n)).isCloseTo(log, within(1e-13 * Math.max(1, log)));
        }
        assertThat(Poisson.logFactorial(0)).isCloseTo(0, within(1e-13));
    }
}
