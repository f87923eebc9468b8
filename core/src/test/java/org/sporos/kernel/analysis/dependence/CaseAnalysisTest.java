package org.sporos.kernel.analysis.dependence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;

/** Formulas with disjunctions against a search over all points of a box. */
class CaseAnalysisTest {
    private static final int SIDE = 6;

    private static AffineExpr<Integer> unknown(int u) {
        return AffineExpr.unknown(u);
    }

    private static boolean holds(Formula formula, int... point) {
        return formula.zeros().stream().allMatch(form -> value(form, point) == 0)
                && formula.nonNegatives().stream().allMatch(form -> value(form, point) >= 0)
                && formula.disjunctions().stream()
                        .allMatch(any -> any.stream().anyMatch(alternative -> holds(alternative, point)));
    }

    private static long value(AffineExpr<Integer> form, int... point) {
        long sum = form.constant();
        for (int u = 0; u < point.length; u++) {
            sum += form.factor(u) * point[u];
        }
        return sum;
    }

    private static boolean hasPoint(Formula formula) {
        for (int x = 0; x < SIDE; x++) {
            for (int y = 0; y < SIDE; y++) {
                for (int z = 0; z < SIDE; z++) {
                    if (holds(formula, x, y, z)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static void constrain(Formula formula, Random random, int depth) {
        AffineExpr<Integer> a = unknown(random.nextInt(3)).times(1 + random.nextInt(3));
        AffineExpr<Integer> b = unknown(random.nextInt(3)).plus(random.nextInt(9) - 4);
        switch (random.nextInt(depth > 0 ? 4 : 3)) {
            case 0 -> formula.areEqual(a, b);
            case 1 -> formula.isLess(a, b);
            case 2 -> formula.isAtMost(b, a);
            default -> {
                List<Consumer<Formula>> any = new ArrayList<>();
                for (int k = random.nextInt(4); k >= 0; k--) {
                    any.add(alternative -> {
                        constrain(alternative, random, depth - 1);
                        constrain(alternative, random, depth - 1);
                    });
                }
                formula.anyOf(any);
            }
        }
    }

    private static Formula inBox(int unknowns, int side) {
        Formula formula = new Formula();
        for (int u = 0; u < unknowns; u++) {
            formula.isIn(unknown(u), new Interval(0, side - 1));
        }
        return formula;
    }

    @Test
    void a_formula_with_a_solution_is_never_refuted_and_most_others_are() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        int refuted = 0;
        int empty = 0;
        for (int round = 0; round < 500; round++) {
            Random random = new Random(seed + round);
            Formula formula = inBox(3, SIDE);
            for (int k = 0; k < 4; k++) {
                constrain(formula, random, 2);
            }
            boolean hasPoint = hasPoint(formula);
            boolean isRefuted = CaseAnalysis.hasNoSolution(formula, 3);
            assertThat(hasPoint && isRefuted).as("seed %s", seed + round).isFalse();
            empty += hasPoint ? 0 : 1;
            refuted += isRefuted ? 1 : 0;
        }
        assertThat(refuted).as("of %s without a solution, seed %s", empty, seed).isGreaterThan(empty * 9 / 10);
    }

    @Test
    void a_disjunction_without_alternatives_is_false() {
        Formula formula = new Formula();
        assertThat(CaseAnalysis.hasNoSolution(formula, 0)).isFalse();
        formula.anyOf(List.of());
        assertThat(CaseAnalysis.hasNoSolution(formula, 0)).isTrue();
    }

    /** Pigeons and holes: a proof needs a case for almost each permutation. */
    @Test
    void a_formula_is_refuted_within_the_budget_and_left_open_beyond() {
        assertThat(CaseAnalysis.hasNoSolution(pigeons(4), 4)).isTrue();
        assertThat(CaseAnalysis.hasNoSolution(pigeons(12), 12)).isFalse();
    }

    private static Formula pigeons(int count) {
        Formula formula = inBox(count, count - 1);
        for (int p = 0; p < count; p++) {
            for (int q = 0; q < p; q++) {
                AffineExpr<Integer> one = unknown(p);
                AffineExpr<Integer> other = unknown(q);
                formula.anyOf(below -> below.isLess(one, other), above -> above.isLess(other, one));
            }
        }
        return formula;
    }
}
