package org.sporos.internal.space;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The overlap test of two strided regions of one allocation. */
public final class Overlap {

    private Overlap() {}

    /** Returns whether the regions may share an element: exact if their strides are equal and nested. */
    public static boolean possible(StridedRegion a, StridedRegion b) {
        if (a.size() == 0 || b.size() == 0) {
            return false;
        }
        if (a.lastOffset() < b.offset() || b.lastOffset() < a.offset()) {
            return false;
        }
        return !Arrays.equals(a.strides(), b.strides()) || boxesMeet(a, b);
    }

    /**
     * Regions with equal strides share an element only if the difference of their offsets is a sum of strides times
     * steps within both extents. If strides are nested (each exceeds the span of all smaller ones), each stride has
     * only two steps that leave a remainder within that span, so that a search from the largest stride decides it.
     * Regions of one view always nest.
     */
    private static boolean boxesMeet(StridedRegion a, StridedRegion b) {
        int[] order = IntStream.range(0, a.rank())
                .filter(d -> a.extents()[d] > 1 || b.extents()[d] > 1)
                .boxed()
                .sorted(Comparator.comparingLong((Integer d) -> a.strides()[d]).reversed())
                .mapToInt(d -> d)
                .toArray();
        return !nests(a, b, order) || meets(a, b, order, 0, b.offset() - a.offset());
    }

    private static boolean nests(StridedRegion a, StridedRegion b, int[] order) {
        long reach = 0;
        for (int level = order.length - 1; level >= 0; level--) {
            int d = order[level];
            if (a.strides()[d] <= reach) {
                return false;
            }
            reach += (Math.max(a.extents()[d], b.extents()[d]) - 1) * a.strides()[d];
        }
        return true;
    }

    private static boolean meets(StridedRegion a, StridedRegion b, int[] order, int level, long distance) {
        if (level == order.length) {
            return distance == 0;
        }
        int d = order[level];
        long stride = a.strides()[d];
        long lower = Math.floorDiv(distance, stride);
        for (long steps = lower; steps <= lower + 1; steps++) {
            // Element x of a equals element y of b in this dimension if x - y = steps.
            boolean allowed = steps < a.extents()[d] && -steps < b.extents()[d];
            if (allowed && meets(a, b, order, level + 1, distance - steps * stride)) {
                return true;
            }
        }
        return false;
    }
}
