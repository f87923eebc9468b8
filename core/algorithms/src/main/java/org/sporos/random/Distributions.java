package org.sporos.random;

/**
 * Random numbers of a distribution, each computed from 64 random bits of {@link Philox} or {@link SplitMix}.
 *
 * <p>All methods are pure, thread-safe and may be called in kernels and in host code. They call {@link StrictMath}
 * alone, so that the same bits give the same number on every backend. A method that needs more than 64 bits derives
 * them from its argument by {@link SplitMix}.
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

    /** The rational functions of algorithm AS 241 (PPND16); see {@link Distributions#normal}. */
    private static final class Wichura {
        private Wichura() {}

        /** Probabilities within 0.425 of 1/2. */
        static double center(double r) {
            double above = 2509.0809287301226727;
            above = above * r + 33430.575583588128105;
            above = above * r + 67265.770927008700853;
            above = above * r + 45921.953931549871457;
            above = above * r + 13731.693765509461125;
            above = above * r + 1971.5909503065514427;
            above = above * r + 133.14166789178437745;
            above = above * r + 3.387132872796366608;
            double below = 5226.495278852854561;
            below = below * r + 28729.085735721942674;
            below = below * r + 39307.89580009271061;
            below = below * r + 21213.794301586595867;
            below = below * r + 5394.1960214247511077;
            below = below * r + 687.1870074920579083;
            below = below * r + 42.313330701600911252;
            below = below * r + 1;
            return above / below;
        }

        /** Tails down to a probability of about 1e-11. */
        static double shoulder(double r) {
            double above = 7.7454501427834140764e-4;
            above = above * r + 0.0227238449892691845833;
            above = above * r + 0.24178072517745061177;
            above = above * r + 1.27045825245236838258;
            above = above * r + 3.64784832476320460504;
            above = above * r + 5.7694972214606914055;
            above = above * r + 4.6303378461565452959;
            above = above * r + 1.42343711074968357734;
            double below = 1.05075007164441684324e-9;
            below = below * r + 5.475938084995344946e-4;
            below = below * r + 0.0151986665636164571966;
            below = below * r + 0.14810397642748007459;
            below = below * r + 0.68976733498510000455;
            below = below * r + 1.6763848301838038494;
            below = below * r + 2.05319162663775882187;
            below = below * r + 1;
            return above / below;
        }

        /** Tails beyond. */
        static double tail(double r) {
            double above = 2.01033439929228813265e-7;
            above = above * r + 2.71155556874348757815e-5;
            above = above * r + 0.0012426609473880784386;
            above = above * r + 0.026532189526576123093;
            above = above * r + 0.29656057182850489123;
            above = above * r + 1.7848265399172913358;
            above = above * r + 5.4637849111641143699;
            above = above * r + 6.6579046435011037772;
            double below = 2.04426310338993978564e-15;
            below = below * r + 1.4215117583164458887e-7;
            below = below * r + 1.8463183175100546818e-5;
            below = below * r + 7.868691311456132591e-4;
            below = below * r + 0.0148753612908506148525;
            below = below * r + 0.13692988092273580531;
            below = below * r + 0.59983220655588793769;
            below = below * r + 1;
            return above / below;
        }
    }
}
