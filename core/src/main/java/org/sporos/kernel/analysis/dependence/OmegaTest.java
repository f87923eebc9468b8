package org.sporos.kernel.analysis.dependence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.analysis.AffineExpr;

/**
 * The Omega test (Pugh, 1991): proves that a {@link LinearSystem} has no integer solution, by Fourier-Motzkin
 * elimination with integer tightening of bounds. Only the real shadow is used: a proof is sound, but incomplete.
 * Stateless.
 */
final class OmegaTest {
    private static final int MAX_INEQUALITIES = 300;
    private static final int MAX_STEPS = 200;

    private OmegaTest() {}

    /** Returns whether a system is proven to have no solution; destroys the system. */
    static boolean hasNoSolution(LinearSystem system) {
        for (int step = 0; step < MAX_STEPS && !system.isContradictory(); step++) {
            int count = system.inequalities().size();
            if (count == 0 || count > MAX_INEQUALITIES) {
                return false;
            }
            project(system, cheapest(system));
            system.settle();
        }
        return system.isContradictory();
    }

    /** The numbers of lower and upper bounds of an unknown, and whether a factor is not 1. */
    private static final class Occurrence {
        private int lower;
        private int upper;
        private boolean lowerScaled;
        private boolean upperScaled;

        void add(long factor) {
            if (factor > 0) {
                lower++;
                lowerScaled |= factor != 1;
            } else {
                upper++;
                upperScaled |= factor != -1;
            }
        }

        /** Returns the number of inequalities after elimination; inexact eliminations are last. */
        int cost() {
            return lower * upper + (lowerScaled && upperScaled ? MAX_INEQUALITIES : 0);
        }
    }

    private static int cheapest(LinearSystem system) {
        Map<Integer, Occurrence> all = new HashMap<>();
        for (AffineExpr<Integer> form : system.inequalities()) {
            for (int k = 0; k < form.size(); k++) {
                all.computeIfAbsent(form.unknownAt(k), unknown -> new Occurrence())
                        .add(form.factorAt(k));
            }
        }
        int best = -1;
        int cost = Integer.MAX_VALUE;
        for (Map.Entry<Integer, Occurrence> entry : all.entrySet()) {
            if (entry.getValue().cost() < cost) {
                best = entry.getKey();
                cost = entry.getValue().cost();
            }
        }
        return best;
    }

    /** Eliminates an unknown by pairs of its lower and upper bounds. */
    private static void project(LinearSystem system, int unknown) {
        List<AffineExpr<Integer>> taken = system.removeWith(unknown);
        for (AffineExpr<Integer> low : taken) {
            for (AffineExpr<Integer> high : taken) {
                if (low.factor(unknown) > 0 && high.factor(unknown) < 0) {
                    system.inequality(low.times(-high.factor(unknown)).plus(high, low.factor(unknown)));
                }
            }
        }
    }
}
