package org.sporos.view;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;

/**
 * The mapping from indexes to offsets in a view's memory: extents, strides and the offset of the first element, in
 * elements. Immutable; the arrays are never exposed.
 */
final class Shape {
    static final int MAX_RANK = 4;

    private final long[] extents;
    private final long[] strides;
    private final long offset;
    private final @Nullable Layout layout;

    private Shape(long[] extents, long[] strides, long offset, @Nullable Layout layout) {
        this.extents = extents;
        this.strides = strides;
        this.offset = offset;
        this.layout = layout;
    }

    static Shape of(String label, Layout layout, long... extents) {
        int rank = Required.argument(extents, () -> "the extents of view " + Labels.quoted(label)).length;
        requireRank(label, rank, MAX_RANK, "views");
        long[] strides = new long[extents.length];
        long size = 1;
        for (int k = 0; k < extents.length; k++) {
            int d = layout == Layout.LEFT ? k : extents.length - 1 - k;
            strides[d] = size;
            size = grown(label, size, extents[d]);
        }
        return new Shape(extents.clone(), strides, 0, layout);
    }

    /** @param views the kind of views with that maximum rank, for the error */
    static void requireRank(String label, int rank, int most, String views) {
        if (rank > most) {
            throw new CodedArgumentException(
                    "S203",
                    "view " + Labels.quoted(label) + " of rank " + rank + "; " + views + " have rank 0 to " + most);
        }
    }

    /** Widens int extents. */
    static long[] extents(int... extents) {
        long[] longs = new long[Required.argument(extents, "the extents of a view").length];
        for (int d = 0; d < extents.length; d++) {
            longs[d] = extents[d];
        }
        return longs;
    }

    /** Returns the shape with the given strides, in elements; throws if elements overlap. */
    static Shape strided(String label, long[] extents, long[] strides) {
        Shape packed = of(label, Layout.RIGHT, extents);
        if (strides.length != extents.length) {
            throw new CodedArgumentException(
                    "S203",
                    "view " + Labels.quoted(label) + " of rank " + extents.length + " is given " + strides.length
                            + " strides; give one for each dimension, in elements");
        }
        if (packed.size() > 0) {
            requireApart(label, extents, strides);
        }
        return new Shape(packed.extents, strides.clone(), 0, layoutOf(extents, strides));
    }

    /** Returns the same shape with another offset of the first element. */
    Shape from(long begin) {
        return new Shape(extents, strides, begin, layout);
    }

    /** Elements are disjoint if each stride exceeds the span of all dimensions with smaller strides. */
    private static void requireApart(String label, long[] extents, long[] strides) {
        List<Integer> bySize = IntStream.range(0, strides.length)
                .boxed()
                .sorted(Comparator.comparingLong(d -> strides[d]))
                .toList();
        long reached = 1;
        for (int d : bySize) {
            if (extents[d] > 1 && strides[d] < reached) {
                throw new CodedArgumentException(
                        "S203",
                        "view " + Labels.quoted(label) + " of extents " + Arrays.toString(extents) + " has the strides "
                                + Arrays.toString(strides)
                                + ", by which elements share places; the stride of dimension "
                                + d + " must be " + reached + " or more");
            }
            long steps = Math.max(extents[d] - 1, 0);
            if (steps > 0 && strides[d] > (Long.MAX_VALUE / Long.BYTES - reached) / steps) {
                throw new CodedArgumentException(
                        "S207",
                        "view " + Labels.quoted(label) + " has more elements than any memory can hold; split it");
            }
            reached += steps * strides[d];
        }
    }

    /** Returns the number of elements from the first to the last, including gaps. */
    long span() {
        if (size() == 0) {
            return 0;
        }
        long last = 0;
        for (int d = 0; d < extents.length; d++) {
            last += (extents[d] - 1) * strides[d];
        }
        return last + 1;
    }

    private static long grown(String label, long size, long extent) {
        if (extent < 0) {
            throw new CodedArgumentException(
                    "S203", "view " + Labels.quoted(label) + " has the extent " + extent + "; use 0 or more");
        }
        if (extent != 0 && size > Long.MAX_VALUE / Long.BYTES / extent) {
            throw new CodedArgumentException(
                    "S207", "view " + Labels.quoted(label) + " has more elements than any memory can hold; split it");
        }
        return size * extent;
    }

    Shape slice(String label, Slice... slices) {
        if (Required.argument(slices, () -> "the slices of view " + Labels.quoted(label)).length != rank()) {
            throw new CodedArgumentException(
                    "S203",
                    "a sub-view of view " + Labels.quoted(label) + " of rank " + rank() + " with " + slices.length
                            + " slices; give one for each dimension, Slice.all() to keep it whole");
        }
        long[] newExtents = new long[rank()];
        long[] newStrides = new long[rank()];
        long start = offset;
        int kept = 0;
        for (int d = 0; d < rank(); d++) {
            Slice slice = Required.argument(slices[d], () -> "a slice of view " + Labels.quoted(label));
            long begin = slice.kind() == Slice.Kind.ALL ? 0 : slice.begin();
            long end = slice.kind() == Slice.Kind.ALL ? extents[d] : slice.end();
            checkSlice(label, d, begin, end, slice);
            start += begin * strides[d];
            if (slice.kind() != Slice.Kind.INDEX) {
                newExtents[kept] = end - begin;
                newStrides[kept++] = strides[d];
            }
        }
        long[] e = Arrays.copyOf(newExtents, kept);
        long[] s = Arrays.copyOf(newStrides, kept);
        return new Shape(e, s, start, layoutOf(e, s));
    }

    private void checkSlice(String label, int d, long begin, long end, Slice slice) {
        if (begin < 0 || end > extents[d] || end < begin) {
            String wrong = end < begin ? "it ends before it begins" : "it is not inside";
            throw new CodedIndexException(
                    "S203",
                    "slice " + slice + " of dimension " + d + " of view " + Labels.quoted(label)
                            + ", which has the extent " + extents[d] + ": " + wrong);
        }
    }

    private static @Nullable Layout layoutOf(long[] extents, long[] strides) {
        if (isPacked(extents, strides, true)) {
            return Layout.RIGHT;
        }
        return isPacked(extents, strides, false) ? Layout.LEFT : null;
    }

    private static boolean isPacked(long[] extents, long[] strides, boolean right) {
        long expected = 1;
        for (int k = 0; k < extents.length; k++) {
            int d = right ? extents.length - 1 - k : k;
            if (strides[d] != expected) {
                return false;
            }
            expected *= extents[d];
        }
        return true;
    }

    int rank() {
        return extents.length;
    }

    /** Returns the layout, or null for other strides. */
    @Nullable
    Layout layout() {
        return layout;
    }

    long offset() {
        return offset;
    }

    /** Returns the extent of a dimension, 1 for missing ones. */
    long extent(int d) {
        return d < extents.length ? extents[d] : 1;
    }

    /** Returns the stride of a dimension, 0 for missing ones. */
    long stride(int d) {
        return d < strides.length ? strides[d] : 0;
    }

    long size() {
        long size = 1;
        for (long extent : extents) {
            size *= extent;
        }
        return size;
    }

    long[] extents() {
        return extents.clone();
    }

    long[] strides() {
        return strides.clone();
    }

    /** Returns the extents, such as {@code [3, 4]}. */
    @Override
    public String toString() {
        return Arrays.toString(extents);
    }
}
