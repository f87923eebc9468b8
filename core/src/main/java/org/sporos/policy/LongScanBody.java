package org.sporos.policy;

/** What takes the prefix sums of a scan of long values: one nested interface for each kind of index. */
public sealed interface LongScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends LongScanBody {
        /** Takes the prefix sum of one index. */
        void at(int i, long sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends LongScanBody {
        /** Takes the prefix sum of one index. */
        void at(long i, long sum);
    }
}
