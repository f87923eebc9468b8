package org.sporos.view;

import java.lang.ref.Reference;
import java.util.Arrays;
import org.sporos.error.Labels;
import org.sporos.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.space.Region;
import org.sporos.space.RunFrame;

/**
 * Operations on whole views that happen at once, outside of graphs. Each waits for nothing: fence before it what writes
 * the views. A host node may call none but {@link #format}, for views that it may touch.
 */
public final class Views {
    private static final int PRINTED = 1000;

    private Views() {}

    /**
     * Copies the elements of one view to another, between any memory spaces and layouts. A copy of a view to itself, as of
     * one that is its own {@link View#mirrorView()}, does nothing.
     *
     * @throws IllegalArgumentException if the types or extents differ, or the views overlap
     * @throws IllegalStateException if one is closed
     */
    public static void deepCopy(View to, View from) {
        RunFrame.refuseInHostNode("deepCopy");
        copy(to, from);
    }

    /** Copies between a view and Java values of the host; host nodes may do that where they may touch the view. */
    static void transfer(View to, View from) {
        if (!to.memorySpace().isHostAccessible() || !from.memorySpace().isHostAccessible()) {
            RunFrame.refuseInHostNode("toArray, assign or format for a view of a device");
        }
        copy(to, from);
    }

    private static void copy(View to, View from) {
        CopyFlaw flaw = CopyFlaw.of(to, from);
        if (flaw != null) {
            throw new IllegalArgumentException(flaw.toString());
        }
        to.open();
        from.open();
        if (sameElements(to, from)) {
            return;
        }
        try {
            side(to, from).copy(to.region(), from.region());
        } finally {
            // A region does not hold its view, whose cleaner would free native memory under the copy.
            Reference.reachabilityFence(to);
            Reference.reachabilityFence(from);
        }
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

    static boolean sameElements(View a, View b) {
        Region first = a.region();
        Region second = b.region();
        return first.allocation() == second.allocation()
                && first.offset() == second.offset()
                && Arrays.equals(first.extents(), second.extents())
                && Arrays.equals(first.strides(), second.strides());
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
        transfer(mirror, view);
        return mirror;
    }

    private static Slice[] whole(View view) {
        Slice[] slices = new Slice[view.rank()];
        Arrays.fill(slices, Slice.all());
        return slices;
    }

    private static void fillBits(View view, long bits) {
        RunFrame.refuseInHostNode("fill");
        view.open();
        try {
            view.memorySpace().fill(view.region(), bits);
        } finally {
            Reference.reachabilityFence(view);
        }
    }

    /** Returns the memory space that does the copy: the one that host code cannot reach by itself. */
    private static MemorySpace side(View to, View from) {
        Region source = from.region();
        boolean device = source.allocation().openArray() == null;
        return device ? from.memorySpace() : to.memorySpace();
    }

    static Shape requireRoom(Allocation memory, ElementType type, Shape shape) {
        if (memory.type() != type || memory.size() < shape.size()) {
            throw new IllegalArgumentException(
                    "S235: memory of " + memory.size() + " " + memory.type().javaName()
                            + " elements has no room for a view of " + shape + " " + type.javaName()
                            + " elements; give it memory of that type, and of at least that many");
        }
        return shape;
    }

    static void requireSize(View view, int length) {
        if (view.size() != length) {
            throw new IllegalArgumentException("S204: view " + Labels.quoted(view.label()) + " has " + view.size()
                    + " elements and is given " + length + " values");
        }
    }
}
