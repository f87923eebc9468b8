package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.cpp.IndexSums.Term;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Specialization;
import org.sporos.kernel.ir.Specialization.Outcome;

/**
 * Index-set splitting: boundary conditions such as {@code i == 0 ? n - 1 : i - 1}, {@code i > 0 && i < n - 1} or {@code
 * Math.max(i - 1, 0)} are constant for most indexes of a loop. These indexes get a body with the conditions folded,
 * which compilers vectorize; both ends keep the original body. The split points are computed before the loop.
 */
final class IndexSetSplitting {
    /** Maximum size of a body that is duplicated. */
    static final int MOST_VALUES = 2000;

    /** Ranges of at most this size are split even if most indexes are outside. */
    private static final long FEW = 8;

    private final List<Argument> indexes;
    private final Guarantees proofs;
    private final Map<Instruction, Outcome> known = new IdentityHashMap<>();
    private final Set<Cut> cuts = new LinkedHashSet<>();
    /** The interval of loop indexes inside of all cuts with constant bounds. */
    private long low = Long.MIN_VALUE;

    private long high = Long.MAX_VALUE;

    /** The side of a bound that counts as inside. */
    private enum Side {
        BELOW,
        FROM,
        EXCEPT
    }

    /**
     * A bound: indexes of an axis on one side of an affine expression, which does not contain that axis, are inside.
     */
    private record Cut(int axis, Side side, AffineExpr<Term> at) {}

    private IndexSetSplitting(ProvenKernel whole) {
        this.indexes = whole.kernel().body().arguments();
        this.proofs = whole.proofs();
    }

    /**
     * A split loop: its cuts, and the body for indexes inside of them.
     *
     * @param inside the kernel for the indexes inside
     */
    record Split(ProvenKernel inside, List<Argument> indexes, Set<Cut> cuts) {
        /**
         * Returns statements that narrow the interval {@code [low, high)} of the last index, two long longs, to the
         * inside.
         *
         * @param whole the body for all indexes
         * @param names the variables of the indexes; the last one is unused
         */
        List<String> statements(FunctionContext whole, String low, String high, String... names) {
            Set<String> lines = new LinkedHashSet<>();
            for (Cut cut : cuts) {
                String at = IndexSums.text(cut.at(), whole);
                if (cut.axis() == indexes.size() - 1) {
                    lines.add(
                            switch (cut.side()) {
                                case BELOW -> "java::cut_below(" + high + ", " + at + ");";
                                case FROM -> "java::cut_from(" + low + ", " + at + ");";
                                case EXCEPT -> "java::cut_out(" + low + ", " + high + ", " + at + ");";
                            });
                } else {
                    String sign = switch (cut.side()) {
                        case BELOW -> " >= ";
                        case FROM -> " < ";
                        case EXCEPT -> " == ";
                    };
                    lines.add("if (" + names[cut.axis()] + sign + at + ") " + high + " = " + low + ";");
                }
            }
            return new ArrayList<>(lines);
        }
    }

    /** Returns the split of the loop over the last index of a body, or null if no condition becomes constant. */
    static @Nullable Split of(ProvenKernel whole) {
        Kernel kernel = whole.kernel();
        boolean nested = kernel.body().blocks().stream()
                .flatMap(block -> block.instructions().stream())
                .anyMatch(instruction -> !instruction.regions().isEmpty());
        if (kernel.body().arguments().isEmpty() || kernel.prints() || nested || kernel.valueCount() > MOST_VALUES) {
            return null;
        }
        IndexSetSplitting pass = new IndexSetSplitting(whole);
        Walk.instructions(kernel, pass::along);
        if (pass.known.isEmpty()) {
            return null;
        }
        Set<Instruction> decisions = ControlDependences.of(kernel.body());
        Walk.instructions(kernel, at -> pass.across(at, decisions));
        return new Split(whole.with(Specialization.of(kernel, pass.known)), pass.indexes, pass.cuts);
    }

    private Argument along() {
        return indexes.get(indexes.size() - 1);
    }

    private static @Nullable Compare comparison(Instruction at) {
        if (at.operands().isEmpty() || !at.operand(0).type().isInteger()) {
            return null;
        } else if (at.op() instanceof Compare compare) {
            return compare;
        }
        return at.op() == MathFunction.MIN ? Compare.LE : at.op() == MathFunction.MAX ? Compare.GE : null;
    }

    /** Resolves comparisons and remainders of the loop index. */
    private void along(Instruction at) {
        Compare compare = comparison(at);
        if (compare != null) {
            compare(at, compare, indexes.size() - 1);
        } else if ((at.op() == Binary.REM || at.op() == MathFunction.FLOOR_MOD)
                && at.type().isInteger()) {
            remainder(at);
        }
    }

