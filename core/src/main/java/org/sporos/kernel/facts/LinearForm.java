package org.sporos.kernel.facts;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A sum of a constant and of integer unknowns times factors, none of them 0. Unknowns are numbers. Immutable. Operations
 * throw {@link ArithmeticException} where a number does not fit into a long.
 */
record LinearForm(long constant, SortedMap<Integer, Long> terms) {

    static LinearForm of(long constant) {
        return new LinearForm(constant, new TreeMap<>());
    }

    static LinearForm unknown(int unknown) {
        SortedMap<Integer, Long> terms = new TreeMap<>();
        terms.put(unknown, 1L);
        return new LinearForm(0, terms);
    }

    boolean isConstant() {
        return terms.isEmpty();
    }

    /** Returns the factor of an unknown, 0 if it has none. */
    long factor(int unknown) {
        return terms.getOrDefault(unknown, 0L);
    }

    LinearForm plus(long number) {
        return new LinearForm(Math.addExact(constant, number), terms);
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
        SortedMap<Integer, Long> sum = new TreeMap<>(terms);
        for (Map.Entry<Integer, Long> term : other.terms.entrySet()) {
            long factor = Math.addExact(factor(term.getKey()), Math.multiplyExact(times, term.getValue()));
            if (factor == 0) {
                sum.remove(term.getKey());
            } else {
                sum.put(term.getKey(), factor);
            }
        }
        return new LinearForm(Math.addExact(constant, Math.multiplyExact(times, other.constant)), sum);
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
        for (long factor : terms.values()) {
            divisor = gcd(Math.absExact(factor), divisor);
        }
        return divisor;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Returns the form with all factors divided by a number that divides them, and another constant. */
    LinearForm divided(long divisor, long newConstant) {
        SortedMap<Integer, Long> divided = new TreeMap<>();
        terms.forEach((unknown, factor) -> divided.put(unknown, factor / divisor));
        return new LinearForm(newConstant, divided);
    }
}
