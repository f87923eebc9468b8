package org.sporos.policy;

/** What takes the prefix sums of a scan of int values: one nested interface for each kind of index. */
public sealed interface IntScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends IntScanBody {
        /** Takes the prefix sum of one index. */
        void at(int i, int sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends IntScanBody {
        /** Takes the prefix sum of one index. */
        void at(long i, int sum);
    }
}
