package org.sporos.host.code;

/**
 * Cuts a box into slices along its first dimensions: whole planes where these are short, else rows, else parts of a
 * row.
 */
final class BoxSlices {
    private BoxSlices() {}

    /** Runs a part of a box by a tier of some code. */
    interface Piece<T> {
        void run(T code, TierSelector.CodeTier tier, int i, int iEnd, int j, int jEnd, int k, int kEnd);
    }

    /** Runs a box slice by slice, each by the tier whose turn it is, in the order of the whole box. */
    static <T> void run(
            T code, TierSelector selector, Piece<T> piece, int i, int iEnd, int j, int jEnd, int k, int kEnd) {
        if (iEnd <= i || jEnd <= j || kEnd <= k) {
            return;
        }
        long row = kEnd - k;
        long plane = row * (jEnd - j);
        int p = i;
        int q = j;
        int r = k;
        while (p < iEnd) {
            TierSelector.CodeTier tier = selector.next();
            long slice = selector.slice(tier);
            boolean rows = r == k && slice >= row;
            boolean planes = rows && q == j && slice >= plane;
            int pEnd = p + (planes ? (int) Math.min(iEnd - p, slice / plane) : 1);
            int qEnd = planes ? jEnd : q + (rows ? (int) Math.min(jEnd - q, slice / row) : 1);
            int rEnd = rows ? kEnd : r + (int) Math.min(kEnd - r, slice);
            long before = System.nanoTime();
            piece.run(code, tier, p, pEnd, q, qEnd, r, rEnd);
            long n = (long) (pEnd - p) * (qEnd - q) * (rEnd - r);
            selector.after(tier, n, System.nanoTime() - before);
            r = rEnd == kEnd ? k : rEnd;
            q = r != k ? q : qEnd == jEnd ? j : qEnd;
            p = r == k && q == j ? pEnd : p;
        }
    }
}
