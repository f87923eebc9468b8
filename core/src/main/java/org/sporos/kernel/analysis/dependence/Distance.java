package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;

/**
 * The dependence distance of two accesses in a dimension of a view.
 *
 * @param isWhole whether it is an integer, so that a dependence exists
 * @param items the index of the first item minus that of the second
 */
record Distance(boolean isWhole, long items) {

    /** Returns the distance if both indexes have the same factor of the item's index; else null. */
    static @Nullable Distance of(KernelAccess one, KernelAccess other, int dimension) {
        AffineExpr<Symbol> p = one.indexes().get(dimension);
        AffineExpr<Symbol> q = other.indexes().get(dimension);
        Symbol item = Symbol.item(0);
        boolean known = p != null && q != null && item.equals(p.only()) && item.equals(q.only());
        if (!known || p.factor(item) != q.factor(item)) {
            return null;
        }
        long difference = q.constant() - p.constant();
        return new Distance(difference % p.factor(item) == 0, difference / p.factor(item));
    }
}
