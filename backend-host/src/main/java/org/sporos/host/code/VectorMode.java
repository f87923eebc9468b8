package org.sporos.host.code;

/** Whether kernels get code of vectors beside their plain code. */
public enum VectorMode {
    /** They do not. */
    NEVER,
    /** Those that do much do, and keep it where it is faster. */
    BY_MERIT,
    /** All do that can have it, and it does all the work. */
    ALWAYS
}
