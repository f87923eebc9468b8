package org.sporos.host.code;

import org.sporos.host.code.TierSelector.CodeTier;

/**
 * Cuts a box into slices along its first dimensions: whole boxes of the next lower rank where these are short, and so
 * on down to parts of a row. Slices are run in the order of the whole box.
 */
final class BoxSlices {
    private BoxSlices() {}

    /** Runs a box slice by slice, each by the tier whose turn it is. */
    static void inTurns(TieredLoop code, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        run(code, true, i, iEnd, j, jEnd, k, kEnd, l, lEnd);
    }

    /** Runs a box by vector code in blocks of whole rows. */
    static void blocks(TieredLoop code, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        run(code, false, i, iEnd, j, jEnd, k, kEnd, l, lEnd);
    }

    private static void run(
            TieredLoop code, boolean timed, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        if (iEnd <= i || jEnd <= j || kEnd <= k || lEnd <= l) {
            return;
        }
        TierSelector choice = code.choice();
        long row = (long) lEnd - l;
        long plane = row * ((long) kEnd - k);
        long cube = plane * ((long) jEnd - j);
        int p = i;
        int q = j;
        int r = k;
        int s = l;
        while (p < iEnd) {
            CodeTier way = timed ? choice.next() : CodeTier.VECTORS;
            long slice = timed ? choice.slice(way) : Math.max(row, code.block());
            boolean rows = s == l && slice >= row;
            boolean planes = rows && r == k && slice >= plane;
            boolean cubes = planes && q == j && slice >= cube;
            int pEnd = p + (cubes ? most(p, iEnd, slice / cube) : 1);
            int qEnd = cubes ? jEnd : q + (planes ? most(q, jEnd, slice / plane) : 1);
            int rEnd = planes ? kEnd : r + (rows ? most(r, kEnd, slice / row) : 1);
            int sEnd = rows ? lEnd : s + most(s, lEnd, slice);
            if (timed) {
                long before = System.nanoTime();
                code.run(way, p, pEnd, q, qEnd, r, rEnd, s, sEnd);
                long n = TieredLoop.size(p, pEnd, q, qEnd, r, rEnd, s, sEnd);
                choice.after(way, n, System.nanoTime() - before);
            } else {
                code.block(p, pEnd, q, qEnd, r, rEnd, s, sEnd);
            }
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
