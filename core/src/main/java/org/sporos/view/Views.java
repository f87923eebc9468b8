package org.sporos.view;

import org.jspecify.annotations.Nullable;
import org.sporos.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.space.Region;
import org.sporos.space.RunFrame;

/**
 * Operations on whole views that happen at once, outside of graphs. Each waits for nothing: fence before it what writes
 * the views. None may be called by a host node.
 */
public final class Views {
    private static final int PRINTED = 1000;

    private Views() {}

    /**
     * Copies the elements of one view to another, between any memory spaces and layouts.
     *
     * @throws IllegalArgumentException if the types or extents differ, or the views overlap
     * @throws IllegalStateException if one is closed
     */
    public static void deepCopy(View to, View from) {
        RunFrame.refuseInHostNode("deepCopy");
        String flaw = copyFlaw(to, from);
        if (flaw != null) {
            throw new IllegalArgumentException(flaw);
        }
        to.open();
        from.open();
        side(to, from).copy(to.region(), from.region());
    }

    /** Sets each element of a view. */
    public static void fill(DoubleView view, double value) {
        fillBits(view, Double.doubleToRawLongBits(value));
    }

    /** Sets each element of a view. */
    public static void fill(FloatView view, float value) {
        fillBits(view, Float.floatToRawIntBits(value));
    }

    /** Sets each element of a view. */
    public static void fill(IntView view, int value) {
        fillBits(view, value);
    }

    /** Sets each element of a view. */
    public static void fill(LongView view, long value) {
        fillBits(view, value);
    }

    /** Returns what keeps one view from being copied to another, beginning with its code, or null if nothing does. */
    public static @Nullable String copyFlaw(View to, View from) {
        if (to.elementType() != from.elementType()) {
            return "S204: a copy of " + from + " to " + to + ": the element types differ; copy with a kernel";
        }
        if (!to.shape().sameExtents(from.shape())) {
            return "S204: a copy of " + from + " to " + to + ": the extents differ; take sub-views of equal extents";
        }
        if (overlap(to, from)) {
            return "S205: a copy of " + from + " to " + to
                    + ": both show some of the same memory; copy through a view of its own";
        }
        return null;
    }

    /**
     * Returns whether two views may show some of the same memory. Exact for ranges that are apart and for boxes of one
     * parent with equal strides; else it errs on the side of true.
     */
    public static boolean overlap(View a, View b) {
        return a.allocation() == b.allocation() && Overlap.possible(a.region(), b.region());
    }

    /** Returns the elements as text, row by row, at most the first thousand. */
    public static String format(View view) {
        try (View host = view.memorySpace().isHostAccessible() ? view.subview(whole(view)) : copied(view)) {
            return Format.of(host, PRINTED);
        }
    }

    private static View copied(View view) {
        View mirror = view.mirror();
        deepCopy(mirror, view);
        return mirror;
    }

    private static Slice[] whole(View view) {
        Slice[] slices = new Slice[view.rank()];
        java.util.Arrays.fill(slices, Slice.all());
        return slices;
    }

    private static void fillBits(View view, long bits) {
        RunFrame.refuseInHostNode("fill");
        view.open();
        view.memorySpace().fill(view.region(), bits);
    }

    /** Returns the memory space that does the copy: the one that host code cannot reach by itself. */
    private static MemorySpace side(View to, View from) {
        Region source = from.region();
        boolean device = source.allocation().openArray() == null;
        return device ? from.memorySpace() : to.memorySpace();
    }

    static void requireType(Allocation memory, ElementType type) {
        if (memory.type() != type) {
            throw new IllegalArgumentException("memory of " + memory.type() + " is no memory of " + type);
        }
    }

    static void requireSize(View view, int length) {
        if (view.size() != length) {
            throw new IllegalArgumentException("S204: view '" + view.label() + "' has " + view.size()
                    + " elements and is given " + length + " values");
        }
    }
}
