package org.sporos.internal.space;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Tells whether two strided boxes of one allocation can share an element. */
public final class Overlap {

    private Overlap() {}

    /** Returns whether the boxes may share an element: exact where their strides are equal and nest. */
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
     * Boxes with equal strides share an element only if the difference of their offsets is a sum of strides times steps
     * that both extents allow. Where strides nest (each is larger than the reach of those below it), at each stride
     * there are only two steps that leave a rest within that reach, so that walking the dimensions from the largest
     * stride decides it. Boxes cut out of one view always nest.
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
            // Element x of a is element y of b in this dimension where x - y = steps.
            boolean allowed = steps < a.extents()[d] && -steps < b.extents()[d];
            if (allowed && meets(a, b, order, level + 1, distance - steps * stride)) {
                return true;
            }
        }
        return false;
    }
}
