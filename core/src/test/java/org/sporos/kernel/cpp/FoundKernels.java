package org.sporos.kernel.cpp;

import org.sporos.policy.RangeBody;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;

/** Random kernels whose bits once differed from the JVM's, with their number in the run. */
@SuppressWarnings({"UnnecessaryParentheses", "unused", "ComparisonOutOfRange", "IdentityBinaryExpression"})
final class FoundKernels {
    private FoundKernels() {}

    /** From seed 9645527875717: a negated index and a zero that g++ folds. */
    static RangeBody k79(
            IntView n,
            LongView l,
            FloatView f,
            DoubleView d,
            IntView no,
            LongView lo,
            FloatView fo,
            DoubleView dout,
            ByteView y8,
            ShortView y16,
            ByteView o8,
            ShortView o16,
            int a,
            long b,
            float c,
            double e,
            int begin) {
        return i -> {
            for (int k825 = 0; k825 < (a & 7); k825++) {
                int v826 = (((k825 + 2147483647) >> 23) * Math.floorMod((n.get(i) % -3), (n.get(i) | 1)));
                float v827 = c;
                long v828 = Long.reverse(((b >> a) + Math.floorDiv(b, (l.get((i + 16) & 63) | 1))));
            }
            double[] t829 = new double[8];
            for (int k830 = 0; k830 < 8; k830++) {
                t829[k830] = (double) (d.get((i + 15) & 63));
            }
            double v831 = t829[((n.get((i) & 63) >>> 12)) & 7];
            if ((((-9223372036854775808L <= b) & (3 <= i)) & ((c > f.get((i + 20) & 63)) != (-2.5 < e)))) {
                long v832 = (((b + b) * -(l.get(i))) << 19);
                if ((((c + c) != Math.scalb(f.get(i), n.get(i))) ^ ((-2.5f < c) != (v831 >= -0.0)))) {
                    int v833 = (int) (((-2147483648 - a) + (byte) (a)));
                    v833 <<= Long.rotateLeft((((c * 3e38f) < c) ? 4294967296L : l.get(i)), n.get((i + 21) & 63));
                }
            }
            v831 = ((double) Math.rint((d.get(i) - v831)) * ((d.get((i + 22) & 63) * e) + (0.1 % v831)));
            long v834 = Math.max(l.get(i), ((((0.5f >= c) != !!(v831 != e)) ? b : b) - (b - l.get(i))));
            no.set(i, Integer.rotateRight(65537, ((i * -1) & (i | i))));
            lo.set(i, ~(((long) (c) % ((b + 9223372036854775807L) | 1))));
            fo.set(i, (-((float) (i)) + (float) ((3e38f * 0f))));
            dout.set(i, (((double) (c) * Math.nextDown(e)) * (double) ((-1L + v834))));
        };
    }

    /** From seed 20250918: a negative zero that is scaled. */
    static RangeBody k5(
            IntView n,
            LongView l,
            FloatView f,
            DoubleView d,
            IntView no,
            LongView lo,
            FloatView fo,
            DoubleView dout,
            ByteView y8,
            ShortView y16,
            ByteView o8,
            ShortView o16,
            int a,
            long b,
            float c,
            double e,
            int begin) {
        return i -> {
            if (((((i / 7) >= (255 + a)) ? b : b) != Math.round((double) (c)))) {
                long v58 = b;
                if ((e < (e + (e + d.get(i))))) {
                    v58 = -(((b * b) >>> (255 ^ -1)));
                    double v59 = e;
                }
                for (int k60 = 2; k60 < (a & 7); k60 += 2) {
                    v58 |= ((b - 9223372036854775807L) + Long.highestOneBit(l.get((i + 23) & 63)));
                }
            }
            float v61 = (float) Math.ceil((float) ((double) (b)));
            no.set(i, i);
            lo.set(i, (Math.max((b | 0L), (0L ^ b)) & (b + (b * 5L))));
            fo.set(i, c);
            dout.set(i, Math.scalb(((-0.0 * e) * (e * e)), (((c <= f.get((i) & 63)) || (a == i)) ? i : (a % (a | 1)))));
        };
    }
}
