package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Type;

/** Interval arithmetic of integer operators, with Java's wrap-around on possible overflow. */
final class IntervalMath {
    private static final int INT_DISTANCE = 31;
    private static final int LONG_DISTANCE = 63;

    private IntervalMath() {}

    /**
     * The result of an operation.
     *
     * @param proven whether the operation is exact: no overflow, no zero divisor
     */
    record Outcome(Interval value, boolean proven) {}

    /** Returns the outcome of an exact interval (null on overflow of a long) in a type. */
    private static Outcome fit(@Nullable Interval exact, Type type) {
        Interval all = Interval.ofType(type);
        return exact != null && exact.isIn(all) ? new Outcome(exact, true) : new Outcome(all, false);
    }

    static Outcome binary(Binary op, Type type, Interval a, Interval b) {
        return switch (op) {
            case ADD -> fit(add(a, b), type);
            case SUB -> fit(subtract(a, b), type);
            case MUL -> fit(multiply(a, b), type);
            case DIV -> divide(type, a, b, false);
            case REM -> remainder(type, a, b);
            case AND -> new Outcome(and(type, a, b), true);
            case OR -> new Outcome(or(type, a, b, Math.max(a.low(), b.low())), true);
            case XOR -> new Outcome(or(type, a, b, 0), true);
            case SHL -> shiftLeft(type, a, b);
            case SHR -> new Outcome(shiftRight(type, a, b), true);
            case USHR -> new Outcome(unsignedShiftRight(type, a, b), true);
        };
    }

    static Outcome negate(Type type, Interval a) {
        return fit(subtract(Interval.of(0), a), type);
    }

    static Outcome absolute(Type type, Interval a) {
        if (a.low() >= 0) {
            return new Outcome(a, true);
        }
        Outcome negative = negate(type, a);
        if (!negative.proven()) {
            return negative;
        }
        Interval flipped = negative.value();
        return new Outcome(new Interval(Math.max(0, flipped.low()), Math.max(flipped.high(), a.high())), true);
    }

    static @Nullable Interval add(Interval a, Interval b) {
        long low = a.low() + b.low();
        long high = a.high() + b.high();
        boolean lowWraps = ((a.low() ^ low) & (b.low() ^ low)) < 0;
        boolean highWraps = ((a.high() ^ high) & (b.high() ^ high)) < 0;
        return lowWraps || highWraps ? null : new Interval(low, high);
    }

    static @Nullable Interval subtract(Interval a, Interval b) {
        long low = a.low() - b.high();
        long high = a.high() - b.low();
        boolean lowWraps = ((a.low() ^ b.high()) & (a.low() ^ low)) < 0;
        boolean highWraps = ((a.high() ^ b.low()) & (a.high() ^ high)) < 0;
        return lowWraps || highWraps ? null : new Interval(low, high);
    }

