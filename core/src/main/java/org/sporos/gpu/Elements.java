package org.sporos.gpu;

import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementValue;

/** Copies and fills boxes of host memory, in Java arrays or pinned; element by element unless both are arrays. */
final class Elements {

    private Elements() {}

    static void copy(StridedRegion to, StridedRegion from) {
        if (to.allocation().backingArray() != null && from.allocation().backingArray() != null) {
            HostMemorySpace.INSTANCE.copy(to, from);
            return;
        }
        long[] index = new long[to.rank()];
        for (long n = to.size(); n > 0; n--) {
            to.allocation().bits(position(to, index), from.allocation().bits(position(from, index)));
            next(to, index);
        }
    }

    static void fill(StridedRegion region, ElementValue value) {
        long[] index = new long[region.rank()];
        for (long n = region.size(); n > 0; n--) {
            region.allocation().bits(position(region, index), value.word(0));
            next(region, index);
        }
    }

    private static long position(StridedRegion region, long[] index) {
        long position = region.offset();
        for (int d = 0; d < index.length; d++) {
            position += index[d] * region.strides()[d];
        }
        return position;
    }

    private static void next(StridedRegion region, long[] index) {
        for (int d = index.length - 1; d >= 0 && ++index[d] == region.extents()[d]; d--) {
            index[d] = 0;
        }
    }
}
