package org.sporos.host.jit;

import org.sporos.host.jit.TierSelector.CodeTier;

/**
 * Cuts a box into slices along its first dimensions: whole boxes of the next lower rank where these are short, and so
 * on down to parts of a row. Slices are run in the order of the whole box.
 */
final class BoxSlices {
    private BoxSlices() {}

    /** Runs a part of a box by a tier of some code. */
    interface Piece<T> {
        void run(T code, CodeTier tier, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd);
    }

    /** Runs a box slice by slice, each by the tier whose turn it is. */
    static <T> void inTurns(
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
            int pEnd = p + (cubes ? most(p, iEnd, slice / cube) : 1);
            int qEnd = cubes ? jEnd : q + (planes ? most(q, jEnd, slice / plane) : 1);
            int rEnd = planes ? kEnd : r + (rows ? most(r, kEnd, slice / row) : 1);
            int sEnd = rows ? lEnd : s + most(s, lEnd, slice);
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

    /** Returns how many of some indexes lie between one and an end. */
    private static int most(int from, int end, long wanted) {
        return (int) Math.min((long) end - from, wanted);
    }
}
