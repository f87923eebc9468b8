package org.sporos.kernel.analysis.dependence;

/**
 * A number of operations on floating-point numbers.
 *
 * @param count the number, or less
 * @param isExact whether it is the number
 */
public record OperationCount(long count, boolean isExact) {
    /** No operations. */
    public static final OperationCount NONE = new OperationCount(0, true);

    /** Returns the sum of both. */
    public OperationCount plus(OperationCount other) {
        return new OperationCount(count + other.count, isExact && other.isExact);
    }
}
