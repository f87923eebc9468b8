package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.natives.ItemFailure;
[#list reductions as t]
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.KernelBody;

/** A consumer of consecutive prefix sums. */
@FunctionalInterface
interface ScanConsumer {

    /**
     * Consumes the sums of n consecutive indexes.
     *
     * @param sums a double, float or long array: ints are longs
     */
    void take(long first, int n, Object sums);

    /** Returns a consumer that calls a lambda for each index. */
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

    /** Passes one sum of an array to the lambda. */
    @FunctionalInterface
    interface One {
        void take(long index, Object sums, int at);
    }

    private static One one(KernelBody body) {
[#list reductions as t]
        if (body instanceof ${t.Type}ScanBody.Range taker) {
            return (i, sums, at) -> taker.at((int) i, ${apply(t.fromSum, "((${t.sum}[]) sums)[at]")});
        } else if (body instanceof ${t.Type}ScanBody.LongRange taker) {
            return (i, sums, at) -> taker.at(i, ${apply(t.fromSum, "((${t.sum}[]) sums)[at]")});
        }
[/#list]
        throw new InternalException(body + " takes no prefix sums");
    }
}
