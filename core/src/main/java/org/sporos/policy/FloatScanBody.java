package org.sporos.policy;

/** What takes the prefix sums of a scan of float values: one nested interface for each kind of index. */
public sealed interface FloatScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends FloatScanBody {
        /** Takes the prefix sum of one index. */
        void at(int i, float sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends FloatScanBody {
        /** Takes the prefix sum of one index. */
        void at(long i, float sum);
    }
}
