package org.sporos.kernel.facts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A conjunction of linear constraints over integer unknowns and of disjunctions of formulas. Used by one thread. */
final class Formula {
    private final List<LinearForm> zeros = new ArrayList<>();
    private final List<LinearForm> nonNegatives = new ArrayList<>();
    private final List<List<Formula>> disjunctions = new ArrayList<>();
    private final Set<Object> stated = new HashSet<>();
    private final @Nullable Formula outer;

    Formula() {
        this(null);
    }

    private Formula(@Nullable Formula outer) {
        this.outer = outer;
    }

    List<LinearForm> zeros() {
        return zeros;
    }

    List<LinearForm> nonNegatives() {
        return nonNegatives;
    }

    List<List<Formula>> disjunctions() {
        return disjunctions;
    }

    /** Returns whether what there is to say about a key is said here or around here; from now on it is. */
    boolean states(Object key) {
        for (Formula at = this; at != null; at = at.outer) {
            if (at.stated.contains(key)) {
                return true;
            }
        }
        stated.add(key);
        return false;
    }

    void isZero(LinearForm form) {
        zeros.add(form);
    }

    void areEqual(LinearForm a, LinearForm b) {
        zeros.add(a.minus(b));
    }

    void isNotNegative(LinearForm form) {
        nonNegatives.add(form);
    }

    /** States {@code a <= b}. */
    void isAtMost(LinearForm a, LinearForm b) {
        nonNegatives.add(b.minus(a));
    }

    /** States {@code a < b}. */
    void isLess(LinearForm a, LinearForm b) {
        nonNegatives.add(b.minus(a).plus(-1));
    }

    void isFalse() {
        nonNegatives.add(LinearForm.of(-1));
    }

    /** States that one of some alternatives holds, at least. */
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
