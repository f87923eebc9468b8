package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.Region.Value;

/**
 * An unknown of an index expression: it varies with work items, loop iterations or runs.
 *
 * @param kind the kind of unknown
 * @param key the dimension of an index, else the number of a value
 */
record Symbol(Kind kind, int key) implements Comparable<Symbol> {

    /** The kinds of unknowns. */
    enum Kind {
        /** An index of the launch, or the rank of a team in its league. */
        ITEM,
        /** The rank of a member in its team. */
        MEMBER,
        /** The index of a nested range of a team. */
        RANGE,
        /** The number of completed iterations of a loop; the key is the first argument of its header. */
        ITERATION,
        /** The quotient of a form by a constant, dependent on other symbols. */
        QUOTIENT,
        /** A value uniform over the items of a run, such as a param. */
        UNIFORM;

        /** Returns whether an expression has an unknown of this kind. */
        boolean isIn(AffineExpr<Symbol> form) {
            return form.unknowns().stream().anyMatch(symbol -> symbol.kind() == this);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Symbol symbol && symbol.kind == kind && symbol.key == key;
    }

    @Override
    public int hashCode() {
        return 31 * key + kind.ordinal();
    }

    static Symbol item(int dimension) {
        return new Symbol(Kind.ITEM, dimension);
    }

    static Symbol member() {
        return new Symbol(Kind.MEMBER, 0);
    }

    static Symbol of(Kind kind, Value value) {
        return new Symbol(kind, value.id());
    }

    @Override
    public int compareTo(Symbol other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : Integer.compare(key, other.key);
    }
}
