package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
//#for reduction
import org.sporos.policy.$Type$ScanBody;
//#end
import org.sporos.policy.KernelBody;

/** A consumer of the prefix sums of neighbours. */
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
//#for reduction
        if (body instanceof $Type$ScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, $fromSum$((($sum$[]) sums)[at]));
        } else if (body instanceof $Type$ScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, $fromSum$((($sum$[]) sums)[at]));
        }
//#end
        throw new InternalException(body + " takes no prefix sums");
    }
}
