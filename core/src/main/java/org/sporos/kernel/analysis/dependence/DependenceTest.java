package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.view.View;

/**
 * A symbolic dependence test of two accesses by two work items, independent of the size of the ranges. Indexes, guards
 * and launch bounds of both items and the equality of the offsets form a {@link Formula}; without an integer solution
 * the accesses are independent.
 */
final class DependenceTest {
    private final Unknowns unknowns = new Unknowns();
    private final Formula formula = new Formula();
    private final Side one;
    private final Side other;

    /** An access of a kernel by one of its work items. */
    private record Side(AnalyzedKernel code, KernelAccess access, SymbolicItem item) {
        View view() {
            return code.binding().views().get(access.view());
        }
    }

    /** The scopes of unknowns: per item, or uniform in a kernel. */
    private enum Scope {
        ONE,
        OTHER,
        UNIFORM,
        UNIFORM_IN_OTHER
    }

    private DependenceTest(
            AnalyzedKernel code, KernelAccess access, AnalyzedKernel otherCode, KernelAccess otherAccess) {
        Scope shared = code == otherCode ? Scope.UNIFORM : Scope.UNIFORM_IN_OTHER;
        this.one = new Side(code, access, new SymbolicItem(code, unknowns, Scope.ONE, Scope.UNIFORM));
        this.other = new Side(otherCode, otherAccess, new SymbolicItem(otherCode, unknowns, Scope.OTHER, shared));
    }

    /** Returns whether the accesses of different items of one launch are proven disjoint. */
    static boolean areIndependent(
            AnalyzedKernel code, KernelAccess access, AnalyzedKernel otherCode, KernelAccess otherAccess) {
        DependenceTest test = new DependenceTest(code, access, otherCode, otherAccess);
        return test.isWithoutSolution(true);
    }

    /** Returns whether the accesses of any two items of two launches are proven disjoint. */
    static boolean areDisjoint(
            AnalyzedKernel code, KernelAccess access, AnalyzedKernel otherCode, KernelAccess otherAccess) {
        DependenceTest test = new DependenceTest(code, access, otherCode, otherAccess);
        return test.isWithoutSolution(false);
    }

