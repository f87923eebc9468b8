package org.sporos.gpu;

/**
 * The predicate of kernels in a conditional body, where native graphs cannot branch: they return at once unless the int
 * at the address has the open value.
 */
record Gate(long address, int open) {
    /** The gate that is always open. */
    static final Gate NONE = new Gate(0, 0);
}