    static @Nullable Interval multiply(Interval a, Interval b) {
        long[] x = {a.low(), a.low(), a.high(), a.high()};
        long[] y = {b.low(), b.high(), b.low(), b.high()};
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int k = 0; k < x.length; k++) {
            long product = x[k] * y[k];
            if (Math.multiplyHigh(x[k], y[k]) != product >> LONG_DISTANCE) {
                return null;
            }
            low = Math.min(low, product);
            high = Math.max(high, product);
        }
        return new Interval(low, high);
    }

    /** Division towards zero, or towards negative infinity. On a device, division by zero continues with 0. */
    static Outcome divide(Type type, Interval a, Interval b, boolean floor) {
        boolean mayBeZero = b.contains(0);
        Interval all = Interval.ofType(type);
        if (b.contains(-1) && a.contains(all.low())) {
            return new Outcome(all, false);
        }
        Interval result = mayBeZero ? Interval.of(0) : Interval.NONE;
        for (Interval side : sides(b)) {
            result = result.join(quotients(a, side, floor));
        }
        return new Outcome(result, !mayBeZero);
    }

    private static Interval[] sides(Interval b) {
        Interval negative = b.meet(new Interval(Long.MIN_VALUE, -1));
        Interval positive = b.meet(new Interval(1, Long.MAX_VALUE));
        return new Interval[] {negative, positive};
    }

    /** A quotient is monotone in both operands for divisors of one sign; extremes are at the corners. */
    private static Interval quotients(Interval a, Interval b, boolean floor) {
        if (b.isEmpty() || a.isEmpty()) {
            return Interval.NONE;
        }
        Interval result = a.contains(0) ? Interval.of(0) : Interval.NONE;
        for (long x : new long[] {a.low(), a.high()}) {
            for (long y : new long[] {b.low(), b.high()}) {
                result = result.join(Interval.of(floor ? Math.floorDiv(x, y) : x / y));
            }
        }
        return result;
    }

    /**
     * The remainder has the sign of the dividend and a smaller magnitude than the divisor. Exact where the quotient
     * fits.
     */
    static Outcome remainder(Type type, Interval a, Interval b) {
        boolean mayBeZero = b.contains(0);
        boolean isExact = !mayBeZero
                && !(b.contains(-1) && a.contains(Interval.ofType(type).low()));
        if (b.low() == Long.MIN_VALUE) {
            return new Outcome(new Interval(Math.min(0, a.low()), Math.max(0, a.high())), isExact);
        }
        long most = Math.max(Math.max(Math.abs(b.low()), Math.abs(b.high())) - 1, 0);
        long least = mayBeZero ? 0 : Math.min(Math.abs(b.low()), Math.abs(b.high()));
        if (!mayBeZero && a.low() > -least && a.high() < least) {
            return new Outcome(a, true);
        }
        long low = a.low() >= 0 ? 0 : Math.max(a.low(), -most);
        long high = a.high() <= 0 ? 0 : Math.min(a.high(), most);
        return new Outcome(new Interval(low, high), isExact);
    }

    /** The floored remainder has the sign of the divisor. */
    static Outcome floorMod(Interval a, Interval b) {
        boolean mayBeZero = b.contains(0);
        if (b.low() > 0 && a.low() >= 0 && a.high() < b.low()) {
            return new Outcome(a, true);
        }
        long low = b.low() >= 0 ? 0 : b.low() + 1;
        long high = b.high() <= 0 ? 0 : b.high() - 1;
        return new Outcome(new Interval(low, high), !mayBeZero);
    }

    private static Interval and(Type type, Interval a, Interval b) {
        if (a.low() >= 0 && b.low() >= 0) {
            return new Interval(0, Math.min(a.high(), b.high()));
        }
        if (a.low() >= 0 || b.low() >= 0) {
            return new Interval(0, a.low() >= 0 ? a.high() : b.high());
        }
        return Interval.ofType(type);
    }

    /** No bit is set above the highest bit of both. */
    private static Interval or(Type type, Interval a, Interval b, long least) {
        if (a.low() < 0 || b.low() < 0) {
            return Interval.ofType(type);
        }
        long most = Math.max(a.high(), b.high());
        long mask = most == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(most);
        return new Interval(least, mask);
    }

    private static int distances(Type type) {
        return type == Type.I32 ? INT_DISTANCE : LONG_DISTANCE;
    }

    private static boolean isPlainDistance(Type type, Interval b) {
        return b.low() >= 0 && b.high() <= distances(type);
    }

    private static Outcome shiftLeft(Type type, Interval a, Interval b) {
        if (!isPlainDistance(type, b) || b.high() == LONG_DISTANCE) {
            return fit(null, type);
        }
        return fit(multiply(a, new Interval(1L << b.low(), 1L << b.high())), type);
    }

    private static Interval shiftRight(Type type, Interval a, Interval b) {
        Interval by = isPlainDistance(type, b) ? b : new Interval(0, distances(type));
        long low = a.low() >= 0 ? a.low() >> by.high() : a.low() >> by.low();
        long high = a.high() >= 0 ? a.high() >> by.low() : a.high() >> by.high();
        return new Interval(low, high);
    }

    private static Interval unsignedShiftRight(Type type, Interval a, Interval b) {
        if (a.low() >= 0) {
            return shiftRight(type, a, b);
        }
        if (isPlainDistance(type, b) && b.low() > 0) {
            long ones = type == Type.I32 ? 0xFFFFFFFFL : -1L;
            return new Interval(0, ones >>> b.low());
        }
        return Interval.ofType(type);
    }
}
