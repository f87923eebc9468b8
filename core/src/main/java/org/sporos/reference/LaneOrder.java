package org.sporos.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;

/** The orders of reductions and scans over the vector lanes of a member, written down plainly. Stateless. */
public final class LaneOrder {
    private LaneOrder() {}

    /** Returns the contributions reduced: lane l takes every V-th from l, then the lanes are combined by halves. */
    public static <T> T reduce(int lanes, List<T> contributions, T identity, BinaryOperator<T> op) {
        List<T> values = new ArrayList<>(Collections.nCopies(lanes, identity));
        for (int i = 0; i < contributions.size(); i++) {
            values.set(i % lanes, op.apply(values.get(i % lanes), contributions.get(i)));
        }
        for (int s = lanes / 2; s > 0; s /= 2) {
            for (int l = 0; l < s; l++) {
                values.set(l, op.apply(values.get(l), values.get(l + s)));
            }
        }
        return values.get(0);
    }

    /** Returns the inclusive prefix sums: rows of V by halves, one row after the other. */
    public static <T> List<T> sums(int lanes, List<T> contributions, T zero, BinaryOperator<T> plus) {
        List<T> sums = new ArrayList<>(contributions);
        T running = zero;
        for (int from = 0; from < sums.size(); from += lanes) {
            ScanOrder.halves(sums, from, lanes, plus);
            int end = Math.min(sums.size(), from + lanes);
            for (int i = from; i < end; i++) {
                sums.set(i, plus.apply(running, sums.get(i)));
            }
            running = sums.get(end - 1);
        }
        return sums;
    }
}
