package org.sporos.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** The order of scans as decision 0002 defines it. Stateless. */
public final class ScanOrder {
    private ScanOrder() {}

    /**
     * Returns the inclusive prefix sums: rows of 32 are summed by halves; each larger unit chains 64 smaller ones in
     * order.
     */
    public static <T> List<T> sums(List<T> contributions, T zero, BinaryOperator<T> plus) {
        List<T> sums = new ArrayList<>(contributions);
        sum(sums, zero, plus);
        return sums;
    }

    /** Replaces contributions by their inclusive prefix sums. */
    static <T> void sum(List<T> contributions, T zero, BinaryOperator<T> plus) {
        long unit = 2048;
        while (unit < contributions.size()) {
            unit *= 64;
        }
        units(contributions, 0, unit, zero, plus);
    }

    /**
     * Returns the last prefix sum, the result of a reduction by an operator of a user, or zero without contributions.
     */
    public static <T> T last(List<T> contributions, T zero, BinaryOperator<T> plus) {
        List<T> sums = sums(contributions, zero, plus);
        return sums.isEmpty() ? zero : sums.get(sums.size() - 1);
    }

    private static <T> void units(List<T> a, long begin, long unit, T zero, BinaryOperator<T> plus) {
        if (unit == 32) {
            halves(a, (int) begin, 32, plus);
            return;
        }
        T running = zero;
        for (long at = begin; at < begin + unit && at < a.size(); at += unit / 64) {
            units(a, at, unit / 64, zero, plus);
            int end = (int) Math.min(a.size(), at + unit / 64);
            for (int i = (int) at; i < end; i++) {
                a.set(i, plus.apply(running, a.get(i)));
            }
            running = a.get(end - 1);
        }
    }

    /** Sums up n indexes by halves, of which the last may be missing. */
    static <T> void halves(List<T> a, int begin, int n, BinaryOperator<T> plus) {
        if (n == 1) {
            return;
        }
        int half = n / 2;
        halves(a, begin, half, plus);
        halves(a, begin + half, half, plus);
        for (int i = begin + half; i < begin + n && i < a.size(); i++) {
            a.set(i, plus.apply(a.get(begin + half - 1), a.get(i)));
        }
    }
}
