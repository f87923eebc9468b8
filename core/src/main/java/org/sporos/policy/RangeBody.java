package org.sporos.policy;

/** The body of a kernel over a {@link RangePolicy}. */
@FunctionalInterface
public interface RangeBody extends KernelBody {

    /** Does the work of one index. */
    void at(int i);
}
