package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.Region.Value;

/**
 * An unknown of an index: something that differs among work items, among passes of a loop, or among runs.
 *
 * @param kind what it is
 * @param key what tells it from others of its kind: the dimension of an index, else the number of a value
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
        /** The number of passes that a loop has made; its key is the first argument of the loop's header. */
        PASS,
        /** The quotient of a value by a constant; it depends on others. */
        QUOTIENT,
        /** A value that all items of one run see alike: a param, an element that all read. */
        SHARED;

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
