package org.sporos.random;

/** Two algorithms for a Poisson distributed count. */
final class Poisson {
    /** The mean below which the search is used; the rejection is proven from 10 on. */
    static final double SMALL = 10;

    private static final double HALF_LOG_TWO_PI = 0.9189385332046727;

    private Poisson() {}

    /** Returns the least count whose distribution function exceeds a uniform number, by inversion. */
    static long bySearch(double uniform, double mean) {
        double probability = StrictMath.exp(-mean);
        double sum = probability;
        long count = 0;
        // Beyond the last probability that changes the sum, the distribution function is 1 in this arithmetic.
        while (uniform >= sum && sum + probability > sum) {
            count++;
            probability *= mean / count;
            sum += probability;
        }
        return count;
    }

    /**
     * Returns a count by transformed rejection with squeeze, whose cost does not grow with the mean.
     *
     * <p>Source: W. Hörmann, "The transformed rejection method for generating Poisson random variables", Insurance:
     * Mathematics and Economics 12, 1993, algorithm PTRS.
     */
    static long byRejection(long bits, double mean) {
        double b = 0.931 + 2.53 * Math.sqrt(mean);
        double a = -0.059 + 0.02483 * b;
        double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
        double squeeze = 0.9277 - 3.6224 / (b - 2);
        double logMean = StrictMath.log(mean);
        double count = -1;
        for (long draw = 0; count < 0; draw += 2) {
            double u = UnitInterval.halfOpen(SplitMix.bits(bits, 0, draw)) - 0.5;
            double v = UnitInterval.halfOpen(SplitMix.bits(bits, 0, draw + 1));
            double us = 0.5 - Math.abs(u);
            double k = Math.floor((2 * a / us + b) * u + mean + 0.43);
            if (us >= 0.07 && v <= squeeze) {
                count = k;
            } else if (k >= 0 && (us >= 0.013 || v <= us)) {
                double bound = k * logMean - mean - logFactorial(k);
                if (StrictMath.log(v * inverseAlpha / (a / (us * us) + b)) <= bound) {
                    count = k;
                }
            }
        }
        return (long) count;
    }

    /** Returns log(n!) for an integer n >= 0: Stirling's series, from 9! on, with an error below 1e-13. */
    static double logFactorial(double n) {
        double product = 1;
        double x = n + 1;
        while (x < 10) {
            product *= x;
            x += 1;
        }
        double inverse = 1 / x;
        double square = inverse * inverse;
        double series = 1.0 / 1260 - square * (1.0 / 1680 - square * (1.0 / 1188));
        series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * series));
        return (x - 0.5) * StrictMath.log(x) - x + HALF_LOG_TWO_PI + series - StrictMath.log(product);
    }
}
