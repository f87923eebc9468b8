package org.sporos.host.code;

import java.util.HashMap;
import java.util.Map;

/**
 * An integer as a number and multiples of other integers. All arithmetic wraps, which keeps what is small right.
 * Immutable.
 *
 * @param terms the factor of each other integer, none of them 0; indexes are named by their dimension
 */
record AffineInt(Map<Object, Long> terms, long constant) {
    AffineInt {
        terms = Map.copyOf(terms);
    }

    static AffineInt of(long constant) {
        return new AffineInt(Map.of(), constant);
    }

    /** Returns another integer by itself. */
    static AffineInt term(Object name) {
        return new AffineInt(Map.of(name, 1L), 0);
    }

    AffineInt plus(AffineInt other) {
        Map<Object, Long> sum = new HashMap<>(terms);
        other.terms.forEach((name, factor) -> sum.merge(name, factor, Long::sum));
        sum.values().removeIf(factor -> factor == 0);
        return new AffineInt(sum, constant + other.constant);
    }

    AffineInt times(long factor) {
        if (factor == 0) {
            return of(0);
        }
        Map<Object, Long> product = new HashMap<>();
        terms.forEach((name, old) -> product.put(name, old * factor));
        product.values().removeIf(changed -> changed == 0);
        return new AffineInt(product, constant * factor);
    }

    AffineInt minus(AffineInt other) {
        return plus(other.times(-1));
    }

    long factor(Object name) {
        return terms.getOrDefault(name, 0L);
    }

    boolean isConstant() {
        return terms.isEmpty();
    }
}
