package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;

/**
 * Restricts the accesses of a kernel to a subrange without a new analysis: nodes over pieces of a range are analyzed
 * once. Precondition: all proofs hold (checked by the caller), and indexes are affine in the launch's indexes.
 */
final class RestrictToSubrange {
    private RestrictToSubrange() {}

    /** Returns the restricted accesses in the same order, or null if not applicable. */
    static @Nullable List<KernelAccess> of(List<KernelAccess> whole, IterationSpace launch, IterationSpace part) {
        if (!isSimple(launch, part)) {
            return null;
        }
        Map<Symbol, Interval> ranges = new TreeMap<>();
        for (int d = 0; d < part.indexes().size(); d++) {
            ranges.put(Symbol.item(d), part.indexes().get(d));
        }
        List<KernelAccess> narrowed = new ArrayList<>();
        for (KernelAccess access : whole) {
            List<Interval> reach = reach(access, ranges);
            if (reach == null || !isOverItems(access, launch)) {
                return null;
            }
            narrowed.add(new KernelAccess(
                    access.instruction(),
                    access.view(),
                    access.kind(),
                    access.shape(),
                    access.indexes(),
                    reach,
                    ranges,
                    access.executed(),
                    access.certain(),
                    access.nest()));
        }
        return narrowed;
    }

    private static boolean isSimple(IterationSpace launch, IterationSpace part) {
        if (launch.isTeams() || part.isTeams() || part.isEmpty() || part.isListed()) {
            return false;
        }
        for (int d = 0; d < part.indexes().size(); d++) {
            if (!part.indexes().get(d).isIn(launch.indexes().get(d))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether all items of the launch execute an access unconditionally. */
    private static boolean isOverItems(KernelAccess access, IterationSpace launch) {
        if (!access.executed() || access.ranges().size() != launch.indexes().size()) {
            return false;
        }
        for (int d = 0; d < launch.indexes().size(); d++) {
            if (!launch.indexes().get(d).equals(access.ranges().get(Symbol.item(d)))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable List<Interval> reach(KernelAccess access, Map<Symbol, Interval> ranges) {
        List<Interval> reach = new ArrayList<>();
        for (AffineExpr<Symbol> index : access.indexes()) {
            Interval range = index == null ? null : CertainFaults.rangeOf(index, ranges);
            if (range == null) {
                return null;
            }
            reach.add(range);
        }
        return reach;
    }
}
