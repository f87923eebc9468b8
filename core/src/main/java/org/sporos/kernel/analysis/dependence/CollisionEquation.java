package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.analysis.interval.Interval;

/**
 * Decides whether a linear Diophantine equation {@code sum of factor * unknown = wanted} has a solution with bounded
 * unknowns, in which at least one pair of unknowns differs. A backtracking search from the largest factor on, pruned by
 * the range and the greatest common divisor of the remaining terms; a budget bounds the work. Used once.
 */
final class CollisionEquation {
    private static final int BUDGET = 20_000;

    /** A three-valued result. */
    enum Ternary {
        NO,
        YES,
        UNKNOWN
    }

    /**
     * A bounded unknown.
     *
     * @param pair the number of its pair, or -1
     * @param isDifference whether it is the difference of the pair, else one of its sides
     */
    private record Unknown(long factor, Interval range, int pair, boolean isDifference) {}

    private final List<Unknown> unknowns = new ArrayList<>();
    private boolean differs;
    private long[] values = {};
    private long[] least = {};
    private long[] most = {};
    private long[] divisors = {};
    private int budget = BUDGET;
    private boolean tooLarge;

    /** Adds an unknown without a pair. */
    void free(long factor, Interval range) {
        add(factor, range, -1, false);
    }

    /**
     * Adds the two sides of an unknown that belongs to no pair, and their difference alone if they have the same
     * factor: two long ranges would take the budget.
     */
    void apart(long factor, Interval one, long otherFactor, Interval other) {
        if (factor == -otherFactor && isShort(one) && isShort(other)) {
            free(factor, subtract(one, other));
            return;
        }
        if (factor != 0) {
            free(factor, one);
        }
        if (otherFactor != 0) {
            free(otherFactor, other);
        }
    }

    private static boolean isShort(Interval range) {
        return range.low() > -(1L << 60) && range.high() < 1L << 60;
    }

    /** Adds the difference of a pair whose sides have the same factor. */
    void difference(long factor, Interval one, Interval other, int pair) {
        Interval range = subtract(one, other);
        if (factor == 0) {
            // A difference with factor 0 is unconstrained.
            differs |= range.low() < 0 || range.high() > 0;
        } else {
            add(factor, range, pair, true);
        }
    }

    /** Adds the sides of a pair with different factors. */
    void sides(long factor, Interval one, long otherFactor, Interval other, int pair) {
        add(factor, one, pair, false);
        add(otherFactor, other, pair, false);
    }

    private static Interval subtract(Interval a, Interval b) {
        return new Interval(a.low() - b.high(), a.high() - b.low());
    }

    private void add(long factor, Interval range, int pair, boolean isDifference) {
        long reach = Math.max(Math.abs(range.low()), Math.abs(range.high()));
        boolean fits = range.low() != Long.MIN_VALUE && Math.multiplyHigh(reach, Math.abs(factor)) == 0;
        tooLarge |= !fits || reach * Math.abs(factor) < 0 || reach * Math.abs(factor) > Long.MAX_VALUE >> 8;
        unknowns.add(new Unknown(factor, range, pair, isDifference));
    }

    Ternary solve(long wanted) {
        for (Unknown unknown : unknowns) {
            if (unknown.range().isEmpty()) {
                return Ternary.NO;
            }
        }
        if (tooLarge) {
            return Ternary.UNKNOWN;
        }
        unknowns.sort((a, b) -> Long.compare(Math.abs(b.factor()), Math.abs(a.factor())));
        int size = unknowns.size();
        values = new long[size];
        least = new long[size + 1];
        most = new long[size + 1];
        divisors = new long[size + 1];
        for (int k = size - 1; k >= 0; k--) {
            Unknown unknown = unknowns.get(k);
            long a = unknown.factor() * unknown.range().low();
            long b = unknown.factor() * unknown.range().high();
            least[k] = least[k + 1] + Math.min(a, b);
            most[k] = most[k + 1] + Math.max(a, b);
            divisors[k] = gcd(divisors[k + 1], Math.abs(unknown.factor()));
        }
        boolean found = search(0, wanted);
        return found ? Ternary.YES : budget <= 0 ? Ternary.UNKNOWN : Ternary.NO;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private boolean search(int k, long wanted) {
        if (k == unknowns.size()) {
            return wanted == 0 && (differs || someDiffer());
        }
        if (wanted < least[k] || wanted > most[k] || (divisors[k] != 0 && wanted % divisors[k] != 0)) {
            return false;
        }
        Unknown unknown = unknowns.get(k);
        long factor = unknown.factor();
        if (factor == 0) {
            return anyOf(k, unknown.range(), wanted);
        }
        // The remaining terms can sum up to the rest only for factor * value in [low, high].
        long low = wanted - most[k + 1];
        long high = wanted - least[k + 1];
        long first = factor > 0 ? -Math.floorDiv(-low, factor) : -Math.floorDiv(-high, factor);
        long last = factor > 0 ? Math.floorDiv(high, factor) : Math.floorDiv(low, factor);
        Interval candidates = unknown.range().meet(new Interval(first, last));
        for (long value = candidates.low(); value <= candidates.high() && budget-- > 0; value++) {
            values[k] = value;
            if (search(k + 1, wanted - factor * value)) {
                return true;
            }
        }
        return false;
    }

    /** An unknown with factor 0 may still make its pair differ: tries both bounds. */
    private boolean anyOf(int k, Interval range, long wanted) {
        values[k] = range.low();
        if (search(k + 1, wanted)) {
            return true;
        }
        values[k] = range.high();
        return range.low() != range.high() && search(k + 1, wanted);
    }

    private boolean someDiffer() {
        for (int k = 0; k < unknowns.size(); k++) {
            Unknown unknown = unknowns.get(k);
            if (unknown.pair() >= 0 && (unknown.isDifference() ? values[k] != 0 : differsFromOther(k))) {
                return true;
            }
        }
        return false;
    }

    private boolean differsFromOther(int k) {
        for (int j = 0; j < k; j++) {
            if (unknowns.get(j).pair() == unknowns.get(k).pair() && values[j] != values[k]) {
                return true;
            }
        }
        return false;
    }
}
