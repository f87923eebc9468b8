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

/** Finds what surely goes wrong: indexes that some item takes out of its view, divisors that are zero for some item. */
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
            Interval taken = index == null ? null : taken(index, access.ranges());
            if (taken != null && !taken.isIn(new Interval(0, view.extent(d) - 1))) {
                found.add(new Fault.OutOfBounds(access.view(), d, taken, access.position()));
                return;
            }
        }
    }

    /** Returns the least and greatest value that a form takes, or null if they are too large. */
    static @Nullable Interval taken(AffineExpr<Symbol> form, Map<Symbol, Interval> ranges) {
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

    private static boolean isZero(AffineExpr<Symbol> divisor, Execution execution) {
        if (!execution.knows(divisor)) {
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
        Interval zero = ConditionSolver.left(Compare.EQ, divisor.factor(symbol), divisor.constant(), box);
        return zero != null && !zero.isEmpty();
    }
}
