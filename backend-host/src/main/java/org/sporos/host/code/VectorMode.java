package org.sporos.host.code;

/** Which kernels get vector code beside their plain code. */
public enum VectorMode {
    /** None. */
    NEVER,
    /** Hot kernels get vector code and keep it if it measures faster. */
    BY_MERIT,
    /** All that can have it, and it does all their work. */
    ALWAYS
}
