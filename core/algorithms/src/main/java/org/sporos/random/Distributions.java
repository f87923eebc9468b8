package org.sporos.random;

/**
 * Random numbers of a distribution, each made of 64 random bits of {@link Philox} or {@link SplitMix}.
 *
 * <p>All methods are pure, thread-safe and may be called in kernels and in host code. They call {@link StrictMath}
 * alone, so that the same bits give the same number on every backend. A method that needs more than 64 bits derives
 * them from those it was given by {@link SplitMix}.
 *
 * <p>Example: the mean of a million squared normal numbers, which is about 1.
 *
 * <pre>{@code
 * long seed = 42;
 * root.thenParallelReduce("variance", RangePolicy.of(1_000_000), Sum.into(total, i -> {
 *     double drawn = Distributions.normal(Philox.bits(seed, 0, i));
 *     return drawn * drawn / 1_000_000;
 * }));
 * }</pre>
 */
public final class Distributions {
    private Distributions() {}

    /** Returns a number of [0, 1): a multiple of 2^-53, all equally likely. */
    public static double uniform(long bits) {
        return UnitInterval.halfOpen(bits);
    }

    /** Returns a number of [0, 1): a multiple of 2^-24, all equally likely. */
    public static float uniformFloat(long bits) {
        return (bits >>> 40) * 0x1p-24f;
    }

    /**
     * Returns an integer of [0, bound). The probabilities of two integers differ by less than a factor of 1 + 2^-31.
     *
     * @param bound positive; for other bounds the result is 0 or negative
     */
    public static int below(long bits, int bound) {
        return (int) Math.multiplyHigh(bits >>> 1, 2L * bound);
    }

    /** Returns an exponentially distributed number of mean 1, at most 36.8; divide by the rate for another mean. */
    public static double exponential(long bits) {
        return -StrictMath.log(UnitInterval.open(bits));
    }

    /** Returns a direction, uniformly distributed over the unit sphere. */
    public static Direction direction(long bits) {
        double z = 2 * uniform(bits) - 1;
        double angle = 2 * Math.PI * uniform(SplitMix.bits(bits, 0, 0));
        double radius = Math.sqrt((1 - z) * (1 + z));
        return new Direction(radius * StrictMath.cos(angle), radius * StrictMath.sin(angle), z);
    }

    /**
     * Returns a normally distributed number of mean 0 and standard deviation 1, between -8.3 and 8.3: the inverse of
     * the normal distribution function at one of 2^52 points.
     *
     * <p>Source: M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied
     * Statistics 37, 1988; relative error about 1e-16.
     */
    public static double normal(long bits) {
        double probability = UnitInterval.open(bits);
        double q = probability - 0.5;
        if (Math.abs(q) <= 0.425) {
            return q * Wichura.center(0.180625 - q * q);
        }
        double tail = q < 0 ? probability : 1 - probability;
        double r = Math.sqrt(-StrictMath.log(tail));
        double x = r <= 5 ? Wichura.shoulder(r - 1.6) : Wichura.tail(r - 5);
        return q < 0 ? -x : x;
    }

    /**
     * Returns a Poisson distributed count.
     *
     * @param mean the mean count, at most 2^52; for a mean that is 0, negative or NaN the result is 0
     */
    public static long poisson(long bits, double mean) {
        if (!(mean > 0)) {
            return 0;
        }
        return mean < Poisson.SMALL ? Poisson.bySearch(uniform(bits), mean) : Poisson.byRejection(bits, mean);
    }
}
