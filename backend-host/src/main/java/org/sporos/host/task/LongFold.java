package org.sporos.host.task;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.LongJoin;
import org.sporos.policy.ReductionOp;

/**
 * Folds longs, and ints as longs, in place. The built-in operators give the same bits in any order, also when ints are
 * cut back to their size only in the end; custom ones follow the order of reductions. Stateless.
 */
record LongFold(ReductionOp op, long identity, @Nullable LongJoin join) {

    /** Folds the first n values and returns the result. Destroys the array, which has room for whole rows of lanes. */
    long all(long[] a, long n) {
        if (n == 0) {
            return identity;
        }
        return upper(a, level(a, (int) n));
    }

    /** Folds the results of that many tiles, at least one, and returns the result. Destroys the array. */
    long upper(long[] a, int tiles) {
        int n = tiles;
        while (n > 1) {
            n = level(a, n);
        }
        return a[0];
    }

    private int level(long[] a, int n) {
        int tiles = (int) Order.tiles(n);
        for (int t = 0; t < tiles; t++) {
            int at = t * Order.TILE;
            a[t] = tile(a, at, Math.min(Order.TILE, n - at));
        }
        return tiles;
    }

    /** Folds n values from a position, at most a tile, and returns the result. Destroys whole rows of lanes. */
    long tile(long[] a, int at, int n) {
        int end = at + n;
        return switch (op) {
            case SUM -> sum(a, at, end);
            case PROD -> prod(a, at, end);
            case MIN -> min(a, at, end);
            case MAX -> max(a, at, end);
            case LOGICAL_AND, BIT_AND -> and(a, at, end);
            case LOGICAL_OR, BIT_OR -> or(a, at, end);
            case BIT_XOR -> xor(a, at, end);
            case CUSTOM -> custom(Objects.requireNonNull(join), a, at, n);
            case MIN_LOC, MAX_LOC -> throw new InternalException(op + " is folded with its location");
        };
    }

    private static long sum(long[] a, int begin, int end) {
        long v = 0;
        for (int i = begin; i < end; i++) {
            v += a[i];
        }
        return v;
    }

    private static long prod(long[] a, int begin, int end) {
        long v = 1;
        for (int i = begin; i < end; i++) {
            v *= a[i];
        }
        return v;
    }

    private long min(long[] a, int begin, int end) {
        long v = identity;
        for (int i = begin; i < end; i++) {
            v = Math.min(v, a[i]);
        }
        return v;
    }

    private long max(long[] a, int begin, int end) {
        long v = identity;
        for (int i = begin; i < end; i++) {
            v = Math.max(v, a[i]);
        }
        return v;
    }

    private static long and(long[] a, int begin, int end) {
        long v = -1;
        for (int i = begin; i < end; i++) {
            v &= a[i];
        }
        return v;
    }

    private static long or(long[] a, int begin, int end) {
        long v = 0;
        for (int i = begin; i < end; i++) {
            v |= a[i];
        }
        return v;
    }

    private static long xor(long[] a, int begin, int end) {
        long v = 0;
        for (int i = begin; i < end; i++) {
            v ^= a[i];
        }
        return v;
    }

    private long custom(LongJoin join, long[] a, int at, int n) {
        int first = Math.min(n, Order.LANES);
        for (int l = at; l < at + first; l++) {
            a[l] = join.join(identity, a[l]);
        }
        Arrays.fill(a, at + first, at + Order.LANES, identity);
        for (int k = first; k < n; k++) {
            int lane = at + k % Order.LANES;
            a[lane] = join.join(a[lane], a[at + k]);
        }
        for (int s = Order.LANES / 2; s > 0; s /= 2) {
            for (int l = at; l < at + s; l++) {
                a[l] = join.join(a[l], a[l + s]);
            }
        }
        return a[at];
    }
}