    private boolean isWithoutSolution(boolean differ) {
        if (one.code().launch().isTeams() || other.code().launch().isTeams()) {
            return false;
        }
        try {
            if (!addPath(one) || !addPath(other)) {
                return false;
            }
            addEqualOffsets();
            if (differ) {
                addDifference();
            }
            addMaskRules();
            addSquareRules();
            return CaseAnalysis.hasNoSolution(formula, unknowns.count());
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private boolean addPath(Side side) {
        Block block = side.item().block(side.access().instruction());
        if (block == null) {
            return false;
        }
        side.item().addPathTo(block, formula);
        StridedRegion region = side.view().region();
        for (int d = 0; d < region.rank(); d++) {
            AffineExpr<Integer> index = index(side, d);
            formula.isIn(index, new Interval(0, region.extents()[d] - 1));
            formula.isIn(index, side.access().reach().get(d));
        }
        return true;
    }

    private AffineExpr<Integer> index(Side side, int dimension) {
        return side.item().of(side.access().instruction().operand(dimension), formula);
    }

    private void addEqualOffsets() {
        StridedRegion region = one.view().region();
        boolean sameView = one.view() == other.view() && isInjective(region);
        for (int d = 0; d < region.rank() && sameView; d++) {
            formula.areEqual(index(one, d), index(other, d));
        }
        if (!sameView) {
            formula.areEqual(offset(one), offset(other));
        }
    }

    /** Returns whether different indexes are proven to be different elements. */
    private static boolean isInjective(StridedRegion region) {
        int[] upwards = IntStream.range(0, region.rank())
                .filter(d -> region.extents()[d] > 1)
                .boxed()
                .sorted(Comparator.comparingLong(d -> Math.abs(region.strides()[d])))
                .mapToInt(Integer::intValue)
                .toArray();
        long reach = 0;
        for (int d : upwards) {
            long stride = Math.abs(region.strides()[d]);
            if (stride <= reach) {
                return false;
            }
            reach += (region.extents()[d] - 1) * stride;
        }
        return true;
    }

    private AffineExpr<Integer> offset(Side side) {
        StridedRegion region = side.view().region();
        AffineExpr<Integer> sum = AffineExpr.of(region.offset());
        for (int d = 0; d < region.rank(); d++) {
            sum = sum.plus(index(side, d), region.strides()[d]);
        }
        return sum;
    }

    /** Adds that the items differ: a disjunction over the first differing dimension. */
    private void addDifference() {
        int rank = one.code().launch().indexes().size();
        List<Consumer<Formula>> cases = new ArrayList<>();
        for (int d = 0; d < rank; d++) {
            int first = d;
            cases.add(less ->
                    less.isLess(firstDifference(first, less), other.item().index(first)));
            cases.add(more -> more.isLess(other.item().index(first), firstDifference(first, more)));
        }
        formula.anyOf(cases);
    }

    private AffineExpr<Integer> firstDifference(int dimension, Formula alternative) {
        for (int d = 0; d < dimension; d++) {
            alternative.areEqual(one.item().index(d), other.item().index(d));
        }
        return one.item().index(dimension);
    }

    private void addMaskRules() {
        for (SymbolicArithmetic.Masked a : List.copyOf(one.item().masks())) {
            for (SymbolicArithmetic.Masked b : List.copyOf(other.item().masks())) {
                if (a.mask().equals(b.mask())) {
                    addEquivalence(a.exclusive(), b.value(), b.exclusive(), a.value());
                    addEquivalence(a.value(), b.value(), a.exclusive(), b.exclusive());
                }
            }
        }
    }

    /**
     * Adds {@code a == b} if and only if {@code c == d}. For one mask, {@code x ^ mask == y} if and only if {@code y ^
     * mask == x}, and {@code x == y} if and only if {@code x ^ mask == y ^ mask}.
     */
    private void addEquivalence(
            AffineExpr<Integer> a, AffineExpr<Integer> b, AffineExpr<Integer> c, AffineExpr<Integer> d) {
        List<Consumer<Formula>> cases = new ArrayList<>();
        cases.add(same -> {
            same.areEqual(a, b);
            same.areEqual(c, d);
        });
        for (boolean less : new boolean[] {true, false}) {
            for (boolean otherLess : new boolean[] {true, false}) {
                cases.add(apart -> {
                    differ(a, b, less, apart);
                    differ(c, d, otherLess, apart);
                });
            }
        }
        formula.anyOf(cases);
    }

    /** Adds the only rule of squares: for {@code 0 <= x < y}, {@code y * y - x * x = (y - x) * (y + x) >= y + x}. */
    private void addSquareRules() {
        for (SymbolicArithmetic.Square a : List.copyOf(one.item().squares())) {
            for (SymbolicArithmetic.Square b : List.copyOf(other.item().squares())) {
                formula.anyOf(
                        same -> {
                            same.areEqual(a.base(), b.base());
                            same.areEqual(a.square(), b.square());
                        },
                        less -> grows(a, b, less),
                        more -> grows(b, a, more),
                        negative -> negative.isLess(a.base(), AffineExpr.of(0)),
                        negative -> negative.isLess(b.base(), AffineExpr.of(0)));
            }
        }
    }

    private static void grows(SymbolicArithmetic.Square low, SymbolicArithmetic.Square high, Formula formula) {
        formula.isLess(low.base(), high.base());
        formula.isNotNegative(low.base());
        formula.isAtMost(low.square().plus(low.base()).plus(high.base()), high.square());
    }

    private static void differ(AffineExpr<Integer> a, AffineExpr<Integer> b, boolean less, Formula formula) {
        if (less) {
            formula.isLess(a, b);
        } else {
            formula.isLess(b, a);
        }
    }
}
