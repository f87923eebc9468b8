package org.sporos.kernel.ir;

/**
 * A comparison of two values of one type that gives a BOOL. With a NaN all are false, except {@link #NE}. BOOLs are
 * compared by EQ and NE only.
 */
public enum Compare implements Op {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE;

    /** Returns the comparison of the same operands the other way round. */
    public Compare swapped() {
        return switch (this) {
            case EQ, NE -> this;
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
        };
    }

    /** Returns the opposite, which holds for integers only, save for EQ and NE: a NaN makes both false. */
    public Compare negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GE;
            case LE -> GT;
            case GT -> LE;
            case GE -> LT;
        };
    }

    @Override
    public String mnemonic() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
