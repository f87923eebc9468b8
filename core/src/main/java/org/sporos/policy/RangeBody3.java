package org.sporos.policy;

/** The body of a kernel over an {@link MDRangePolicy} of rank 3. */
@FunctionalInterface
public interface RangeBody3 extends KernelBody {

    /** Runs one index triple. */
    void at(int i, int j, int k);
}
