package org.sporos.host.code;

/** The choice whether kernels get vector code beside their plain code. */
public enum VectorMode {
    /** They do not. */
    NEVER,
    /** Hot kernels get vector code and keep it if it measures faster. */
    BY_MERIT,
    /** All do that can have it, and it does all the work. */
    ALWAYS
}
