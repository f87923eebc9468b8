package org.sporos.view;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.run.RecordingMode;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.Overlap;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.CopyViolation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.ViewRecorder;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;

/**
 * Eager calls: operations on whole views outside of graphs. Each waits for all earlier submits that access the same
 * memory, from any thread and to any stream, and is complete on return. If such a run has failed, it throws the failure
 * as a fence does, and has no effect. A host node may only call {@link #format}, {@link #pack} and {@link #unpack}, for
 * accessible views, which do not wait there.
 *
 * <pre>{@code
 * Views.fill(x, 1);
 * exec.submit();
 * double[] values = x.toArray();
 * System.out.println(Views.format(x));
 * }</pre>
 *
 * <p>While eager calls are recorded, {@link #deepCopy} and the fills become nodes and have no immediate effect.
 */
public final class Views extends ViewFills {
    private static final int PRINTED = 1000;

    private Views() {}

    /**
     * Copies the elements of one view to another, between any memory spaces and layouts. A copy of a view to itself,
     * such as a view that is its own {@link View#mirrorView()}, has no effect.
     *
     * @throws IllegalArgumentException if the types or extents differ, or the views overlap
     * @throws IllegalStateException if one is closed
     */
    public static void deepCopy(View to, View from) {
        Required.argument(to, "the view to copy to");
        Required.argument(from, "the view to copy from");
        if (RecordingMode.current() instanceof ViewRecorder recorder) {
            recorder.deepCopy(to, from);
            return;
        }
        RunFrame.refuseInHostNode("deepCopy");
        requireCopyable(to, from);
        StridedRegion into = to.regionNow();
        StridedRegion out = from.regionNow();
        List<MemoryEffect> effects = List.of(MemoryEffect.writes(into), MemoryEffect.reads(out));
        EagerOrder.await(new EagerCall("deepCopy", to.label(), effects));
        if (!sameElements(into, out)) {
            copy(to, into, from, out);
        }
    }

    /** Copies a view to a new one, which no run uses yet. Allowed in host nodes with access to the view. */
    static void read(String call, View to, View from) {
        RecordingMode.refuse(new EagerCall(call, from.label(), List.of()).toString());
        refuseOfDevice(from);
        requireCopyable(to, from);
        StridedRegion out = from.regionNow();
        EagerOrder.await(new EagerCall(call, from.label(), List.of(MemoryEffect.reads(out))));
        copy(to, to.region(), from, out);
    }

    /** Copies a temporary view, which no run uses, to another. Allowed in host nodes with access to the other. */
    static void write(String call, View to, View from) {
        RecordingMode.refuse(new EagerCall(call, to.label(), List.of()).toString());
        refuseOfDevice(to);
        requireCopyable(to, from);
        StridedRegion into = to.regionNow();
        EagerOrder.await(new EagerCall(call, to.label(), List.of(MemoryEffect.writes(into))));
        copy(to, into, from, from.region());
    }

    private static void refuseOfDevice(View view) {
        if (!view.memorySpace().isHostAccessible()) {
            RunFrame.refuseInHostNode("toArray, assign, format, save or load for a view of a device");
        }
    }

    private static void requireCopyable(View to, View from) {
        CopyViolation violation = CopyViolation.of(to, to.region(), from, from.region());
        if (violation != null) {
            throw new CodedArgumentException(violation.code(), violation.what() + "; " + violation.cure());
        }
        to.requireWritable();
        from.requireReadable();
    }

    /** Copies to a new view, which no run uses yet. */
    static void put(View to, View from) {
        refuseOfDevice(to);
        copy(to, to.region(), from, from.region());
    }

    /** The regions are read once: the levels of a ring have other memory after a rotation. */
    private static void copy(View to, StridedRegion into, View from, StridedRegion out) {
        try {
            AllocationSpace.of(side(to, from)).copy(into, out);
        } finally {
            // A region does not keep its view reachable, whose cleaner would free native memory during the copy.
            Reference.reachabilityFence(to);
            Reference.reachabilityFence(from);
        }
    }

    private static boolean sameElements(StridedRegion first, StridedRegion second) {
        return first.allocation() == second.allocation() && first.isSameBox(second);
    }

    /**
     * Returns whether two views may share elements. Exact for disjoint ranges and for boxes of one parent with equal
     * strides; conservative otherwise.
     */
    public static boolean overlap(View a, View b) {
        Required.argument(a, "a view that may overlap another");
        Required.argument(b, "a view that may overlap another");
        return LevelMemory.of(a.allocation()) == LevelMemory.of(b.allocation())
                && Overlap.possible(a.region(), b.region());
    }

    /** Returns the elements as text, row by row, at most the first thousand. */
    public static String format(View view) {
        Required.argument(view, "the view to format");
        view.requireReadable();
        if (view.memorySpace().isHostAccessible()) {
            EagerOrder.await(new EagerCall("format", view.label(), List.of(MemoryEffect.reads(view.regionNow()))));
        }
        try (View host = view.memorySpace().isHostAccessible() ? view.subview(whole(view)) : copied(view)) {
            return Format.of(host, PRINTED);
        }
    }

