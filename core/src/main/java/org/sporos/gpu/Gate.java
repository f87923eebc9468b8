package org.sporos.gpu;

/**
 * The flag that kernels of a conditional's body read first, where native graphs cannot branch: the address of an int,
 * and the value with which it is open.
 */
record Gate(long address, int open) {
    /** The gate that is always open. */
    static final Gate NONE = new Gate(0, 0);
}
