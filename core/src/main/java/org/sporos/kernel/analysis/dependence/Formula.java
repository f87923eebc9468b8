package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;

/** A conjunction of linear integer constraints and of disjunctions of formulas. Not thread-safe. */
final class Formula {
    private static final long LARGEST_BOUND = 1L << 60;

    private final List<AffineExpr<Integer>> zeros = new ArrayList<>();
    private final List<AffineExpr<Integer>> nonNegatives = new ArrayList<>();
    private final List<List<Formula>> disjunctions = new ArrayList<>();
    private final Set<Object> constrained = new HashSet<>();
    private final @Nullable Formula outer;

    Formula() {
        this(null);
    }

    private Formula(@Nullable Formula outer) {
        this.outer = outer;
    }

    List<AffineExpr<Integer>> zeros() {
        return zeros;
    }

    List<AffineExpr<Integer>> nonNegatives() {
        return nonNegatives;
    }

    List<List<Formula>> disjunctions() {
        return disjunctions;
    }

    /** Marks a key as constrained; returns whether it was already, here or in an enclosing formula. */
    boolean isConstrained(Object key) {
        for (Formula at = this; at != null; at = at.outer) {
            if (at.constrained.contains(key)) {
                return true;
            }
        }
        constrained.add(key);
        return false;
    }

    void isZero(AffineExpr<Integer> form) {
        zeros.add(form);
    }

    void areEqual(AffineExpr<Integer> a, AffineExpr<Integer> b) {
        zeros.add(a.minus(b));
    }

    void isNotNegative(AffineExpr<Integer> form) {
        nonNegatives.add(form);
    }

    /** Adds {@code a <= b}. */
    void isAtMost(AffineExpr<Integer> a, AffineExpr<Integer> b) {
        nonNegatives.add(b.minus(a));
    }

    /** Adds {@code a < b}. */
    void isLess(AffineExpr<Integer> a, AffineExpr<Integer> b) {
        nonNegatives.add(b.minus(a).plus(-1));
    }

    /** Adds the bounds of an interval, except very large ones. */
    void isIn(AffineExpr<Integer> form, Interval interval) {
        if (interval.low() > -LARGEST_BOUND) {
            isAtMost(AffineExpr.of(interval.low()), form);
        }
        if (interval.high() < LARGEST_BOUND) {
            isAtMost(form, AffineExpr.of(interval.high()));
        }
    }

    void isFalse() {
        nonNegatives.add(AffineExpr.of(-1));
    }

    /** Adds a disjunction. */
    @SafeVarargs
    final void anyOf(Consumer<Formula>... alternatives) {
        anyOf(List.of(alternatives));
    }

    void anyOf(List<Consumer<Formula>> alternatives) {
        List<Formula> all = new ArrayList<>();
        for (Consumer<Formula> alternative : alternatives) {
            Formula formula = new Formula(this);
            alternative.accept(formula);
            all.add(formula);
        }
        disjunctions.add(all);
    }
}
