package org.sporos.kernel.analysis.dependence;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;

/**
 * For which items and passes a block is run.
 *
 * @param certain whether it is run for exactly the symbols of the box, each combination at least once; else for some of
 *        them
 * @param box what the symbols are there; those that are missing are not known
 */
record Execution(boolean certain, Map<Symbol, Interval> box) {
    static final Execution UNKNOWN = new Execution(false, Map.of());

    Execution with(Symbol symbol, Interval interval) {
        Map<Symbol, Interval> changed = new TreeMap<>(box);
        changed.put(symbol, interval);
        return new Execution(certain, changed);
    }

    Execution without(Symbol symbol) {
        Map<Symbol, Interval> changed = new TreeMap<>(box);
        changed.remove(symbol);
        return new Execution(certain, changed);
    }

    /** Returns whether the box says what all symbols of a form are. */
    boolean knows(AffineExpr<Symbol> form) {
        return certain && box.keySet().containsAll(form.unknowns());
    }

    @Nullable
    Interval of(Symbol symbol) {
        return box.get(symbol);
    }
}
