//#if reduction
package org.sporos.policy;

/** A consumer of the prefix sums of a scan of $type$ values: one nested interface for each kind of index. */
public sealed interface $Type$ScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends $Type$ScanBody {
        /** Takes the prefix sum of one index. */
        void at(int i, $type$ sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends $Type$ScanBody {
        /** Takes the prefix sum of one index. */
        void at(long i, $type$ sum);
    }
}
//#end
