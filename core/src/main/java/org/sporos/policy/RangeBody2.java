package org.sporos.policy;

/** The body of a kernel over an {@link MDRangePolicy} of rank 2. */
@FunctionalInterface
public interface RangeBody2 extends KernelBody {

    /** Runs one index pair. */
    void at(int i, int j);
}
