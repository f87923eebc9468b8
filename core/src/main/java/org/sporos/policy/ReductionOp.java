package org.sporos.policy;

/** The operators that reductions know. */
public enum ReductionOp {
    SUM,
    PROD,
    MIN,
    MAX,
    MIN_LOC,
    MAX_LOC,
    LOGICAL_AND,
    LOGICAL_OR,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    CUSTOM;

    /** Returns whether the result has a location beside its value. */
    public boolean hasLocation() {
        return this == MIN_LOC || this == MAX_LOC;
    }
}
