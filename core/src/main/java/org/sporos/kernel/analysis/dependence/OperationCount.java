package org.sporos.kernel.analysis.dependence;

/**
 * A number of floating-point operations.
 *
 * @param count the number, or a lower bound
 * @param isExact whether the number is exact
 */
public record OperationCount(long count, boolean isExact) {
    /** No operations. */
    public static final OperationCount NONE = new OperationCount(0, true);

    /** Returns the sum. */
    public OperationCount plus(OperationCount other) {
        return new OperationCount(count + other.count, isExact && other.isExact);
    }
}
