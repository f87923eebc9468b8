package org.sporos.policy;

/** The operators of reductions. */
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

    /** Returns whether the result has a location in addition to its value. */
    public boolean hasLocation() {
        return this == MIN_LOC || this == MAX_LOC;
    }
}
