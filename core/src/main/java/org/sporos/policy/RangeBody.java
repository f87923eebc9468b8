package org.sporos.policy;

/** The body of a kernel over a {@link RangePolicy}. */
@FunctionalInterface
public interface RangeBody extends KernelBody {

    /** Runs one index. */
    void at(int i);
}
