package org.sporos.gpu;

/**
 * What kernels of a conditional's body look at first, where native graphs cannot branch: the address of an int, and the
 * value with which it is open.
 */
record Gate(long address, int open) {
    /** What stands for no gate. */
    static final Gate NONE = new Gate(0, 0);
}
