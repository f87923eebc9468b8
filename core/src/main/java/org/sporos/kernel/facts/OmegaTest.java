package org.sporos.kernel.facts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The Omega test (Pugh, 1991): whether a system of linear equations and inequalities surely has no integer solution.
 * Equations are eliminated by unimodular changes of variables, inequalities by Fourier-Motzkin elimination, with bounds
 * tightened to integers at each step. Only the real shadow of an elimination is kept, so that the answer "no solution" is
 * exact, and "maybe" is given where deciding would need more. Used once.
 */
final class OmegaTest {
    private static final int MAX_INEQUALITIES = 300;
    private static final int MAX_STEPS = 200;

    private final Deque<LinearForm> equations = new ArrayDeque<>();
    /** The least constant of each sum of unknowns that is known not to be negative. */
    private Map<SortedMap<Integer, Long>, LinearForm> inequalities = new LinkedHashMap<>();

    private boolean contradiction;
    private int nextUnknown;

    /**
     * @param zeros the forms that are 0
     * @param nonNegatives the forms that are not negative
     */
    private OmegaTest(Collection<LinearForm> zeros, Collection<LinearForm> nonNegatives) {
        zeros.forEach(this::note);
        nonNegatives.forEach(this::note);
        zeros.forEach(this::equation);
        nonNegatives.forEach(this::inequality);
    }

    /** Returns whether no integers make all of some forms 0, and none of others negative. */
    static boolean hasNoSolution(Collection<LinearForm> zeros, Collection<LinearForm> nonNegatives) {
        try {
            return new OmegaTest(zeros, nonNegatives).run();
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private void note(LinearForm form) {
        if (!form.isConstant()) {
            nextUnknown = Math.max(nextUnknown, form.terms().lastKey() + 1);
        }
    }

    private boolean run() {
        for (int step = 0; step < MAX_STEPS && !contradiction; step++) {
            LinearForm equation = equations.poll();
            if (equation != null) {
                eliminate(equation);
            } else if (inequalities.isEmpty() || inequalities.size() > MAX_INEQUALITIES) {
                return false;
            } else {
                projectBest();
            }
        }
        return contradiction;
    }

    private void equation(LinearForm form) {
        long divisor = form.divisor();
        if (divisor == 0) {
            contradiction |= form.constant() != 0;
        } else if (form.constant() % divisor != 0) {
            contradiction = true;
        } else {
            equations.add(form.divided(divisor, form.constant() / divisor));
        }
    }

    /** Adds a form that is not negative: divided by its divisor, its constant is rounded down. */
    private void inequality(LinearForm form) {
        long divisor = form.divisor();
        if (divisor == 0) {
            contradiction |= form.constant() < 0;
            return;
        }
        LinearForm least = form.divided(divisor, Math.floorDiv(form.constant(), divisor));
        LinearForm before = inequalities.get(least.terms());
        if (before != null && before.constant() <= least.constant()) {
            return;
        }
        inequalities.put(least.terms(), least);
        LinearForm opposite = inequalities.get(least.times(-1).terms());
        if (opposite != null) {
            long room = Math.addExact(least.constant(), opposite.constant());
            contradiction |= room < 0;
            if (room == 0) {
                equations.add(least);
            }
        }
    }

    /** Solves an equation for the unknown with the least factor, after changes of variables that make that factor 1. */
    private void eliminate(LinearForm equation) {
        int unknown = leastFactor(equation);
        long factor = equation.factor(unknown);
        LinearForm rest = equation.plus(LinearForm.unknown(unknown), -factor);
        if (Math.abs(factor) == 1) {
            replace(unknown, rest.times(-factor));
            return;
        }
        // With x = t - (sum of the rounded quotients) all other factors become smaller than this one.
        LinearForm changed = LinearForm.unknown(nextUnknown++);
        for (Map.Entry<Integer, Long> term : rest.terms().entrySet()) {
            changed = changed.plus(LinearForm.unknown(term.getKey()), -Math.floorDiv(term.getValue(), factor));
        }
        replace(unknown, changed);
        equation(equation.with(unknown, changed));
    }

    private static int leastFactor(LinearForm form) {
        int least = form.terms().firstKey();
        for (Map.Entry<Integer, Long> term : form.terms().entrySet()) {
            least = Math.abs(term.getValue()) < Math.abs(form.factor(least)) ? term.getKey() : least;
        }
        return least;
    }

    private void replace(int unknown, LinearForm replacement) {
        List<LinearForm> others = new ArrayList<>(equations);
        equations.clear();
        others.forEach(form -> equation(form.with(unknown, replacement)));
        Collection<LinearForm> before = inequalities.values();
        inequalities = new LinkedHashMap<>();
        before.forEach(form -> inequality(form.with(unknown, replacement)));
    }

    /** Eliminates the unknown that leaves the fewest inequalities, one of exact elimination first. */
    private void projectBest() {
        Map<Integer, int[]> counts = new LinkedHashMap<>();
        for (LinearForm form : inequalities.values()) {
            form.terms().forEach((unknown, factor) -> {
                int[] count = counts.computeIfAbsent(unknown, u -> new int[4]);
                int side = factor > 0 ? 0 : 1;
                count[side]++;
                count[2 + side] |= Math.abs(factor) == 1 ? 0 : 1;
            });
        }
        int best = -1;
        int cost = Integer.MAX_VALUE;
        for (Map.Entry<Integer, int[]> entry : counts.entrySet()) {
            int[] count = entry.getValue();
            boolean exact = count[2] == 0 || count[3] == 0;
            int now = count[0] * count[1] + (exact ? 0 : MAX_INEQUALITIES);
            if (now < cost) {
                cost = now;
                best = entry.getKey();
            }
        }
        project(best);
    }

    private void project(int unknown) {
        List<LinearForm> lower = new ArrayList<>();
        List<LinearForm> upper = new ArrayList<>();
        Collection<LinearForm> before = inequalities.values();
        inequalities = new LinkedHashMap<>();
        for (LinearForm form : before) {
            long factor = form.factor(unknown);
            if (factor == 0) {
                inequalities.put(form.terms(), form);
            } else {
                (factor > 0 ? lower : upper).add(form);
            }
        }
        for (LinearForm low : lower) {
            for (LinearForm high : upper) {
                inequality(low.times(-high.factor(unknown)).plus(high, low.factor(unknown)));
            }
        }
    }
}
