package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.FloatScanBody;
import org.sporos.policy.IntScanBody;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongScanBody;

/** What takes the prefix sums of neighbours. */
@FunctionalInterface
interface ScanConsumer {

    /**
     * Takes the sums of n indexes from a first one.
     *
     * @param sums a double, float or long array: ints are longs
     */
    void take(long first, int n, Object sums);

    /** Returns the consumer that calls a lambda for each index. */
    static ScanConsumer of(KernelBody body) {
        One one = one(body);
        return (first, n, sums) -> {
            int k = 0;
            try {
                for (; k < n; k++) {
                    one.take(first + k, sums, k);
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, first + k);
            }
        };
    }

    /** Takes one sum out of an array. */
    @FunctionalInterface
    interface One {
        void take(long index, Object sums, int at);
    }

    private static One one(KernelBody body) {
        if (body instanceof DoubleScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, ((double[]) sums)[at]);
        } else if (body instanceof DoubleScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, ((double[]) sums)[at]);
        } else if (body instanceof FloatScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, ((float[]) sums)[at]);
        } else if (body instanceof FloatScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, ((float[]) sums)[at]);
        } else if (body instanceof IntScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, (int) ((long[]) sums)[at]);
        } else if (body instanceof IntScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, (int) ((long[]) sums)[at]);
        } else if (body instanceof LongScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, ((long[]) sums)[at]);
        } else if (body instanceof LongScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, ((long[]) sums)[at]);
        }
        throw new InternalException(body + " takes no prefix sums");
    }
}
