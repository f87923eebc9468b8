[@perType reductions; t]
package org.sporos.policy;

/** A consumer of the prefix sums of a scan of ${t.type} values: one nested interface for each kind of index. */
public sealed interface ${t.Type}ScanBody extends KernelBody {

    /** A consumer over a {@link RangePolicy}. */
    @FunctionalInterface
    non-sealed interface Range extends ${t.Type}ScanBody {
        /** Consumes the prefix sum of one index. */
        void at(int i, ${t.type} sum);
    }

    /** A consumer over a {@link LongRangePolicy}. */
    @FunctionalInterface
    non-sealed interface LongRange extends ${t.Type}ScanBody {
        /** Consumes the prefix sum of one index. */
        void at(long i, ${t.type} sum);
    }
}
[/@perType]
