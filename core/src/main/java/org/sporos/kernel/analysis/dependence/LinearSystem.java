package org.sporos.kernel.analysis.dependence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.analysis.AffineExpr;

/**
 * A system of linear equations and inequalities over integers in solved form: equations are eliminated by unimodular
 * changes of variables, bounds are tightened to integers. Mutable, not thread-safe.
 */
final class LinearSystem {
    private static final int MAX_STEPS = 200;

    private final Deque<AffineExpr<Integer>> equations = new ArrayDeque<>();
    /** The definitions of eliminated unknowns, in terms of the remaining ones. */
    private final Map<Integer, AffineExpr<Integer>> solved;
    /** The tightest nonnegative form per sum of unknowns. */
    private final Map<AffineExpr<Integer>, AffineExpr<Integer>> inequalities;

    private boolean contradiction;
    private int nextUnknown;

    LinearSystem(int unknowns) {
        this.solved = new LinkedHashMap<>();
        this.inequalities = new LinkedHashMap<>();
        this.nextUnknown = unknowns;
    }

    /** Copies a system. */
    LinearSystem(LinearSystem other) {
        this.solved = new LinkedHashMap<>(other.solved);
        this.inequalities = new LinkedHashMap<>(other.inequalities);
        this.nextUnknown = other.nextUnknown;
        this.contradiction = other.contradiction;
    }

    /** Returns whether the equations and bounds are contradictory. */
    boolean isContradictory() {
        return contradiction;
    }

    /** Returns the nonnegative forms. */
    Collection<AffineExpr<Integer>> inequalities() {
        return inequalities.values();
    }

    /** Adds forms that are 0, and nonnegative forms. */
    void add(List<AffineExpr<Integer>> zeros, List<AffineExpr<Integer>> nonNegatives) {
        zeros.forEach(form -> equation(reduced(form)));
        solve();
        nonNegatives.forEach(form -> inequality(reduced(form)));
        solve();
    }

    private AffineExpr<Integer> reduced(AffineExpr<Integer> form) {
        AffineExpr<Integer> reduced = form;
        for (int k = 0; k < form.size(); k++) {
            AffineExpr<Integer> replacement = solved.get(form.unknownAt(k));
            reduced = replacement == null ? reduced : reduced.with(form.unknownAt(k), replacement);
        }
        return reduced;
    }

    private void solve() {
        for (int step = 0; step < MAX_STEPS && !contradiction && !equations.isEmpty(); step++) {
            eliminate(equations.remove());
        }
        // Dropping an equation adds solutions, which is conservative.
        equations.clear();
    }

    private void equation(AffineExpr<Integer> form) {
        long divisor = form.divisor();
        if (divisor == 0) {
            contradiction |= form.constant() != 0;
        } else if (form.constant() % divisor != 0) {
            contradiction = true;
        } else {
            equations.add(form.divided(divisor, form.constant() / divisor));
        }
    }

    /** Adds a nonnegative form, divided by its divisor with the constant rounded down. */
    void inequality(AffineExpr<Integer> form) {
        long divisor = form.divisor();
        if (divisor == 0) {
            contradiction |= form.constant() < 0;
            return;
        }
        AffineExpr<Integer> least = form.divided(divisor, Math.floorDiv(form.constant(), divisor));
        AffineExpr<Integer> before = inequalities.get(least.withoutConstant());
        if (before != null && before.constant() <= least.constant()) {
            return;
        }
        inequalities.put(least.withoutConstant(), least);
        AffineExpr<Integer> opposite = inequalities.get(least.withoutConstant().times(-1));
        if (opposite != null) {
            long room = Math.addExact(least.constant(), opposite.constant());
            contradiction |= room < 0;
            if (room == 0) {
                equations.add(least);
            }
        }
    }

    /** Eliminates equations that resulted from inequalities. */
    void settle() {
        solve();
    }

    /** Solves an equation for the unknown with the least factor, after changes of variables that reduce it to 1. */
    private void eliminate(AffineExpr<Integer> equation) {
        int unknown = leastFactor(equation);
        long factor = equation.factor(unknown);
        AffineExpr<Integer> rest = equation.plus(AffineExpr.unknown(unknown), -factor);
        if (Math.abs(factor) == 1) {
            replace(unknown, rest.times(-factor));
            return;
        }
        // Substituting x = t - (sum of the rounded quotients) makes all other factors smaller than this one.
        AffineExpr<Integer> changed = AffineExpr.unknown(nextUnknown++);
        for (int k = 0; k < rest.size(); k++) {
            long quotient = Math.floorDiv(rest.factorAt(k), factor);
            changed = changed.plus(AffineExpr.unknown(rest.unknownAt(k)), -quotient);
        }
        replace(unknown, changed);
        equation(equation.with(unknown, changed));
    }

    private static int leastFactor(AffineExpr<Integer> form) {
        int least = 0;
        for (int k = 1; k < form.size(); k++) {
            least = Math.abs(form.factorAt(k)) < Math.abs(form.factorAt(least)) ? k : least;
        }
        return form.unknownAt(least);
    }

    private void replace(int unknown, AffineExpr<Integer> replacement) {
        solved.replaceAll((key, form) -> form.with(unknown, replacement));
        solved.put(unknown, replacement);
        List<AffineExpr<Integer>> others = new ArrayList<>(equations);
        equations.clear();
        others.forEach(form -> equation(form.with(unknown, replacement)));
        List<AffineExpr<Integer>> changed = new ArrayList<>();
        inequalities.values().removeIf(form -> form.factor(unknown) != 0 && changed.add(form));
        changed.forEach(form -> inequality(form.with(unknown, replacement)));
    }

    /** Removes and returns the inequalities with an unknown. */
    List<AffineExpr<Integer>> removeWith(int unknown) {
        List<AffineExpr<Integer>> taken = new ArrayList<>();
        inequalities.values().removeIf(form -> form.factor(unknown) != 0 && taken.add(form));
        return taken;
    }
}
