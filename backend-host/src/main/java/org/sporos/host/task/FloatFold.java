package org.sporos.host.task;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.FloatJoin;
import org.sporos.policy.ReductionOp;

/**
 * Folds floats in the order of reductions, in place: 32 lanes take every 32nd value of a tile, then halves of the lanes
 * are combined. Eight lanes are kept in local variables at a time: with arrays the compiler must assume that they
 * overlap. Stateless.
 */
record FloatFold(ReductionOp op, float identity, @Nullable FloatJoin join) {

    /** Folds the first n values and returns the result. Destroys the array, which has room for whole rows of lanes. */
    float all(float[] a, long n) {
        if (n == 0) {
            return identity;
        }
        return upper(a, level(a, (int) n));
    }

    /** Folds the results of that many tiles, at least one, and returns the result. Destroys the array. */
    float upper(float[] a, int tiles) {
        int n = tiles;
        while (n > 1) {
            n = level(a, n);
        }
        return a[0];
    }

    private int level(float[] a, int n) {
        int tiles = (int) Order.tiles(n);
        for (int t = 0; t < tiles; t++) {
            int at = t * Order.TILE;
            a[t] = tile(a, at, Math.min(Order.TILE, n - at));
        }
        return tiles;
    }

    /** Folds n values from a position, at most a tile, and returns the result. Destroys whole rows of lanes. */
    float tile(float[] a, int at, int n) {
        if (op == ReductionOp.CUSTOM) {
            return custom(Objects.requireNonNull(join), a, at, n);
        }
        // The identity changes no value of a lane, so rows can be filled up with it.
        int end = at + Order.room(n);
        Arrays.fill(a, at + n, end, identity);
        for (int lane = at; lane < at + Order.LANES; lane += 8) {
            switch (op) {
                case SUM -> sum(a, lane, end);
                case PROD -> prod(a, lane, end);
                case MIN -> min(a, lane, end);
                case MAX -> max(a, lane, end);
                default -> throw new InternalException(op + " is no operator of floats");
            }
        }
        return lanes(a, at);
    }

    /** Combines the 32 lanes that lie from a position and returns the result. Destroys them. */
    float lanes(float[] a, int at) {
        for (int s = Order.LANES / 2; s > 0; s /= 2) {
            switch (op) {
                case SUM -> sumHalves(a, at, s);
                case PROD -> prodHalves(a, at, s);
                default -> halves(a, at, s);
            }
        }
        return a[at];
    }

    private static void sumHalves(float[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] += a[l + s];
        }
    }

    private static void prodHalves(float[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] *= a[l + s];
        }
    }

    private void halves(float[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] = apply(a[l], a[l + s]);
        }
    }

    /** Returns two values combined. */
    float apply(float left, float right) {
        return switch (op) {
            case SUM -> left + right;
            case PROD -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            default -> Objects.requireNonNull(join).join(left, right);
        };
    }

    private float custom(FloatJoin join, float[] a, int at, int n) {
        int first = Math.min(n, Order.LANES);
        for (int l = at; l < at + first; l++) {
            a[l] = join.join(identity, a[l]);
        }
        Arrays.fill(a, at + first, at + Order.LANES, identity);
        for (int k = first; k < n; k++) {
            int lane = at + k % Order.LANES;
            a[lane] = join.join(a[lane], a[at + k]);
        }
        return lanes(a, at);
    }

    private static void sum(float[] a, int at, int end) {
        float v0 = 0;
        float v1 = 0;
        float v2 = 0;
        float v3 = 0;
        float v4 = 0;
        float v5 = 0;
        float v6 = 0;
        float v7 = 0;
        for (int i = at; i < end; i += Order.LANES) {
            v0 += a[i];
            v1 += a[i + 1];
            v2 += a[i + 2];
            v3 += a[i + 3];
            v4 += a[i + 4];
            v5 += a[i + 5];
            v6 += a[i + 6];
            v7 += a[i + 7];
        }
        put(a, at, v0, v1, v2, v3, v4, v5, v6, v7);
    }

    private static void prod(float[] a, int at, int end) {
        float v0 = 1;
        float v1 = 1;
        float v2 = 1;
        float v3 = 1;
        float v4 = 1;
        float v5 = 1;
        float v6 = 1;
        float v7 = 1;
        for (int i = at; i < end; i += Order.LANES) {
            v0 *= a[i];
            v1 *= a[i + 1];
            v2 *= a[i + 2];
            v3 *= a[i + 3];
            v4 *= a[i + 4];
            v5 *= a[i + 5];
            v6 *= a[i + 6];
            v7 *= a[i + 7];
        }
        put(a, at, v0, v1, v2, v3, v4, v5, v6, v7);
    }

    private static void min(float[] a, int at, int end) {
        float v0 = Float.POSITIVE_INFINITY;
        float v1 = Float.POSITIVE_INFINITY;
        float v2 = Float.POSITIVE_INFINITY;
        float v3 = Float.POSITIVE_INFINITY;
        float v4 = Float.POSITIVE_INFINITY;
        float v5 = Float.POSITIVE_INFINITY;
        float v6 = Float.POSITIVE_INFINITY;
        float v7 = Float.POSITIVE_INFINITY;
        for (int i = at; i < end; i += Order.LANES) {
            v0 = Math.min(v0, a[i]);
            v1 = Math.min(v1, a[i + 1]);
            v2 = Math.min(v2, a[i + 2]);
            v3 = Math.min(v3, a[i + 3]);
            v4 = Math.min(v4, a[i + 4]);
            v5 = Math.min(v5, a[i + 5]);
            v6 = Math.min(v6, a[i + 6]);
            v7 = Math.min(v7, a[i + 7]);
        }
        put(a, at, v0, v1, v2, v3, v4, v5, v6, v7);
    }

    private static void max(float[] a, int at, int end) {
        float v0 = Float.NEGATIVE_INFINITY;
        float v1 = Float.NEGATIVE_INFINITY;
        float v2 = Float.NEGATIVE_INFINITY;
        float v3 = Float.NEGATIVE_INFINITY;
        float v4 = Float.NEGATIVE_INFINITY;
        float v5 = Float.NEGATIVE_INFINITY;
        float v6 = Float.NEGATIVE_INFINITY;
        float v7 = Float.NEGATIVE_INFINITY;
        for (int i = at; i < end; i += Order.LANES) {
            v0 = Math.max(v0, a[i]);
            v1 = Math.max(v1, a[i + 1]);
            v2 = Math.max(v2, a[i + 2]);
            v3 = Math.max(v3, a[i + 3]);
            v4 = Math.max(v4, a[i + 4]);
            v5 = Math.max(v5, a[i + 5]);
            v6 = Math.max(v6, a[i + 6]);
            v7 = Math.max(v7, a[i + 7]);
        }
        put(a, at, v0, v1, v2, v3, v4, v5, v6, v7);
    }

    private static void put(
            float[] a, int at, float v0, float v1, float v2, float v3, float v4, float v5, float v6, float v7) {
        a[at] = v0;
        a[at + 1] = v1;
        a[at + 2] = v2;
        a[at + 3] = v3;
        a[at + 4] = v4;
        a[at + 5] = v5;
        a[at + 6] = v6;
        a[at + 7] = v7;
    }
}
