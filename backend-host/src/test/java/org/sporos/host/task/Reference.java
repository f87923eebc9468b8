package org.sporos.host.task;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** The fixed orders of reductions and scans, written down as plainly as the design has them. */
final class Reference {
    static final int[] SIZES = {0, 1, 31, 32, 33, 2047, 2048, 2049, 4096, 100_000, 2048 * 2048 + 5};

    private Reference() {}

    /** An operator of any type; floats and longs are boxed. */
    interface Op<T> {
        T apply(T left, T right);
    }

    static double reduce(double[] contributions, double identity, DoubleBinaryOperator op) {
        Double[] boxed = Arrays.stream(contributions).boxed().toArray(Double[]::new);
        return reduce(boxed, Double.valueOf(identity), op::applyAsDouble);
    }

    static <T> T reduce(T[] contributions, T identity, Op<T> op) {
        if (contributions.length == 0) {
            return identity;
        }
        T[] values = contributions;
        do {
            T[] results = Arrays.copyOf(values, (values.length + 2047) / 2048);
            for (int tile = 0; tile < results.length; tile++) {
                int end = Math.min(values.length, 2048 * tile + 2048);
                results[tile] = tile(Arrays.copyOfRange(values, 2048 * tile, end), identity, op);
            }
            values = results;
        } while (values.length > 1);
        return values[0];
    }

    private static <T> T tile(T[] values, T identity, Op<T> op) {
        T[] v = Arrays.copyOf(values, 32);
        for (int lane = 0; lane < 32; lane++) {
            v[lane] = identity;
            for (int i = lane; i < values.length; i += 32) {
                v[lane] = op.apply(v[lane], values[i]);
            }
        }
        for (int s : new int[] {16, 8, 4, 2, 1}) {
            for (int lane = 0; lane < s; lane++) {
                v[lane] = op.apply(v[lane], v[lane + s]);
            }
        }
        return v[0];
    }

    /** Returns inclusive prefix sums: rows of 32 by halving, then 64 units after each other at each level. */
    static double[] scan(double[] contributions) {
        double[] sums = contributions.clone();
        long unit = 32;
        while (unit < sums.length) {
            unit *= 64;
        }
        units(sums, 0, Math.max(2048, unit));
        return sums;
    }

    private static void units(double[] a, long begin, long unit) {
        if (unit == 32) {
            halves(a, begin, 32);
            return;
        }
        double running = 0.0;
        for (long at = begin; at < begin + unit && at < a.length; at += unit / 64) {
            units(a, at, unit / 64);
            int end = (int) Math.min(a.length, at + unit / 64);
            for (int i = (int) at; i < end; i++) {
                a[i] = running + a[i];
            }
            running = a[end - 1];
        }
    }

    private static void halves(double[] a, long begin, int n) {
        if (n == 1) {
            return;
        }
        int half = n / 2;
        halves(a, begin, half);
        halves(a, begin + half, half);
        for (long i = begin + half; i < begin + n && i < a.length; i++) {
            a[(int) i] = a[(int) begin + half - 1] + a[(int) i];
        }
    }

    /** Returns numbers of either sign between 1e-300 and 1e300 in magnitude. */
    static double[] wild(int n, Random random) {
        return random.doubles(n)
                .map(u -> (random.nextBoolean() ? 1 : -1) * (1 + u) * Math.pow(10, random.nextInt(600) - 300))
                .toArray();
    }
}
