package org.sporos.policy;

/** The body of a kernel over a {@link LongRangePolicy}. */
@FunctionalInterface
public interface LongRangeBody extends KernelBody {

    /** Runs one index. */
    void at(long i);
}
