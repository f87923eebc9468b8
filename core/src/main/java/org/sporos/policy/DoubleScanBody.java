package org.sporos.policy;

/** What takes the prefix sums of a scan of double values: one nested interface for each kind of index. */
public sealed interface DoubleScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends DoubleScanBody {
        /** Takes the prefix sum of one index. */
        void at(int i, double sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends DoubleScanBody {
        /** Takes the prefix sum of one index. */
        void at(long i, double sum);
    }
}
