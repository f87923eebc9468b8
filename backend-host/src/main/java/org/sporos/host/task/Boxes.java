package org.sporos.host.task;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.view.View;

/**
 * Boxes of elements that are walked together, such as the two sides of a copy, in the simplest form that touches the
 * same elements: dimensions of extent 1 are left out, the rest is ordered by the strides of the first box, and those
 * that follow each other without a gap in all boxes are merged.
 */
final class Boxes {
    private static final int MAX_RANK = 4;

    private final long[] offsets;
    private final long[] extents = new long[MAX_RANK];
    private final long[][] strides;
    private int rank;

    private Boxes(View... views) {
        offsets = new long[views.length];
        strides = new long[views.length][MAX_RANK];
        for (int v = 0; v < views.length; v++) {
            offsets[v] = views[v].region().offset();
        }
        for (int d : order(views[0])) {
            add(views, d);
        }
    }

    /** Returns the boxes that views of equal extents show. */
    static Boxes of(View... views) {
        return new Boxes(views);
    }

    private static int[] order(View view) {
        return IntStream.range(0, view.rank())
                .filter(d -> view.extent(d) != 1)
                .boxed()
                .sorted(Comparator.comparingLong(d -> -view.stride(d)))
                .mapToInt(d -> d)
                .toArray();
    }

    private void add(View[] views, int d) {
        boolean follows = rank > 0;
        for (int v = 0; v < views.length; v++) {
            follows &= rank > 0 && strides[v][rank - 1] == views[v].extent(d) * views[v].stride(d);
        }
        int at = follows ? rank - 1 : rank++;
        extents[at] = follows ? extents[at] * views[0].extent(d) : views[0].extent(d);
        for (int v = 0; v < views.length; v++) {
            strides[v][at] = views[v].stride(d);
        }
    }

    /** Returns the number of elements of each box. */
    long size() {
        long size = 1;
        for (int d = 0; d < rank; d++) {
            size *= extents[d];
        }
        return size;
    }

    /** Returns the extent of the first dimension, 1 if there is none. */
    long rows() {
        return rank == 0 ? 1 : extents[0];
    }

    /** Returns rows {@code [begin, end)} of a box, in that memory. */
    StridedRegion rows(int box, long begin, long end, Allocation memory) {
        long[] part = Arrays.copyOf(extents, rank);
        long[] steps = Arrays.copyOf(strides[box], rank);
        if (rank == 0) {
            return new StridedRegion(memory, offsets[box], part, steps);
        }
        part[0] = end - begin;
        return new StridedRegion(memory, offsets[box] + begin * steps[0], part, steps);
    }
}
