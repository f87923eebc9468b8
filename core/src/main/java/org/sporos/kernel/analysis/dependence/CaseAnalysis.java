package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;

/**
 * Proves that a formula has no integer solution, by a search over its disjunctions (DPLL): the {@link OmegaTest} prunes
 * cases, disjunctions with one remaining alternative are resolved first (unit propagation). A budget bounds the work.
 * Used once.
 */
final class CaseAnalysis {
    private static final int BUDGET = 600;

    private int budget = BUDGET;

    private CaseAnalysis() {}

    /** Returns whether a formula is proven to have no solution. */
    static boolean hasNoSolution(Formula formula, int unknowns) {
        Case all = new Case(new LinearSystem(unknowns), List.of()).with(formula);
        return new CaseAnalysis().isUnsatisfiable(all);
    }

    /** The constraints of a case, and the open disjunctions. */
    private record Case(LinearSystem system, List<List<Formula>> disjunctions) {
        Case with(Formula formula) {
            LinearSystem more = new LinearSystem(system);
            more.add(formula.zeros(), formula.nonNegatives());
            List<List<Formula>> all = new ArrayList<>(disjunctions);
            all.addAll(formula.disjunctions());
            return new Case(more, all);
        }

        Case without(List<Formula> disjunction) {
            List<List<Formula>> left = new ArrayList<>(disjunctions);
            left.removeIf(other -> other == disjunction);
            return new Case(system, left);
        }
    }

    private boolean isUnsatisfiable(Case now) {
        if (contradicts(now)) {
            return true;
        }
        Case reduced = now;
        List<Formula> fewest = List.of();
        boolean again = true;
        while (again && budget > 0) {
            again = false;
            fewest = List.of();
            for (List<Formula> disjunction : reduced.disjunctions()) {
                List<Formula> left = left(reduced, disjunction);
                if (left.isEmpty()) {
                    return true;
                } else if (left.size() == 1) {
                    reduced = reduced.without(disjunction).with(left.get(0));
                    again = true;
                    break;
                } else if (fewest.isEmpty() || left.size() < fewest.size()) {
                    fewest = disjunction;
                }
            }
        }
        return !fewest.isEmpty() && budget > 0 && areUnsatisfiable(reduced.without(fewest), fewest);
    }

    private boolean areUnsatisfiable(Case rest, List<Formula> alternatives) {
        for (Formula alternative : alternatives) {
            if (!isUnsatisfiable(rest.with(alternative))) {
                return false;
            }
        }
        return true;
    }

    private List<Formula> left(Case now, List<Formula> disjunction) {
        List<Formula> left = new ArrayList<>();
        for (Formula alternative : disjunction) {
            if (!contradicts(now.with(alternative))) {
                left.add(alternative);
            }
        }
        return left;
    }

    private boolean contradicts(Case now) {
        return budget-- > 0 && OmegaTest.hasNoSolution(new LinearSystem(now.system()));
    }
}
