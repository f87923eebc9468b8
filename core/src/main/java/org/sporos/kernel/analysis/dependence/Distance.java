package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;

/**
 * How far apart the indexes of two items are that touch the same index of a view's dimension, one by each of two
 * accesses.
 *
 * @param isWhole whether there are such indexes at all
 * @param items the index of the first item minus that of the second
 */
record Distance(boolean isWhole, long items) {

    /** Returns the distance of two accesses by the same multiple of the item's index; null for all others. */
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
