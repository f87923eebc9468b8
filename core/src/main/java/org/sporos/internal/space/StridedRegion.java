package org.sporos.internal.space;

import java.util.Arrays;

/**
 * A strided region of elements of an allocation: element (i, j, ...) is at {@code offset + i * strides[0] + j *
 * strides[1] + ...}, all counted in elements.
 *
 * @param extents the extent of each dimension; empty for a single element
 * @param strides the stride of each dimension, in elements
 */
public record StridedRegion(Allocation allocation, long offset, long[] extents, long[] strides) {

    /** Returns the number of elements in the region. */
    public long size() {
        long size = 1;
        for (long extent : extents) {
            size *= extent;
        }
        return size;
    }

    /** Returns whether another region has the same offset, extents and strides, in any memory. */
    public boolean isSameBox(StridedRegion other) {
        return offset == other.offset && Arrays.equals(extents, other.extents) && Arrays.equals(strides, other.strides);
    }

    /** Returns the number of dimensions. */
    public int rank() {
        return extents.length;
    }

    /** Returns whether the elements are contiguous in row-major order. */
    public boolean isContiguous() {
        long expected = 1;
        for (int d = rank() - 1; d >= 0; d--) {
            if (extents[d] != 1 && strides[d] != expected) {
                return false;
            }
            expected *= extents[d];
        }
        return true;
    }

    /** Returns the offset of the last element of the region, or {@code offset - 1} if the region is empty. */
    public long lastOffset() {
        long last = offset;
        for (int d = 0; d < rank(); d++) {
            if (extents[d] == 0) {
                return offset - 1;
            }
            last += (extents[d] - 1) * strides[d];
        }
        return last;
    }
}
