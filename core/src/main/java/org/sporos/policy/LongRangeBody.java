package org.sporos.policy;

/** The body of a kernel over a {@link LongRangePolicy}. */
@FunctionalInterface
public interface LongRangeBody extends KernelBody {

    /** Does the work of one index. */
    void at(long i);
}
