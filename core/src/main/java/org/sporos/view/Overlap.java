package org.sporos.view;

import java.util.Arrays;
import org.sporos.space.Region;

/** Tells whether two strided boxes of one allocation can share an element. */
final class Overlap {

    private Overlap() {}

    static boolean possible(Region a, Region b) {
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
     * that both extents allow. Nested strides (each at least as large as the reach of those below it) make that sum
     * unique up to the sign of the rest, so that walking the dimensions from the largest stride decides it.
     */
    private static boolean boxesMeet(Region a, Region b) {
        int rank = a.rank();
        Integer[] order = new Integer[rank];
        Arrays.setAll(order, d -> d);
        Arrays.sort(order, (x, y) -> Long.compare(a.strides()[y], a.strides()[x]));
        return meets(a, b, order, 0, b.offset() - a.offset());
    }

    private static boolean meets(Region a, Region b, Integer[] order, int level, long distance) {
        if (level == order.length) {
            return distance == 0;
        }
        int d = order[level];
        long stride = a.strides()[d];
        if (stride == 0) {
            return true;
        }
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