    /**
     * Writes the elements of a view to a file in NumPy's {@code .npy} format: little-endian, in row-major order of the
     * indexes, with the extents of the view. NumPy reads it by {@code numpy.load}. An existing file is replaced
     * atomically after the last write. Symbolic links are followed, and the file keeps its mode. The elements of a view
     * of a device pass through an array on the Java heap.
     *
     * <pre>{@code
     * Views.save(u, Path.of("u.npy"));
     * DoubleView again = DoubleView.load("u", space, Path.of("u.npy"));
     * }</pre>
     *
     * @throws IOException if the file cannot be written; then an existing file is unchanged
     * @see <a href="https://numpy.org/neps/nep-0001-npy-format.html">NEP 1, a simple file format for NumPy arrays</a>
     */
    public static void save(View view, Path file) throws IOException {
        Required.argument(view, "the view to save");
        Required.argument(file, "the file of a view");
        view.requireReadable();
        try (View host = view.onHost(Layout.RIGHT)) {
            read("save", host, view);
            NpyFile.write(file, host.elementType(), host.region().extents(), host.arrayOnHost(), (int) host.size());
        }
    }

    /**
     * Sets the elements of a view to those of a file in NumPy's {@code .npy} format, in either byte order and layout.
     * The file must have the element type and the extents of the view. The view changes only after the whole file has
     * been read.
     *
     * @throws IllegalArgumentException if the file is of another format, or does not fit the view
     * @throws IOException if the file cannot be read
     */
    public static void load(View view, Path file) throws IOException {
        Required.argument(view, "the view to load");
        Required.argument(file, "the file of a view");
        view.requireWritable();
        ElementType type = view.elementType();
        try (NpyFile in = NpyFile.open(file)) {
            in.requireFits(view.label(), type, view.region().extents());
            try (View host = view.onHost(in.header().layout())) {
                in.read(type, host.arrayOnHost(), (int) host.size());
                write("load", view, host);
            }
        }
    }

    /**
     * Appends the elements of a view of host memory to a buffer, in the order of memory and in the buffer's byte order.
     * Lets a host node send them without an intermediate array.
     *
     * @throws IllegalArgumentException if the elements are not contiguous, or do not fit into the buffer
     * @throws IllegalStateException if host code may not access the memory
     */
    public static void pack(View view, ByteBuffer into) {
        Required.argument(view, "the view to pack");
        view.requireReadable();
        int n = requireFits(view, Required.argument(into, "the buffer of a view"));
        StridedRegion out = view.regionNow();
        EagerOrder.await(new EagerCall("pack", view.label(), List.of(MemoryEffect.reads(out))));
        PackedElements.put(out.allocation(), out.offset(), n, into);
    }

    /**
     * Sets the elements of a view of host memory to the next ones of a buffer, as written by {@link #pack}.
     *
     * @throws IllegalArgumentException if the elements are not contiguous, or too few bytes remain
     * @throws IllegalStateException if host code may not access the memory
     */
    public static void unpack(View view, ByteBuffer from) {
        Required.argument(view, "the view to unpack");
        view.requireWritable();
        int n = requireFits(view, Required.argument(from, "the buffer of a view"));
        StridedRegion into = view.regionNow();
        EagerOrder.await(new EagerCall("unpack", view.label(), List.of(MemoryEffect.writes(into))));
        PackedElements.get(into.allocation(), into.offset(), n, from);
    }

    /** Returns the number of elements. */
    private static int requireFits(View view, ByteBuffer buffer) {
        if (view.layout().isEmpty()) {
            throw new CodedArgumentException(
                    "S204",
                    "the elements of view " + Labels.quoted(view.label())
                            + " do not lie one after another; copy them to a view of their own first");
        }
        long bytes = view.size() * view.elementType().bytes();
        if (buffer.remaining() < bytes) {
            throw new CodedArgumentException(
                    "S204",
                    "view " + Labels.quoted(view.label()) + " has " + bytes + " bytes, but " + buffer.remaining()
                            + " remain in the buffer");
        }
        return (int) view.size();
    }

    private static View copied(View view) {
        View host = view.onHost(Layout.RIGHT);
        read("format", host, view);
        return host;
    }

    private static Slice[] whole(View view) {
        Slice[] slices = new Slice[view.rank()];
        Arrays.fill(slices, Slice.all());
        return slices;
    }

    static void fill(View view, ElementValue value) {
        Required.argument(view, "the view to fill");
        if (RecordingMode.current() instanceof ViewRecorder recorder) {
            recorder.fill(view, value);
            return;
        }
        RunFrame.refuseInHostNode("fill");
        view.requireWritable();
        StridedRegion region = view.regionNow();
        EagerOrder.await(new EagerCall("fill", view.label(), List.of(MemoryEffect.writes(region))));
        try {
            AllocationSpace.of(view.memorySpace()).fill(region, value);
        } finally {
            Reference.reachabilityFence(view);
        }
    }

    /**
     * Returns the memory space that implements the copy: a device's before pinned memory, pinned memory before arrays.
     */
    private static MemorySpace side(View to, View from) {
        return remoteness(from) > remoteness(to) ? from.memorySpace() : to.memorySpace();
    }

    private static int remoteness(View view) {
        int distance = LevelMemory.of(view.allocation()).backingArray() == null ? 2 : 0;
        return view.memorySpace().isHostAccessible() ? distance : distance + 1;
    }

    static void requireRoom(Allocation memory, ElementType type, Shape shape) {
        if (memory.type() != type || memory.size() < shape.size()) {
            throw new CodedArgumentException(
                    "S235",
                    "memory of " + memory.size() + " " + memory.type().javaName()
                            + " elements has no room for a view of " + shape + " " + type.javaName()
                            + " elements; give it memory of that type, and of at least that many");
        }
    }

    static void requireSize(View view, int length) {
        if (view.size() != length) {
            throw new CodedArgumentException(
                    "S204",
                    "view " + Labels.quoted(view.label()) + " has " + view.size() + " elements and is given " + length
                            + " values");
        }
    }
}
