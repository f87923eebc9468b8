package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.StridedRegion;

/**
 * Splits a copy between two strided boxes into 3D copies of the driver. Dimensions contiguous in both boxes are merged,
 * a unit-stride innermost dimension becomes the row, the next two become height and depth, and outer dimensions are
 * enumerated.
 */
final class CopyShapes {
    private final int elementBytes;
    private final long toBase;
    private final long fromBase;
    private final List<long[]> dimensions = new ArrayList<>();
    private final List<CopyShape> shapes = new ArrayList<>();

    private CopyShapes(StridedRegion to, long toBase, StridedRegion from, long fromBase) {
        this.elementBytes = to.allocation().type().bytes();
        this.toBase = toBase + to.offset() * elementBytes;
        this.fromBase = fromBase + from.offset() * elementBytes;
        for (int d = 0; d < to.rank(); d++) {
            add(to.extents()[d], to.strides()[d], from.strides()[d]);
        }
    }

    /** Returns the copies, none if the boxes are empty. The bases are the addresses of the allocations. */
    static List<CopyShape> of(StridedRegion to, long toBase, StridedRegion from, long fromBase) {
        CopyShapes copies = new CopyShapes(to, toBase, from, fromBase);
        if (to.size() > 0) {
            copies.split();
        }
        return copies.shapes;
    }

    /** Adds an inner dimension as (extent, target stride, source stride). */
    private void add(long extent, long toStride, long fromStride) {
        if (extent == 1) {
            return;
        }
        long[] outer = dimensions.isEmpty() ? null : dimensions.get(dimensions.size() - 1);
        if (outer != null && outer[1] == toStride * extent && outer[2] == fromStride * extent) {
            outer[0] *= extent;
            outer[1] = toStride;
            outer[2] = fromStride;
        } else {
            dimensions.add(new long[] {extent, toStride, fromStride});
        }
    }

    private void split() {
        int left = dimensions.size();
        long width = elementBytes;
        if (left > 0 && dimensions.get(left - 1)[1] == 1 && dimensions.get(left - 1)[2] == 1) {
            width *= dimensions.get(--left)[0];
        }
        long[] row = left > 0 && isPitch(dimensions.get(left - 1), width) ? dimensions.get(--left) : null;
        long[] plane =
                row != null && left > 0 && isPlane(dimensions.get(left - 1), row) ? dimensions.get(--left) : null;
        walk(0, left, 0, 0, width, row, plane);
    }

    private boolean isPitch(long[] dimension, long width) {
        return dimension[1] * elementBytes >= width && dimension[2] * elementBytes >= width;
    }

    private static boolean isPlane(long[] dimension, long[] row) {
        return dimension[1] % row[1] == 0
                && dimension[2] % row[2] == 0
                && dimension[1] / row[1] >= row[0]
                && dimension[2] / row[2] >= row[0];
    }

    private void walk(
            int d, int walked, long to, long from, long width, long @Nullable [] row, long @Nullable [] plane) {
        if (d < walked) {
            long[] dimension = dimensions.get(d);
            for (long i = 0; i < dimension[0]; i++) {
                walk(d + 1, walked, to + i * dimension[1], from + i * dimension[2], width, row, plane);
            }
            return;
        }
        long height = row == null ? 1 : row[0];
        shapes.add(new CopyShape(
                toBase + to * elementBytes,
                row == null ? width : row[1] * elementBytes,
                plane == null ? height : plane[1] / row(row)[1],
                fromBase + from * elementBytes,
                row == null ? width : row[2] * elementBytes,
                plane == null ? height : plane[2] / row(row)[2],
                width,
                height,
                plane == null ? 1 : plane[0]));
    }

    private static long[] row(long @Nullable [] row) {
        return Required.internal(row, "the row of a plane");
    }
}
