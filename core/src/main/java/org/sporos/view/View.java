package org.sporos.view;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedIndexException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

/**
 * A labelled array of rank 0 to 4 in a memory space, or a part of one.
 *
 * <p>Elements may be read and written by kernels of spaces with access to the memory, and by ordinary Java code if the
 * memory is host-accessible. Views are as thread-safe as Java arrays: elements are not, except through the atomics.
 *
 * <p>{@link #close()} frees the memory once no executable uses it; a cleaner does so for unreachable views that were
 * never closed. A sub-view shares the memory of its parent and need not be closed.
 *
 * <pre>{@code
 * DoubleView u = DoubleView.of("u", space, rows, columns);
 * DoubleView inner = u.subview(Slice.range(1, rows - 1), Slice.range(1, columns - 1));
 * DoubleView onHost = inner.mirror();
 * Views.deepCopy(onHost, inner);
 * double corner = onHost.get(0, 0);
 * }</pre>
 */
public abstract sealed class View implements AutoCloseable
        permits DoubleView, FloatView, IntView, LongView, ByteView, ShortView {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int MAX_RANK = 4;
    /** The methods that create views, for errors. */
    private static final String MAKES = "of, over, copyOf or load for a view of a space";

    private final String label;
    private final Allocation memory;
    private final Shape shape;
    private final @Nullable Handle handle;

    /** Keeps the owner of the memory reachable, so that the cleaner does not free it while a sub-view is in use. */
    private final @Nullable View parent;

    /** The execution space of its creation; null for views of a memory space, which every space may use. */
    private @Nullable ExecutionSpace space;

    /** Rank and packed copies of the shape for the access methods; those of a Java array fit into an int. */
    final int rank;

    final int offset;
    final int n0;
    final int n1;
    final int n2;
    final int n3;
    final int s0;
    final int s1;
    final int s2;
    final int s3;
    /** True if the last index is the fastest, with stride 1: then its multiplication is omitted. */
    final boolean unit;

    View(String label, Allocation memory, Shape shape, @Nullable View parent) {
        this.label = Required.argument(label, "the label of a view");
        this.memory = memory;
        this.shape = shape;
        this.parent = parent;
        this.handle = parent == null ? Handle.register(this, memory) : null;
        this.space = parent == null ? null : parent.space;
        this.rank = shape.rank();
        this.offset = (int) shape.offset();
        this.n0 = (int) Math.min(shape.extent(0), Integer.MAX_VALUE);
        this.n1 = (int) Math.min(shape.extent(1), Integer.MAX_VALUE);
        this.n2 = (int) Math.min(shape.extent(2), Integer.MAX_VALUE);
        this.n3 = (int) Math.min(shape.extent(3), Integer.MAX_VALUE);
        this.s0 = (int) shape.stride(0);
        this.s1 = (int) shape.stride(1);
        this.s2 = (int) shape.stride(2);
        this.s3 = (int) shape.stride(3);
        this.unit = rank == 0 || shape.stride(rank - 1) == 1;
    }

    /** Drops the cached array once the memory is freed, so that each access detects it. For views with an array. */
    final void forgetWhenFreed() {
        View owner = this;
        while (owner.parent != null) {
            owner = owner.parent;
        }
        Objects.requireNonNull(owner.handle).remember(this);
    }

    /** Drops the cached array. */
    abstract void forget();

    static Allocation allocate(String label, MemorySpace space, ElementType type, Shape shape) {
        Required.argument(label, "the label of a view");
        Required.argument(space, () -> "the space of view " + Labels.quoted(label));
        if (space != MemorySpace.host()) {
            RunFrame.refuseDeviceCallInHostNode(MAKES);
        }
        return AllocationSpace.of(space).allocate(label, type, shape.size());
    }

    /** Returns its label. */
    public final String label() {
        return label;
    }

    /** Returns the number of its dimensions, 0 to 4. */
    public final int rank() {
        return rank;
    }

    /**
     * Returns the extent of a dimension.
     *
     * @throws IndexOutOfBoundsException if the view has no such dimension
     */
    public final long extent(int dimension) {
        requireDimension(dimension);
        return shape.extent(dimension);
    }

    /** Returns the stride of a dimension, in elements. */
    public final long stride(int dimension) {
        requireDimension(dimension);
        return shape.stride(dimension);
    }

    private void requireDimension(int dimension) {
        if (dimension < 0 || dimension >= rank) {
            throw new CodedIndexException(
                    "S203",
                    "view " + Labels.quoted(label) + " of rank " + rank + " has no dimension " + dimension
                            + "; they begin at 0");
        }
    }

    /** Returns the memory space of an execution space. */
    static MemorySpace memory(String label, ExecutionSpace space) {
        RunFrame.refuseDeviceCallInHostNode(MAKES);
        requireUsable(label, Required.argument(space, () -> "the space of view " + Labels.quoted(label)), "made");
        return space.memorySpace();
    }

    private static void requireUsable(String label, ExecutionSpace space, String done) {
        if (!space.isUsable()) {
            String cure = done.equals("made") ? "open a space again" : "copy the elements to an array before";
            throw new CodedStateException(
                    "S217",
                    "view " + Labels.quoted(label) + " is " + done + " in space " + Labels.quoted(space.name())
                            + (space.isClosed() ? ", which is closed; " : ", which a failure of its device has ended; ")
                            + cure);
        }
    }

    /** Sets the execution space of its creation. */
    final void belongsTo(@Nullable ExecutionSpace space) {
        this.space = space;
    }

    /** Returns the execution space of its creation; null for views of a memory space. */
    final @Nullable ExecutionSpace owner() {
        return space;
    }

    /** Returns the number of its elements. */
    public final long size() {
        return shape.size();
    }

    /** Returns the layout of its elements; empty for a sub-view with non-contiguous elements. */
    public final Optional<Layout> layout() {
        return Optional.ofNullable(shape.layout());
    }

    /** Returns the type of its elements. */
    public abstract ElementType elementType();

    /** Returns its memory space. */
    public final MemorySpace memorySpace() {
        return memory.space();
    }

    /**
     * Returns the allocation that contains its elements.
     *
     * @hidden
     */
    public final Allocation allocation() {
        return memory;
    }

    /**
     * Returns the region of its elements in the allocation.
     *
     * @hidden
     */
    public final StridedRegion region() {
        return new StridedRegion(memory, shape.offset(), shape.extents(), shape.strides());
    }

    /** Returns the current region of its elements: for a level of a ring, in its current memory. */
    final StridedRegion regionNow() {
        return new StridedRegion(LevelMemory.of(memory), shape.offset(), shape.extents(), shape.strides());
    }

    /** Returns whether {@link #close()} was called on it, or on the view that it is a part of. */
    public final boolean isClosed() {
        return handle != null
                ? handle.closed.get()
                : Objects.requireNonNull(parent).isClosed();
    }

    /** Returns whether it is a sub-view. */
    public final boolean isSubview() {
        return handle == null;
    }

    /** Returns a sub-view, which shares its memory. */
    public abstract View subview(Slice... slices);

    /** Returns a mirror on the host: always a new view of the same extents, in memory that copy nodes can use. */
    public abstract View mirror();

    /** Returns this view if host code may access it, else a {@link #mirror()}. */
    public abstract View mirrorView();

    /**
     * Returns the sub-view of another view at the offset and strides of this one.
     *
     * @param owner a view of the same type, with memory of the same size
     * @hidden
     */
    public abstract View onto(View owner);

    /**
     * Returns a packed view of the extents of this one, over elements of another.
     *
     * @param owner a packed view of the same type
     * @param begin the first element of {@code owner}
     * @hidden
     */
    public abstract View packedOnto(View owner, long begin);

    /** Frees the memory when the last executable that uses it is closed. Idempotent; no effect on a sub-view. */
    @Override
    public void close() {
        if (handle != null) {
            handle.close();
        }
    }

    /** Returns a new view of the same type and extents in a Java array, with a given layout. */
    abstract View onHost(Layout layout);

    /** Returns the array of a view from {@link #onHost}. */
    final Object arrayOnHost() {
        return Required.internal(allocation().backingArray(), "the array of a view on host");
    }

    /** Returns a view of the same class and shape over other memory, with its label. */
    abstract View sameOver(Allocation other);

    /** Returns the same elements as a sub-view of rank 1; requires contiguous elements. */
    abstract View list();

    /** Returns a sub-view with a label of its own. */
    abstract View part(String label, Slice... slices);

    final Shape shape() {
        return shape;
    }

    /** Returns the contiguous shape of its extents, in its layout or in that of new views. */
    final Shape packed() {
        return Shape.of(label, packedLayout(), shape.extents());
    }

    final Layout packedLayout() {
        return layout().orElse(Layout.RIGHT);
    }

    // The offsets of elements: int arithmetic for Java arrays, else long.

    final int at() {
        if (rank != 0) {
            throw wrongRank(0);
        }
        return offset;
    }

    final int at(int i) {
        if (rank != 1 || i < 0 || i >= n0) {
            throw refused(1, i, 0, 0, 0);
        }
        return unit ? offset + i : offset + i * s0;
    }

    final int at(int i, int j) {
        if (rank != 2 || i < 0 || i >= n0 || j < 0 || j >= n1) {
            throw refused(2, i, j, 0, 0);
        }
        int row = offset + i * s0;
        return unit ? row + j : row + j * s1;
    }

    final int at(int i, int j, int k) {
        if (rank != 3 || i < 0 || i >= n0 || j < 0 || j >= n1 || k < 0 || k >= n2) {
            throw refused(3, i, j, k, 0);
        }
        int row = offset + i * s0 + j * s1;
        return unit ? row + k : row + k * s2;
    }

    final int at(int i, int j, int k, int l) {
        if (rank != 4 || i < 0 || i >= n0 || j < 0 || j >= n1 || k < 0 || k >= n2 || l < 0 || l >= n3) {
            throw refused(4, i, j, k, l);
        }
        int row = offset + i * s0 + j * s1 + k * s2;
        return unit ? row + l : row + l * s3;
    }

    final long at(long i) {
        if (rank != 1 || i < 0 || i >= shape.extent(0)) {
            throw refused(1, i, 0, 0, 0);
        }
        return shape.offset() + i * shape.stride(0);
    }

    /** Returns the offset of an element as a long, after the same checks; absent indexes are 0. */
    final long position(int indexes, long i, long j, long k, long l) {
        if (rank != indexes || !inside(0, i) || !inside(1, j) || !inside(2, k) || !inside(3, l)) {
            throw refused(indexes, i, j, k, l);
        }
        return shape.offset() + i * shape.stride(0) + j * shape.stride(1) + k * shape.stride(2) + l * shape.stride(3);
    }

    /** Returns the raw bits at an offset of memory that is not an open Java array. */
    final long load(long position) {
        return open().bits(position);
    }

    /** Sets the raw bits at an offset of memory that is not an open Java array. */
    final void store(long position, long bits) {
        open().bits(position, bits);
    }

    /** Returns the memory; throws if the view is closed. */
    final Allocation open() {
        if (memory.isFreed()) {
            throw new CodedStateException("S202", "view " + Labels.quoted(label) + " is closed");
        }
        return memory;
    }

    /**
     * Throws if host code may no longer read the whole view. Host nodes may as long as their graph retains its memory.
     */
    final void requireReadable() {
        requireUsable("read");
    }

    /** Throws if host code may no longer write the whole view, as {@link #requireReadable}. */
    final void requireWritable() {
        requireUsable("written");
    }

    private void requireUsable(String done) {
        if (RunFrame.current() != null) {
            open();
            return;
        }
        requireOpen();
        if (space != null) {
            requireUsable(label, space, done);
        }
    }

    /** Throws if it is closed. */
    final void requireOpen() {
        if (isClosed()) {
            throw new CodedStateException("S202", "view " + Labels.quoted(label) + " is closed");
        }
    }

    private boolean inside(int d, long index) {
        return index >= 0 && index < shape.extent(d);
    }

    /**
     * Returns the exception that the access methods throw for an index out of bounds.
     *
     * @hidden
     */
    public final RuntimeException outside(long... indexes) {
        long[] all = Arrays.copyOf(indexes, MAX_RANK);
        return refused(indexes.length, all[0], all[1], all[2], all[3]);
    }

    private RuntimeException refused(int indexes, long i, long j, long k, long l) {
        if (rank != indexes) {
            return wrongRank(indexes);
        }
        long[] all = {i, j, k, l};
        StringBuilder text = new StringBuilder("index (");
        for (int d = 0; d < rank; d++) {
            text.append(d == 0 ? "" : ", ").append(all[d]);
        }
        text.append(") is outside of view ")
                .append(Labels.quoted(label))
                .append(" of extents ")
                .append(shape);
        return RunRefusal.ofIndex("R301", text.toString());
    }

    final IllegalArgumentException wrongRank(int indexes) {
        return new CodedArgumentException(
                "S203",
                "view " + Labels.quoted(label) + " has rank " + rank + " and is used with " + indexes
                        + (indexes == 1 ? " index" : " indexes"));
    }

    @Override
    public final String toString() {
        String order = layout().map(Layout::name).orElse("strided");
        return getClass().getSimpleName() + " " + Labels.quoted(label) + " " + shape + " " + order + " in "
                + memory.space().name();
    }

    /** The reference of a view to its memory, released once: by close or by the cleaner. */
    private static final class Handle implements Runnable {
        private final Allocation memory;
        /** The views that cache its array; weak, as sub-views are short-lived. */
        private final Set<View> readers = Collections.newSetFromMap(new WeakHashMap<>());

        final AtomicBoolean closed = new AtomicBoolean();
        private Cleaner.@Nullable Cleanable cleanable;

        private Handle(Allocation memory) {
            this.memory = memory;
        }

        static Handle register(View view, Allocation memory) {
            Handle handle = new Handle(memory);
            memory.whenFreed(handle::forget);
            // Memory of graphs is never freed here, and levels own none. Templates of kernels refer to such memory;
            // registered views would keep the classes of their kernels alive.
            if (!(memory instanceof GraphMemory || memory instanceof LevelMemory)) {
                handle.cleanable = CLEANER.register(view, handle);
            }
            return handle;
        }

        synchronized void remember(View reader) {
            readers.add(reader);
        }

        private synchronized void forget() {
            readers.forEach(View::forget);
        }

        /** Releases the reference and deregisters the cleaner. */
        void close() {
            if (closed.compareAndSet(false, true)) {
                memory.close();
            }
            if (cleanable != null) {
                cleanable.clean();
            }
        }

        @Override
        public void run() {
            if (closed.compareAndSet(false, true)) {
                memory.abandon();
            }
        }
    }
}
