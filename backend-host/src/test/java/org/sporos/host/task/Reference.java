package org.sporos.host.task;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** The fixed order of reductions, written down as plainly as the design has it. */
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

    /** Returns numbers of either sign between 1e-300 and 1e300 in magnitude. */
    static double[] wild(int n, Random random) {
        return random.doubles(n)
                .map(u -> (random.nextBoolean() ? 1 : -1) * (1 + u) * Math.pow(10, random.nextInt(600) - 300))
                .toArray();
    }
}
