package org.sporos.gpu;

import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementValue;

/** Blocking copies and fills outside of graphs; Java arrays are staged through pinned memory. */
record EagerCopy(GpuDriver driver, long stream, GpuPinnedMemorySpace pinned) {

    void copy(StridedRegion to, StridedRegion from) {
        if (to.size() == 0) {
            return;
        }
        if (isNative(to) && isNative(from)) {
            direct(to, from);
        } else if (isNative(to)) {
            GpuPinnedMemorySpace.Block block = staging(from);
            try {
                Elements.copy(packed(block, from), from);
                direct(to, packed(block, from));
            } finally {
                block.release();
            }
        } else {
            GpuPinnedMemorySpace.Block block = staging(from);
            try {
                direct(packed(block, from), from);
                Elements.copy(to, packed(block, from));
            } finally {
                block.release();
            }
        }
    }

    private static boolean isNative(StridedRegion region) {
        return region.allocation() instanceof NativeAllocation;
    }

    private void direct(StridedRegion to, StridedRegion from) {
        long target = to.allocation().address();
        long source = from.allocation().address();
        CopyShapes.of(to, target, from, source).forEach(shape -> driver.copy(shape, stream));
        driver.synchronize(stream);
    }

    private GpuPinnedMemorySpace.Block staging(StridedRegion shape) {
        Allocation of = shape.allocation();
        return pinned.allocate(of.label(), of.type(), shape.size());
    }

    /** Returns a contiguous row-major box of the same extents. */
    static StridedRegion packed(Allocation memory, StridedRegion shape) {
        long[] strides = new long[shape.rank()];
        long size = 1;
        for (int d = shape.rank() - 1; d >= 0; d--) {
            strides[d] = size;
            size *= shape.extents()[d];
        }
        return new StridedRegion(memory, 0, shape.extents(), strides);
    }

    /** Fills by copying a filled host block, which suffices for rare eager fills; graphs have fill nodes. */
    void fill(StridedRegion region, ElementValue value) {
        if (region.size() == 0) {
            return;
        }
        GpuPinnedMemorySpace.Block block = staging(region);
        try {
            StridedRegion box = packed(block, region);
            Elements.fill(box, value);
            direct(region, box);
        } finally {
            block.release();
        }
    }
}
