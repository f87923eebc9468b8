package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.View;

/** Kernels that go through the corners of the language: values at the edges of their types, and control flow. */
final class Language {
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.5,
        -1.5,
        0.5,
        2.5,
        -2.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        1e10,
        -1e10,
        3e9,
        -3e9,
        1e19,
        -1e19,
        0.49999999999999994,
        4503599627370497.5
    };
    private static final int[] INTS = {
        0,
        1,
        -1,
        2,
        -2,
        31,
        32,
        33,
        -33,
        127,
        128,
        -129,
        32767,
        32768,
        65535,
        65536,
        1 << 30,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1
    };
    private static final long[] LONG_TABLE = {Long.MIN_VALUE, 5};
    private static final short[] SHORT_TABLE = {-32768, 32767, 3};
    private static final int DOUBLES_LENGTH = 20;
    private static final int N = DOUBLES_LENGTH * DOUBLES_LENGTH;

    private Language() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("doubleCompare", Language::doubleCompare),
                exact("floatCompare", Language::floatCompare),
                exact("doubleToInteger", Language::doubleToInteger),
                exact("integerToFloating", Language::integerToFloating),
                exact("doubleArithmetic", Language::doubleArithmetic),
                exact("roundings", Language::roundings),
                exact("floatRoundings", Language::floatRoundings),
                exact("intDivision", Language::intDivision),
                exact("divisionByNegative", Language::divisionByNegative),
                exact("longDivision", Language::longDivision),
                exact("unsignedDivision", Language::unsignedDivision),
                exact("exactArithmetic", Language::exactArithmetic),
                exact("neighbours", Language::neighbours),
                exact("shifts", Language::shifts),
                exact("narrowing", Language::narrowing),
                exact("totalOrder", Language::totalOrder),
                exact("recordChoice", Language::recordChoice),
                exact("localArrays", Language::localArrays),
                exact("localRows", Language::localRows),
                exact("tables", Language::tables),
                exact("labelledLoops", Language::labelledLoops),
                exact("booleans", Language::booleans),
                exact("layoutLeft", Language::layoutLeft),
                exact("rankFour", Language::rankFour),
                exact("switchExpression", Language::switchExpression),
                exact("orderings", Language::orderings),
                exact("earlyReturns", Language::earlyReturns));
    }

    private static DoubleView doubles() {
        DoubleView view = Data.doubleZeros("d", DOUBLES.length);
        view.assign(DOUBLES);
        return view;
    }

    private static IntView ints() {
        return Data.ints("n", INTS);
    }

    static Instance over(int n, List<View> views, RangeBody body) {
        return new Instance(RangePolicy.of(n), body, views);
    }

    private static Instance doubleCompare() {
        DoubleView d = doubles();
        IntView out = Data.intZeros("out", N);
        return over(N, List.of(d, out), i -> {
            double a = d.get(i / DOUBLES_LENGTH);
            double b = d.get(i % DOUBLES_LENGTH);
            int bits = 0;
            if (a < b) {
                bits |= 1;
            }
            if (a <= b) {
                bits |= 2;
            }
            if (a > b) {
                bits |= 4;
            }
            if (a >= b) {
                bits |= 8;
            }
            if (a == b) {
                bits |= 16;
            }
            if (a != b) {
                bits |= 32;
            }
            if (!(a < b)) {
                bits |= 64;
            }
            boolean between = a < b && !(b > 100) || a > 100;
            while (a < b) {
                bits += 128;
                a = b;
            }
            out.set(i, between ? bits : -bits);
        });
    }

    private static Instance floatCompare() {
        DoubleView d = doubles();
        IntView out = Data.intZeros("out", N);
        return over(N, List.of(d, out), i -> {
            float a = (float) d.get(i / DOUBLES_LENGTH);
            float b = (float) d.get(i % DOUBLES_LENGTH);
            int bits = (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0);
            bits += (a == b ? 16 : 0) + (a != b ? 32 : 0) + (!(a >= b) ? 64 : 0) + (!(a <= b) ? 128 : 0);
            out.set(i, bits);
        });
    }

    private static Instance doubleToInteger() {
        DoubleView d = doubles();
        LongView out = Data.longZeros("out", 20);
        return over(20, List.of(d, out), i -> {
            double a = d.get(i);
            float f = (float) a;
            out.set(i, (int) a + 3L * (long) a + 5L * (int) f + 7 * (long) f + (byte) a + (short) a + (char) a);
        });
    }

    private static Instance integerToFloating() {
        IntView n = ints();
        DoubleView out = Data.doubleZeros("out", 20);
        return over(20, List.of(n, out), i -> {
            int a = n.get(i);
            long b = a * 4294967297L + i;
            out.set(i, (float) a + (double) b + (float) b + (double) a + b);
        });
    }

    @SuppressWarnings("IdentityBinaryExpression")
    private static Instance doubleArithmetic() {
        DoubleView d = doubles();
        DoubleView out = Data.doubleZeros("out", N, 7);
        return over(N, List.of(d, out), i -> {
            double a = d.get(i / DOUBLES_LENGTH);
            double b = d.get(i % DOUBLES_LENGTH);
            out.set(i, 0, plain(a % b));
            out.set(i, 1, plain(a / b));
            out.set(i, 2, plain(Math.min(a, b)));
            out.set(i, 3, plain(Math.max(a, b)));
            out.set(i, 4, plain(Math.copySign(a, b == b ? b : 1)));
            out.set(i, 5, plain(Math.fma(a, b, -a)));
            out.set(i, 6, plain(-a * b - +b));
        });
    }

    /** NaNs have one pattern here: Java leaves open which one arithmetic gives. */
    @SuppressWarnings("IdentityBinaryExpression")
    private static double plain(double x) {
        return x != x ? -12345 : x;
    }

    private static Instance roundings() {
        DoubleView d = doubles();
        DoubleView out = Data.doubleZeros("out", 20, 10);
        return over(20, List.of(d, out), i -> {
            double a = d.get(i);
            out.set(i, 0, plain(Math.floor(a)));
            out.set(i, 1, plain(Math.ceil(a)));
            out.set(i, 2, plain(Math.rint(a)));
            out.set(i, 3, Math.round(a));
            out.set(i, 4, plain(Math.signum(a)));
            out.set(i, 5, plain(Math.abs(a)));
            out.set(i, 6, plain(Math.ulp(a)));
            out.set(i, 7, plain(Math.nextUp(a)));
            out.set(i, 8, Math.getExponent(a));
            out.set(i, 9, plain(Math.scalb(a, 3)));
        });
    }

    private static Instance floatRoundings() {
        DoubleView d = doubles();
        DoubleView out = Data.doubleZeros("out", 20, 8);
        return over(20, List.of(d, out), i -> {
            float a = (float) d.get(i);
            out.set(i, 0, plain((float) Math.floor(a)));
            out.set(i, 1, Math.round(a));
            out.set(i, 2, plain(Math.signum(a)));
            out.set(i, 3, plain((float) Math.sqrt(Math.abs(a))));
            out.set(i, 4, plain(Math.ulp(a)));
            out.set(i, 5, plain(Math.nextDown(a)));
            out.set(i, 6, Math.getExponent(a));
            out.set(i, 7, plain(Math.fma(a, 3f, a)));
        });
    }

    private static Instance intDivision() {
        IntView n = ints();
        IntView out = Data.intZeros("out", 400);
        return over(400, List.of(n, out), i -> {
            int a = n.get(i / 20);
            int b = n.get(i % 20) | 1;
            out.set(i, a / b + 3 * (a % b) + 5 * Math.floorMod(a, b) + 7 * Math.floorDiv(a, b) + Math.abs(a) - a * b);
        });
    }

    /** The quotient of the least int and -1 does not fit. */
    private static Instance divisionByNegative() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 40, 2);
        return over(40, List.of(n, out), i -> {
            int b = -1 - (i & 1);
            out.set(i, 0, n.get(i / 2) % b);
            out.set(i, 1, n.get(i / 2) / b);
        });
    }

    private static Instance longDivision() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 400);
        return over(400, List.of(n, out), i -> {
            long a = (long) n.get(i / 20) << 33;
            long b = n.get(i % 20) * 4294967296L | 1;
            out.set(i, a / b + 3 * (a % b) + 5 * Math.floorMod(a, b) + Math.floorDiv(a, b) + Math.abs(a) + a * b);
        });
    }

    private static Instance unsignedDivision() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 400, 4);
        return over(400, List.of(n, out), i -> {
            int a = n.get(i / 20);
            int b = n.get(i % 20) == 0 ? 1 : n.get(i % 20);
            long x = a * 4294967297L;
            long y = (i & 1) == 0 ? b : b * 4294967295L;
            out.set(i, 0, Integer.divideUnsigned(a, b) * 3L + Integer.remainderUnsigned(a, b));
            out.set(i, 1, Long.divideUnsigned(x, y));
            out.set(i, 2, Long.remainderUnsigned(x, y));
            out.set(i, 3, Integer.compareUnsigned(a, b) + 5 * Long.compareUnsigned(x, y));
        });
    }

    /** The values stay just inside of what overflows. */
    private static Instance exactArithmetic() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 20, 8);
        return over(20, List.of(n, out), i -> {
            int a = n.get(i);
            long x = ((long) a << 32) + (a < 0 ? 0 : 4294967295L);
            out.set(i, 0, Math.addExact(a, a < 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE));
            out.set(i, 1, Math.subtractExact(a, a < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE));
            out.set(i, 2, Math.multiplyExact(a >> 16, 65536) + Math.toIntExact(x >> 32));
            out.set(i, 3, Math.negateExact(a | 1) + Math.absExact(a | 1));
            out.set(i, 4, Math.addExact(x, x < 0 ? Long.MAX_VALUE : Long.MIN_VALUE));
            out.set(i, 5, StrictMath.subtractExact(x, x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE));
            out.set(i, 6, Math.multiplyExact(x >> 32, 2147483648L) + Math.multiplyExact(x >> 20, 5));
            out.set(i, 7, Math.incrementExact(a & ~1) - Math.decrementExact(x | 1) + Math.negateExact(x | 1));
        });
    }

    private static Instance neighbours() {
        DoubleView d = doubles();
        DoubleView out = Data.doubleZeros("out", N, 6);
        return over(N, List.of(d, out), i -> {
            double a = d.get(i / DOUBLES_LENGTH);
            double b = d.get(i % DOUBLES_LENGTH);
            out.set(i, 0, plain(Math.nextAfter(a, b)));
            out.set(i, 1, plain(Math.nextAfter((float) a, b)));
            out.set(i, 2, plain(StrictMath.nextAfter(a, b) - StrictMath.nextUp(b)));
            out.set(i, 3, plain(StrictMath.toRadians(a)));
            out.set(i, 4, plain(StrictMath.toDegrees(a) + Math.nextDown((float) b)));
            out.set(i, 5, plain(StrictMath.copySign(a, b) + StrictMath.copySign((float) b, (float) a)));
        });
    }

    private static Instance shifts() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 400);
        return over(400, List.of(n, out), i -> {
            int a = n.get(i / 20);
            int b = n.get(i % 20);
            long x = (long) a * 65537;
            out.set(i, (a << b) + (a >> b) * 3L + (a >>> b) * 5L + (x << b) + (x >> b) + (x >>> b) + (x & b ^ ~a | 1));
        });
    }

    private static Instance narrowing() {
        IntView n = ints();
        IntView out = Data.intZeros("out", 20);
        return over(20, List.of(n, out), i -> {
            int a = n.get(i);
            byte b = (byte) a;
            short s = (short) (a * 3);
            char c = (char) (a + 7);
            b += 100;
            s >>= 1;
            c++;
            out.set(i, b * 31 + s * 17 + c);
        });
    }

    private static Instance totalOrder() {
        DoubleView d = doubles();
        LongView out = Data.longZeros("out", N);
        return over(N, List.of(d, out), i -> {
            double a = d.get(i / DOUBLES_LENGTH);
            double b = d.get(i % DOUBLES_LENGTH);
            long bits = Double.doubleToLongBits(a) ^ Float.floatToIntBits((float) b);
            int flags = (Double.isNaN(a) ? 1 : 0)
                    + (Double.isInfinite(b) ? 2 : 0)
                    + (Double.isFinite(a) ? 4 : 0)
                    + (Float.isNaN((float) a) ? 8 : 0);
            out.set(i, bits + Double.compare(a, b) * 3 + Float.compare((float) a, (float) b) * 5 + flags);
        });
    }

    private record Pair(double a, int b) {
        Pair {
            b = Math.max(b, 0);
        }

        Pair(double a) {
            this(a, 7);
        }

        static Pair better(Pair x, Pair y) {
            return x.a < y.a ? x : y;
        }
    }

    private record Nested(Pair first, Pair second, boolean swapped) {}

    private static Nested sorted(Pair x, Pair y) {
        if (x.a() <= y.a()) {
            return new Nested(x, y, false);
        }
        return new Nested(y, x, true);
    }

    private static Instance recordChoice() {
        DoubleView x = Data.doubles("x", 40);
        IntView out = Data.intZeros("out", 40);
        Pair captured = new Pair(0.25, 9);
        return over(39, List.of(x, out), i -> {
            Pair p = new Pair(x.get(i), i - 5);
            Pair best = captured;
            for (int k = 0; k < 3; k++) {
                best = Pair.better(p, best);
                p = new Pair(p.a() - 0.3);
            }
            Nested n = sorted(best, i % 2 == 0 ? new Pair(x.get(i + 1)) : captured);
            out.set(i, n.first().b() * 100 + n.second().b() + (n.swapped() ? 1 : 0));
        });
    }

    private static Instance localArrays() {
        IntView out = Data.intZeros("out", 30);
        int size = 4;
        return over(30, List.of(out), i -> {
            boolean[] flags = new boolean[size];
            byte[] b = {(byte) (i * 50), -1};
            short[] s = new short[2 * size];
            char[] c = {'a', (char) (i - 10)};
            long[] l = {1L << 40, i};
            float[] f = {0.5f, i};
            for (int k = 0; k < s.length; k++) {
                s[k] = (short) (k * 9999 * i);
                flags[k % size] ^= s[k] > 0;
            }
            int sum = b[0] + c[1] + s[7] + (int) l[i & 1] + (int) f[1];
            for (boolean flag : flags) {
                sum = 2 * sum + (flag ? 1 : 0);
            }
            b[1]--;
            out.set(i, sum + b[1]);
        });
    }

    /** Reads tables of each type, by indexes that are known and that are not. */
    private static Instance tables() {
        DoubleView out = Data.doubleZeros("out", 30);
        char[] c = {'a', '\uffff'};
        boolean[] flags = {true, false, true};
        byte[][] rows = {{1, -2, 3}, {-128, 127, 0}};
        float[] f = {0.1f, Float.NEGATIVE_INFINITY, -0f};
        double[] edges = {Double.NaN, 1e-300};
        return over(30, List.of(out), i -> {
            double sum = LONG_TABLE[i & 1] + SHORT_TABLE[2] + c[i % 2] + edges[1] * i;
            for (byte[] row : rows) {
                for (int k = 0; k < row.length; k++) {
                    sum = sum * 0.75 + row[k] * (flags[k] ? i : -i);
                }
            }
            out.set(i, i < 20 ? sum + SHORT_TABLE[i % 3] : i < 25 ? f[i % 3] : edges[i % 2]);
        });
    }

    /** A power of a small matrix, whose rows are filled, copied, cloned and moved. */
    private static Instance localRows() {
        IntView n = ints();
        LongView out = Data.longZeros("out", 20, 4);
        return over(20, List.of(n, out), i -> {
            long[][] a = new long[3][4];
            for (long[] row : a) {
                java.util.Arrays.fill(row, n.get(i));
            }
            a[i % 3][i % 4] += 5;
            long[] last = a[2].clone();
            System.arraycopy(a[0], 0, a[2], 1, 3);
            System.arraycopy(last, 1, a[1], 0, i % 4);
            System.arraycopy(last, 0, last, 1, 3);
            System.arraycopy(last, i % 3, last, 0, 2);
            byte[] bytes = new byte[5];
            java.util.Arrays.fill(bytes, 1, 2 + i % 4, (byte) n.get(i));
            for (int k = 0; k < 4; k++) {
                long sum = last[k] + bytes[k];
                for (int r = 0; r < a.length; r++) {
                    sum = sum * 31 + a[r][k] * a[r].length;
                }
                out.set(i, k, sum);
            }
        });
    }

    private static Instance labelledLoops() {
        IntView out = Data.intZeros("out", 30);
        return over(30, List.of(out), i -> {
            int sum = 0;
            rows:
            for (int r = 0; r < 6; r++) {
                int c = r;
                while (true) {
                    if (c > 8) {
                        continue rows;
                    }
                    if (r * c > i) {
                        break rows;
                    }
                    sum += r + c;
                    c += 2;
                }
            }
            do {
                sum--;
                if (sum % 3 == 1) {
                    continue;
                }
                sum -= 2;
            } while (sum > 10);
            out.set(i, sum);
        });
    }

    private static boolean odd(int i) {
        return (i & 1) != 0;
    }

    private static Instance booleans() {
        IntView out = Data.intZeros("out", 30);
        boolean captured = true;
        return over(30, List.of(out), i -> {
            boolean a = odd(i);
            boolean b = i > 10;
            boolean c = a ^ b;
            boolean d = a && b || !c && captured;
            boolean e = d == a;
            boolean f = !(a & b) | c != d;
            int x = a ? 1 : 0;
            out.set(i, (d ? 2 : 0) + (e ? 4 : 0) + (f ? 8 : 0) + x);
        });
    }

    private static Instance layoutLeft() {
        DoubleView a = DoubleView.of("a", Data.memory(), Layout.LEFT, 5, 6);
        FloatView b = Data.floats("b", 6);
        return over(30, List.of(a, b), i -> a.set(i % 5, i / 5, b.get(i / 5) * i + a.rank() + (double) a.extent(1)));
    }

    private static Instance rankFour() {
        LongView a = Data.longs("a", 0, 3, 2, 2, 3);
        return over(36, List.of(a), i -> {
            int l = i % 3;
            int k = i / 3 % 2;
            int j = i / 6 % 2;
            a.set(i / 12, j, k, l, a.get(i / 12, j, k, l) + a.size());
        });
    }

    private static Instance switchExpression() {
        IntView n = Data.ints("n", 2000, 40);
        DoubleView out = Data.doubleZeros("out", 40);
        return over(40, List.of(n, out), i -> {
            double value = switch (n.get(i) % 6) {
                case 0 -> 1.5;
                case 1, 2 -> {
                    double t = n.get(i) / 3.0;
                    yield t * t;
                }
                case 3 -> -i;
                default -> Math.E;
            };
            int wide = switch (n.get(i)) {
                case 5 -> 1;
                case 500 -> 2;
                case 1999 -> 3;
                default -> 0;
            };
            out.set(i, value + wide);
        });
    }

    /** Uses the results of comparisons in each way but in a condition. */
    private static Instance orderings() {
        IntView n = Data.ints("n", 5, 40);
        LongView wide = Data.longs("wide", 0, 40);
        DoubleView d = Data.doubles("d", 40);
        IntView out = Data.intZeros("out", 40, 5);
        int[] table = {10, 20, 30};
        return over(40, List.of(n, wide, d, out), i -> {
            int middle = n.get(i) - 2;
            switch (Integer.signum(middle)) {
                case -1:
                    out.set(i, 0, 1);
                    break;
                case 0:
                    out.set(i, 0, 2);
                    break;
                default:
                    out.set(i, 0, 3);
            }
            out.set(
                    i,
                    1,
                    switch (Long.compare(wide.get(i), 0)) {
                        case -1 -> 5;
                        case 1 -> 7;
                        default -> 6;
                    });
            out.set(
                    i,
                    2,
                    switch (Integer.compareUnsigned(middle, 1)) {
                        case -1 -> 8;
                        case 1 -> 9;
                        default -> 4;
                    });
            int[] local = {3, 4};
            local[Integer.signum(n.get(i))] = 5;
            out.set(i, 3, table[Integer.signum(n.get(i))] + local[Integer.compare(n.get(i), 0)]);
            out.set(
                    i,
                    4,
                    -Integer.compare(middle, i) + (d.get(i) > 0 ? Integer.signum(middle) : Long.signum(wide.get(i))));
        });
    }

    private static int classify(int i, double x) {
        if (i < 5) {
            return 0;
        }
        for (int k = 0; k < i; k++) {
            if (x * k > 3) {
                return k;
            }
            if (x < -1) {
                return -k - 1;
            }
        }
        assert i > 0 : "asserts are not a part of kernels";
        return x > 0 ? 100 : 200;
    }

    private static Instance earlyReturns() {
        DoubleView x = Data.doubles("x", 30);
        IntView out = Data.intZeros("out", 30);
        return over(30, List.of(x, out), i -> {
            if (x.get(i) > 1.9) {
                return;
            }
            out.set(i, classify(i, x.get(i)));
        });
    }
}
