package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.view.View;

/** Finds definite faults: an index out of bounds or a zero divisor for some work item. */
final class CertainFaults {
    private CertainFaults() {}

    static List<Fault> of(Binding binding, AccessAnalysis analysis) {
        List<Fault> found = new ArrayList<>();
        for (KernelAccess access : analysis.accesses()) {
            if (access.certain()) {
                indexes(access, binding.views().get(access.view()), found);
            }
        }
        for (AccessAnalysis.Division division : analysis.divisions()) {
            if (division.divisor() != null && isZero(division.divisor(), division.execution())) {
                found.add(new Fault.ZeroDivisor(division.instruction().position()));
            }
        }
        return found.stream().distinct().toList();
    }

    private static void indexes(KernelAccess access, View view, List<Fault> found) {
        for (int d = 0; d < view.rank(); d++) {
            AffineExpr<Symbol> index = access.indexes().get(d);
            Interval range = index == null ? null : rangeOf(index, access.ranges());
            if (range != null && !range.isIn(new Interval(0, view.extent(d) - 1))) {
                found.add(new Fault.OutOfBounds(access.view(), d, range, access.position()));
                return;
            }
        }
    }

    /** Returns the range of a form, or null on overflow of a long. */
    static @Nullable Interval rangeOf(AffineExpr<Symbol> form, Map<Symbol, Interval> ranges) {
        try {
            long low = form.constant();
            long high = form.constant();
            for (int k = 0; k < form.size(); k++) {
                Interval range = ranges.get(form.unknownAt(k));
                if (range == null || range.isEmpty()) {
                    return null;
                }
                long a = Math.multiplyExact(form.factorAt(k), range.low());
                long b = Math.multiplyExact(form.factorAt(k), range.high());
                low = Math.addExact(low, Math.min(a, b));
                high = Math.addExact(high, Math.max(a, b));
            }
            return new Interval(low, high);
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static boolean isZero(AffineExpr<Symbol> divisor, IterationDomain execution) {
        if (!execution.bounds(divisor)) {
            return false;
        }
        if (divisor.isConstant()) {
            return divisor.constant() == 0;
        }
        Symbol symbol = divisor.only();
        Interval box = symbol == null ? null : execution.of(symbol);
        if (symbol == null || box == null) {
            return false;
        }
        Interval zero = ConditionSolver.solutions(Compare.EQ, divisor.factor(symbol), divisor.constant(), box);
        return zero != null && !zero.isEmpty();
    }
}
