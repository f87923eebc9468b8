package org.sporos.kernel.analysis.dependence;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.AffineExpr;

/** Numbers the integer unknowns of one question by what they stand for. Used by one thread. */
final class Unknowns {
    /** The values that are looked at, at most: a value that several alternatives need is stated in each. */
    private static final int MAX_VALUES = 2000;

    private final Map<Object, Integer> numbers = new HashMap<>();
    private int values;

    /** Returns the unknown that stands for something: the same for equal keys. */
    AffineExpr<Integer> of(Object key) {
        return AffineExpr.unknown(numbers.computeIfAbsent(key, k -> nextNumber()));
    }

    private int nextNumber() {
        return numbers.size();
    }

    /** Returns how many there are. */
    int count() {
        return numbers.size();
    }

    /** Notes that one more value is looked at; returns whether no more should be said of any. */
    boolean isEnough() {
        return ++values > MAX_VALUES;
    }
}
