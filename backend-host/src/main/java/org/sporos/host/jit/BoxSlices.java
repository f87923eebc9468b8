package org.sporos.host.jit;

import org.sporos.host.jit.TierSelector.CodeTier;

/**
 * Cuts a box into slices of about equal work: several sub-boxes of the next lower rank if these are small, else a part
 * of one, down to parts of a row. Slices keep the order of the box.
 */
final class BoxSlices {
    private BoxSlices() {}

    /** Runs a part of a box on one tier. */
    interface Piece<T> {
        void run(T code, CodeTier tier, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd);
    }

    /** Runs a box slice by slice, each on the tier that the selector returns. */
    static <T> void runSliced(
            T code,
            TierSelector selector,
            Piece<T> piece,
            int i,
            int iEnd,
            int j,
            int jEnd,
            int k,
            int kEnd,
            int l,
            int lEnd) {
        if (iEnd <= i || jEnd <= j || kEnd <= k || lEnd <= l) {
            return;
        }
        long row = (long) lEnd - l;
        long plane = row * ((long) kEnd - k);
        long cube = plane * ((long) jEnd - j);
        int p = i;
        int q = j;
        int r = k;
        int s = l;
        while (p < iEnd) {
            CodeTier tier = selector.next();
            long slice = selector.slice(tier);
            boolean rows = s == l && slice >= row;
            boolean planes = rows && r == k && slice >= plane;
            boolean cubes = planes && q == j && slice >= cube;
            int pEnd = p + (cubes ? clampedCount(p, iEnd, slice / cube) : 1);
            int qEnd = cubes ? jEnd : q + (planes ? clampedCount(q, jEnd, slice / plane) : 1);
            int rEnd = planes ? kEnd : r + (rows ? clampedCount(r, kEnd, slice / row) : 1);
            int sEnd = rows ? lEnd : s + clampedCount(s, lEnd, slice);
            long before = System.nanoTime();
            piece.run(code, tier, p, pEnd, q, qEnd, r, rEnd, s, sEnd);
            long n = ((long) pEnd - p) * (qEnd - q) * (rEnd - r) * (sEnd - s);
            selector.after(tier, n, System.nanoTime() - before);
            s = sEnd == lEnd ? l : sEnd;
            r = s != l ? r : rEnd == kEnd ? k : rEnd;
            q = s != l || r != k ? q : qEnd == jEnd ? j : qEnd;
            p = s == l && r == k && q == j ? pEnd : p;
        }
    }

    /** Returns a slice length clamped to the rest of a dimension. */
    private static int clampedCount(int from, int end, long wanted) {
        return (int) Math.min((long) end - from, wanted);
    }
}