    /**
     * Resolves branches on outer indexes alone: rows on the other side of the bound have an empty inside. A select on
     * an outer index is loop-invariant and needs no split.
     */
    private void across(Instruction at, Set<Instruction> decisions) {
        Compare compare = comparison(at);
        if (compare == null || known.containsKey(at) || !decisions.contains(at)) {
            return;
        }
        for (int d = indexes.size() - 2; d >= 0; d--) {
            compare(at, compare, d);
        }
    }

    /** Resolves a comparison to its result for most indexes of an axis. */
    private void compare(Instruction at, Compare original, int axis) {
        IndexSums sums = new IndexSums(indexes, proofs);
        Argument index = indexes.get(axis);
        AffineExpr<Term> difference = sums.difference(at);
        long factor = difference == null ? 0 : sums.factor(index, difference);
        AffineExpr<Term> rest = difference == null || Math.abs(factor) != 1 ? null : sums.without(index, difference);
        if (rest == null) {
            return;
        }
        Compare compare = factor > 0 ? original : original.swapped();
        AffineExpr<Term> bound = factor > 0 ? rest.times(-1) : rest;
        if (compare == Compare.EQ || compare == Compare.NE) {
            if (add(new Cut(axis, Side.EXCEPT, bound), sums)) {
                known.put(at, compare == Compare.EQ ? Outcome.FALSE : Outcome.TRUE);
            }
            return;
        }
        AffineExpr<Term> limit = compare == Compare.LE || compare == Compare.GT ? bound.plus(1) : bound;
        boolean holdsBelow = compare == Compare.LT || compare == Compare.LE;
        Long only = sums.only(limit);
        boolean below = only == null ? holdsBelow : only - proofs.least(index) >= proofs.greatest(index) + 1 - only;
        if (add(new Cut(axis, below ? Side.BELOW : Side.FROM, limit), sums)) {
            boolean holds = below == holdsBelow;
            boolean chooses = at.op() instanceof MathFunction;
            known.put(at, chooses ? holds ? Outcome.FIRST : Outcome.SECOND : holds ? Outcome.TRUE : Outcome.FALSE);
        }
    }

    /** Resolves a remainder: inside, it is the dividend, or the dividend minus the divisor. */
    private void remainder(Instruction at) {
        IndexSums sums = new IndexSums(indexes, proofs);
        AffineExpr<Term> dividend = sums.of(at.operand(0));
        AffineExpr<Term> divisor = sums.of(at.operand(1));
        if (dividend == null || divisor == null || IndexSums.hasIndexes(divisor)) {
            return;
        }
        AffineExpr<Term> begin = sums.factor(along(), dividend) == 1 ? sums.without(along(), dividend) : null;
        if (begin == null) {
            return;
        }
        AffineExpr<Term> zero = begin.times(-1);
        for (int k = 0; k <= 1; k++) {
            AffineExpr<Term> first = IndexSums.small(zero.plus(divisor, k));
            AffineExpr<Term> end = IndexSums.small(zero.plus(divisor, k + 1L));
            Long from = first == null ? null : sums.only(first);
            Long to = end == null ? null : sums.only(end);
            if (first == null || end == null || from == null || to == null) {
                return;
            }
            long inside = Math.min(to, proofs.greatest(along()) + 1) - Math.max(from, proofs.least(along()));
            if (inside * 2 >= size()
                    && add(new Cut(indexes.size() - 1, Side.FROM, first), sums)
                    && add(new Cut(indexes.size() - 1, Side.BELOW, end), sums)) {
                known.put(at, k == 0 ? Outcome.FIRST : Outcome.DIFFERENCE);
                return;
            }
        }
    }

    private long size() {
        return proofs.greatest(along()) + 1 - proofs.least(along());
    }

    /** Adds a bound unless it provably leaves less than half of the indexes inside. */
    private boolean add(Cut cut, IndexSums sums) {
        Long at = sums.only(cut.at());
        long begin = proofs.least(along());
        long end = proofs.greatest(along()) + 1;
        if (begin >= end) {
            return false;
        } else if (cut.axis() == indexes.size() - 1 && at != null) {
            long from = Math.max(low, begin);
            long to = Math.min(high, end);
            if (cut.side() == Side.FROM || cut.side() == Side.EXCEPT && at >= from && at - from < to - at) {
                from = Math.max(from, cut.side() == Side.FROM ? at : at + 1);
            } else if (cut.side() == Side.BELOW || at < to && at >= from) {
                to = Math.min(to, at);
            }
            if (size() > FEW && (to - from) * 2 < size()) {
                return false;
            }
            low = from;
            high = to;
        }
        cuts.add(cut);
        return true;
    }
}
