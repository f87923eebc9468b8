package org.sporos.kernel.facts;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A sum of a constant and of symbols times factors, none of them 0. Immutable. Operations give null where a number does
 * not fit into a long.
 */
record AffineSum(long constant, Map<Symbol, Long> terms) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AffineSum affine && affine.constant == constant && affine.terms.equals(terms);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(constant) + terms.hashCode();
    }

    static AffineSum of(long constant) {
        return new AffineSum(constant, Map.of());
    }

    static AffineSum of(Symbol symbol) {
        return new AffineSum(0, Map.of(symbol, 1L));
    }

    boolean isConstant() {
        return terms.isEmpty();
    }

    /** Returns the factor of a symbol, 0 if it has none. */
    long factor(Symbol symbol) {
        return terms.getOrDefault(symbol, 0L);
    }

    /** Returns the only symbol, or null if there are none or several. */
    @Nullable
    Symbol only() {
        return terms.size() == 1 ? terms.keySet().iterator().next() : null;
    }

    boolean has(Symbol.Kind kind) {
        boolean found = false;
        for (Symbol symbol : terms.keySet()) {
            found |= symbol.kind() == kind;
        }
        return found;
    }

    @Nullable
    AffineSum plus(AffineSum other, long times) {
        try {
            Map<Symbol, Long> sum = new TreeMap<>(terms);
            for (Map.Entry<Symbol, Long> term : other.terms.entrySet()) {
                long factor = Math.addExact(factor(term.getKey()), Math.multiplyExact(times, term.getValue()));
                if (factor == 0) {
                    sum.remove(term.getKey());
                } else {
                    sum.put(term.getKey(), factor);
                }
            }
            return new AffineSum(Math.addExact(constant, Math.multiplyExact(times, other.constant)), sum);
        } catch (ArithmeticException e) {
            return null;
        }
    }

    @Nullable
    AffineSum times(long factor) {
        return AffineSum.of(0).plus(this, factor);
    }
}
