package org.sporos.kernel.analysis.dependence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.AffineExpr;

/** The Omega test against a search over all points of a box. */
class OmegaTestTest {
    private static final int SIDE = 4;

    private static AffineExpr<Integer> form(long constant, long... factors) {
        AffineExpr<Integer> form = AffineExpr.of(constant);
        for (int u = 0; u < factors.length; u++) {
            form = form.plus(AffineExpr.unknown(u), factors[u]);
        }
        return form;
    }

    private static boolean isRefuted(
            int unknowns, List<AffineExpr<Integer>> zeros, List<AffineExpr<Integer>> nonNegatives) {
        LinearSystem system = new LinearSystem(unknowns);
        system.add(zeros, nonNegatives);
        return OmegaTest.hasNoSolution(system);
    }

    private static long value(AffineExpr<Integer> form, int... point) {
        long sum = form.constant();
        for (int u = 0; u < point.length; u++) {
            sum += form.factor(u) * point[u];
        }
        return sum;
    }

    private static boolean hasPoint(List<AffineExpr<Integer>> zeros, List<AffineExpr<Integer>> nonNegatives) {
        for (int x = -SIDE; x <= SIDE; x++) {
            for (int y = -SIDE; y <= SIDE; y++) {
                for (int z = -SIDE; z <= SIDE; z++) {
                    int[] point = {x, y, z};
                    if (zeros.stream().allMatch(form -> value(form, point) == 0)
                            && nonNegatives.stream().allMatch(form -> value(form, point) >= 0)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static AffineExpr<Integer> random(Random random) {
        return form(random.nextInt(41) - 20, random.nextInt(11) - 5, random.nextInt(11) - 5, random.nextInt(11) - 5);
    }

    @Test
    void a_system_with_a_solution_is_never_refuted_and_most_others_are() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        int refuted = 0;
        int empty = 0;
        for (int round = 0; round < 1000; round++) {
            Random random = new Random(seed + round);
            List<AffineExpr<Integer>> zeros = new ArrayList<>();
            List<AffineExpr<Integer>> nonNegatives = new ArrayList<>();
            for (int k = random.nextInt(3); k > 0; k--) {
                zeros.add(random(random));
            }
            for (int k = random.nextInt(5); k > 0; k--) {
                nonNegatives.add(random(random));
            }
            for (int u = 0; u < 3; u++) {
                long[] unit = new long[3];
                unit[u] = 1;
                nonNegatives.add(form(SIDE, unit));
                nonNegatives.add(form(SIDE, unit).plus(AffineExpr.unknown(u), -2));
            }
            boolean hasPoint = hasPoint(zeros, nonNegatives);
            boolean isRefuted = isRefuted(3, zeros, nonNegatives);
            assertThat(hasPoint && isRefuted)
                    .as("seed %s: %s = 0, %s >= 0", seed + round, zeros, nonNegatives)
                    .isFalse();
            empty += hasPoint ? 0 : 1;
            refuted += isRefuted ? 1 : 0;
        }
        assertThat(refuted).as("of %s without a solution, seed %s", empty, seed).isGreaterThan(empty * 9 / 10);
    }

    @Test
    void equations_are_refuted_by_common_divisors() {
        assertThat(isRefuted(2, List.of(form(1, 2, -4)), List.of())).isTrue();
        assertThat(isRefuted(2, List.of(form(2, 2, -4)), List.of())).isFalse();
    }

    /** Between 4 and 5 there is no multiple of 3, though there are rational solutions. */
    @Test
    void bounds_are_tightened_to_integers() {
        assertThat(isRefuted(1, List.of(), List.of(form(-4, 3), form(5, -3)))).isTrue();
        assertThat(isRefuted(1, List.of(), List.of(form(-4, 3), form(6, -3)))).isFalse();
    }

    /** The example of Pugh's paper, for which the dark shadow is empty and the real one is not. */
    @Test
    void a_system_with_rational_solutions_alone_may_stay_open() {
        List<AffineExpr<Integer>> pugh =
                List.of(form(-27, 11, 13), form(45, -11, -13), form(10, 7, -9), form(4, -7, 9));
        assertThat(isRefuted(2, List.of(), pugh)).isFalse();
    }

    @Test
    void a_system_without_constraints_has_solutions() {
        assertThat(isRefuted(0, List.of(), List.of())).isFalse();
        assertThat(isRefuted(0, List.of(form(0)), List.of(form(0)))).isFalse();
        assertThat(isRefuted(0, List.of(), List.of(form(-1)))).isTrue();
    }
}
