package org.sporos.kernel.facts;

import java.util.Arrays;

/**
 * A sum of a constant and of integer unknowns times factors, none of them 0. Unknowns are numbers, in rising order.
 * Immutable. Operations throw {@link ArithmeticException} where a number does not fit into a long.
 */
final class LinearForm {
    private static final int[] NO_UNKNOWNS = {};
    private static final long[] NO_FACTORS = {};

    private final long constant;
    private final int[] unknowns;
    private final long[] factors;

    private LinearForm(long constant, int[] unknowns, long[] factors) {
        this.constant = constant;
        this.unknowns = unknowns;
        this.factors = factors;
    }

    static LinearForm of(long constant) {
        return new LinearForm(constant, NO_UNKNOWNS, NO_FACTORS);
    }

    static LinearForm unknown(int unknown) {
        return new LinearForm(0, new int[] {unknown}, new long[] {1});
    }

    long constant() {
        return constant;
    }

    boolean isConstant() {
        return unknowns.length == 0;
    }

    /** Returns the number of unknowns with a factor. */
    int size() {
        return unknowns.length;
    }

    /** Returns the k-th unknown. */
    int unknownAt(int k) {
        return unknowns[k];
    }

    /** Returns the factor of the k-th unknown. */
    long factorAt(int k) {
        return factors[k];
    }

    /** Returns the factor of an unknown, 0 if it has none. */
    long factor(int unknown) {
        int at = Arrays.binarySearch(unknowns, unknown);
        return at < 0 ? 0 : factors[at];
    }

    LinearForm plus(long number) {
        return new LinearForm(Math.addExact(constant, number), unknowns, factors);
    }

    LinearForm plus(LinearForm other) {
        return plus(other, 1);
    }

    LinearForm minus(LinearForm other) {
        return plus(other, -1);
    }

    /** Returns this form plus a multiple of another. */
    LinearForm plus(LinearForm other, long times) {
        if (times == 0) {
            return this;
        }
        int[] sumUnknowns = new int[size() + other.size()];
        long[] sumFactors = new long[sumUnknowns.length];
        int size = 0;
        int a = 0;
        int b = 0;
        while (a < size() || b < other.size()) {
            int unknown = Math.min(next(a), other.next(b));
            long factor = next(a) == unknown ? factors[a++] : 0;
            if (other.next(b) == unknown) {
                factor = Math.addExact(factor, Math.multiplyExact(times, other.factors[b++]));
            }
            if (factor != 0) {
                sumUnknowns[size] = unknown;
                sumFactors[size++] = factor;
            }
        }
        long sum = Math.addExact(constant, Math.multiplyExact(times, other.constant));
        return new LinearForm(sum, Arrays.copyOf(sumUnknowns, size), Arrays.copyOf(sumFactors, size));
    }

    private int next(int k) {
        return k < unknowns.length ? unknowns[k] : Integer.MAX_VALUE;
    }

    LinearForm times(long factor) {
        return of(0).plus(this, factor);
    }

    /** Returns the form with another in place of an unknown. */
    LinearForm with(int unknown, LinearForm replacement) {
        long factor = factor(unknown);
        return factor == 0 ? this : plus(unknown(unknown), -factor).plus(replacement, factor);
    }

    /** Returns the greatest common divisor of the factors, 0 if there are none. */
    long divisor() {
        long divisor = 0;
        for (long factor : factors) {
            divisor = gcd(Math.absExact(factor), divisor);
        }
        return divisor;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Returns the form with all factors divided by a number that divides them, and another constant. */
    LinearForm divided(long divisor, long newConstant) {
        if (divisor == 1) {
            return newConstant == constant ? this : new LinearForm(newConstant, unknowns, factors);
        }
        long[] divided = new long[factors.length];
        for (int k = 0; k < divided.length; k++) {
            divided[k] = factors[k] / divisor;
        }
        return new LinearForm(newConstant, unknowns, divided);
    }

    /** Returns the form without its constant. */
    LinearForm terms() {
        return constant == 0 ? this : new LinearForm(0, unknowns, factors);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearForm that
                && constant == that.constant
                && Arrays.equals(unknowns, that.unknowns)
                && Arrays.equals(factors, that.factors);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(constant) * 31 + Arrays.hashCode(unknowns)) * 31 + Arrays.hashCode(factors);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(Long.toString(constant));
        for (int k = 0; k < unknowns.length; k++) {
            text.append(" + ").append(factors[k]).append("*u").append(unknowns[k]);
        }
        return text.toString();
    }
}
