package org.sporos.kernel.analysis.dependence;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;

/**
 * The iteration domain of a block: the items and loop iterations that execute it.
 *
 * @param certain whether exactly all combinations of the box execute it, each at least once; else a subset
 * @param box the ranges of symbols; absent symbols are unknown
 */
record IterationDomain(boolean certain, Map<Symbol, Interval> box) {
    static final IterationDomain UNKNOWN = new IterationDomain(false, Map.of());

    IterationDomain with(Symbol symbol, Interval interval) {
        Map<Symbol, Interval> changed = new TreeMap<>(box);
        changed.put(symbol, interval);
        return new IterationDomain(certain, changed);
    }

    IterationDomain without(Symbol symbol) {
        Map<Symbol, Interval> changed = new TreeMap<>(box);
        changed.remove(symbol);
        return new IterationDomain(certain, changed);
    }

    /** Returns whether the domain is certain and bounds all symbols of a form. */
    boolean bounds(AffineExpr<Symbol> form) {
        return certain && box.keySet().containsAll(form.unknowns());
    }

    @Nullable
    Interval of(Symbol symbol) {
        return box.get(symbol);
    }
}
