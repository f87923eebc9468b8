package org.sporos.policy;

/** The body of a kernel over an {@link MDRangePolicy} of rank 4. */
@FunctionalInterface
public interface RangeBody4 extends KernelBody {

    /** Runs one index quadruple. */
    void at(int i, int j, int k, int l);
}
