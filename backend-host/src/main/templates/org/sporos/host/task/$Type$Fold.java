[@perType accumulators; t]
package org.sporos.host.task;

[#if t.real]
import java.util.Arrays;
[/#if]
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.${t.Type}Join;
import org.sporos.policy.ReductionOp;

[#if t.real]
/**
 * Folds ${t.type}s in place. Built-in operators have the order of reductions: 32 lanes accumulate every 32nd value of a
 * tile, then halves of the lanes are combined. Eight lanes are kept in local variables at a time: compilers must assume
 * that arrays alias. Custom operators have the order of scans. Stateless.
 */
[#else]
/**
 * Folds ${t.type}s, and ints as longs, in place. Built-in operators give the same bits in any order, also if ints are
 * truncated only at the end; custom ones have the order of scans. Stateless.
 */
[/#if]
record ${t.Type}Fold(ReductionOp op, ${t.type} identity, @Nullable ${t.Type}Join join) {

    /**
     * Folds the first n values and returns the result. Overwrites the array, which is padded to whole rows of lanes.
     */
    ${t.type} all(${t.type}[] a, long n) {
        if (n == 0) {
            return identity;
        }
        return upper(a, level(a, (int) n));
    }

    /** Folds the results of the given number of tiles, at least one, and returns the result. Overwrites the array. */
    ${t.type} upper(${t.type}[] a, int tiles) {
        int n = tiles;
        while (n > 1) {
            n = op == ReductionOp.CUSTOM ? groups(a, n) : level(a, n);
        }
        return a[0];
    }

    private int level(${t.type}[] a, int n) {
        int tiles = (int) Order.tiles(n);
        for (int t = 0; t < tiles; t++) {
            int at = t * Order.TILE;
            a[t] = tile(a, at, Math.min(Order.TILE, n - at));
        }
        return tiles;
    }

    /** Folds the results of each group of 64 units in order. */
    private int groups(${t.type}[] a, int n) {
        int groups = (int) Order.ceil(n, Order.GROUP);
        for (int g = 0; g < groups; g++) {
            int at = g * Order.GROUP;
            a[g] = chain(a, at, Math.min(at + Order.GROUP, n), 1);
        }
        return groups;
    }

    /** Folds the values of a range in order, with a stride. */
    private ${t.type} chain(${t.type}[] a, int begin, int end, int step) {
        ${t.Type}Join operator = Objects.requireNonNull(join);
        ${t.type} running = identity;
        for (int k = begin; k < end; k += step) {
            running = operator.join(running, a[k]);
        }
        return running;
    }

    /** Folds a tile in the order of scans: the neighbours of each row pairwise, then the rows in order. */
    private ${t.type} rows(${t.type}[] a, int at, int n) {
        ${t.Type}Join operator = Objects.requireNonNull(join);
        for (int row = at; row < at + n; row += Order.LANES) {
            int end = Math.min(row + Order.LANES, at + n);
            for (int s = 1; s < Order.LANES; s *= 2) {
                for (int l = row; l + s < end; l += 2 * s) {
                    a[l] = operator.join(a[l], a[l + s]);
                }
            }
        }
        return chain(a, at, at + n, Order.LANES);
    }

    /** Folds in the order of the indexes, as any order has the same minimum: C2 vectorizes it, but no lanes. */
    private ${t.type} min(${t.type}[] a, int begin, int end) {
        ${t.type} v = identity;
        for (int i = begin; i < end; i++) {
            v = Math.min(v, a[i]);
        }
        return v;
    }

    /** Folds as {@link #min} does. */
    private ${t.type} max(${t.type}[] a, int begin, int end) {
        ${t.type} v = identity;
        for (int i = begin; i < end; i++) {
            v = Math.max(v, a[i]);
        }
        return v;
    }
[#if t.real]

    /** Folds n values at an offset, at most a tile, and returns the result. Overwrites whole rows of lanes. */
    ${t.type} tile(${t.type}[] a, int at, int n) {
        if (op == ReductionOp.CUSTOM) {
            return rows(a, at, n);
        } else if (op == ReductionOp.MIN) {
            return min(a, at, at + n);
        } else if (op == ReductionOp.MAX) {
            return max(a, at, at + n);
        }
        // The identity changes no value of a lane, so it pads rows.
        int end = at + Order.room(n);
        Arrays.fill(a, at + n, end, identity);
        for (int lane = at; lane < at + Order.LANES; lane += 8) {
            switch (op) {
                case SUM -> sum(a, lane, end);
                case PROD -> prod(a, lane, end);
                default -> throw new InternalException(op + " is no operator of ${t.type}s");
            }
        }
        return lanes(a, at);
    }

    /** Combines the 32 lanes at an offset and returns the result. Overwrites them. */
    ${t.type} lanes(${t.type}[] a, int at) {
        for (int s = Order.LANES / 2; s > 0; s /= 2) {
            switch (op) {
                case SUM -> sumHalves(a, at, s);
                case PROD -> prodHalves(a, at, s);
                default -> halves(a, at, s);
            }
        }
        return a[at];
    }

    private static void sumHalves(${t.type}[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] += a[l + s];
        }
    }

    private static void prodHalves(${t.type}[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] *= a[l + s];
        }
    }

    private void halves(${t.type}[] a, int at, int s) {
        for (int l = at; l < at + s; l++) {
            a[l] = apply(a[l], a[l + s]);
        }
    }

    /** Returns the combination of two values. */
    ${t.type} apply(${t.type} left, ${t.type} right) {
        return switch (op) {
            case SUM -> left + right;
            case PROD -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            default -> throw new InternalException(op + " is no operator of ${t.type}s");
        };
    }

    private static void sum(${t.type}[] a, int at, int end) {
        ${t.type} v0 = 0;
        ${t.type} v1 = 0;
        ${t.type} v2 = 0;
        ${t.type} v3 = 0;
        ${t.type} v4 = 0;
        ${t.type} v5 = 0;
        ${t.type} v6 = 0;
        ${t.type} v7 = 0;
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

    private static void prod(${t.type}[] a, int at, int end) {
        ${t.type} v0 = 1;
        ${t.type} v1 = 1;
        ${t.type} v2 = 1;
        ${t.type} v3 = 1;
        ${t.type} v4 = 1;
        ${t.type} v5 = 1;
        ${t.type} v6 = 1;
        ${t.type} v7 = 1;
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

    private static void put(
            ${t.type}[] a,
            int at,
            ${t.type} v0,
            ${t.type} v1,
            ${t.type} v2,
            ${t.type} v3,
            ${t.type} v4,
            ${t.type} v5,
            ${t.type} v6,
            ${t.type} v7) {
        a[at] = v0;
        a[at + 1] = v1;
        a[at + 2] = v2;
        a[at + 3] = v3;
        a[at + 4] = v4;
        a[at + 5] = v5;
        a[at + 6] = v6;
        a[at + 7] = v7;
    }
[#else]

    /** Folds n values at an offset, at most a tile, and returns the result. Overwrites whole rows of lanes. */
    ${t.type} tile(${t.type}[] a, int at, int n) {
        int end = at + n;
        return switch (op) {
            case SUM -> sum(a, at, end);
            case PROD -> prod(a, at, end);
            case MIN -> min(a, at, end);
            case MAX -> max(a, at, end);
            case LOGICAL_AND, BIT_AND -> and(a, at, end);
            case LOGICAL_OR, BIT_OR -> or(a, at, end);
            case BIT_XOR -> xor(a, at, end);
            case CUSTOM -> rows(a, at, n);
            case MIN_LOC, MAX_LOC -> throw new InternalException(op + " is folded with its location");
        };
    }

    private static ${t.type} sum(${t.type}[] a, int begin, int end) {
        ${t.type} v = 0;
        for (int i = begin; i < end; i++) {
            v += a[i];
        }
        return v;
    }

    private static ${t.type} prod(${t.type}[] a, int begin, int end) {
        ${t.type} v = 1;
        for (int i = begin; i < end; i++) {
            v *= a[i];
        }
        return v;
    }

    private static ${t.type} and(${t.type}[] a, int begin, int end) {
        ${t.type} v = -1;
        for (int i = begin; i < end; i++) {
            v &= a[i];
        }
        return v;
    }

    private static ${t.type} or(${t.type}[] a, int begin, int end) {
        ${t.type} v = 0;
        for (int i = begin; i < end; i++) {
            v |= a[i];
        }
        return v;
    }

    private static ${t.type} xor(${t.type}[] a, int begin, int end) {
        ${t.type} v = 0;
        for (int i = begin; i < end; i++) {
            v ^= a[i];
        }
        return v;
    }
[/#if]
}
[/@perType]
