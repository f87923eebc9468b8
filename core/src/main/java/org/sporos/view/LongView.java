package org.sporos.view;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

/**
 * A {@link View} of long elements.
 *
 * <p>All access methods throw an {@link IndexOutOfBoundsException} for an index outside of the view, an
 * {@link IllegalArgumentException} for a wrong number of indexes, and an {@link IllegalStateException} where the caller
 * may not touch the memory.
 */
public final class LongView extends View {
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Null where access must be checked, or once the memory is freed. */
    private long @Nullable [] data;

    private LongView(String label, Allocation memory, Shape shape, @Nullable View parent) {
        super(label, memory, shape, parent);
        this.data = (long[]) memory.openArray();
        if (data != null) {
            forgetWhenFreed();
        }
    }

    @Override
    void forget() {
        data = null;
    }

    /**
     * Returns a new view of zeros in the memory of an execution space, in the layout RIGHT.
     *
     * @param extents up to 4 extents; none for a single element
     */
    public static LongView of(String label, ExecutionSpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    public static LongView of(String label, MemorySpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    public static LongView of(String label, ExecutionSpace space, Layout layout, long... extents) {
        LongView view = of(label, memory(label, space), layout, extents);
        view.belongsTo(space);
        return view;
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    public static LongView of(String label, MemorySpace space, Layout layout, long... extents) {
        Shape shape = Shape.of(label, layout, extents);
        return new LongView(label, allocate(label, space, ElementType.LONG, shape), shape, null);
    }

    /** Returns a new view of rank 1 that holds a copy of the values. */
    public static LongView copyOf(String label, ExecutionSpace space, long... values) {
        LongView view = of(label, space, values.length);
        view.hold(values, Views::put);
        return view;
    }

    /** Returns a view of memory that a backend made, which closing the view gives back. For backends. */
    public static LongView over(String label, Allocation memory, Layout layout, long... extents) {
        Shape shape = Views.requireRoom(memory, ElementType.LONG, Shape.of(label, layout, extents));
        return new LongView(label, memory, shape, null);
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    public static ViewSpec<LongView> spec(long... extents) {
        long[] own = extents.clone();
        return new ViewSpec<>(
                ElementType.LONG,
                extents,
                (label, memory) -> new LongView(label, memory, Shape.of(label, Layout.RIGHT, own), null));
    }

    @Override
    public ElementType elementType() {
        return ElementType.LONG;
    }

    @Override
    public LongView subview(Slice... slices) {
        requireOpen();
        return new LongView(label(), allocation(), shape().slice(label(), slices), this);
    }

    @Override
    public LongView mirror() {
        requireUsable();
        return of(label(), memorySpace().mirrorSpace(), packed().layout(), packed().extents());
    }

    @Override
    public LongView mirrorView() {
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    /**
     * Copies the values into the view, in row-major order of its indexes, after the runs that were submitted before and
     * touch it.
     *
     * @throws IllegalArgumentException if there are not as many values as elements
     */
    public void assign(long... values) {
        hold(values, (to, from) -> Views.write("assign", to, from));
    }

    private void hold(long[] values, BiConsumer<View, View> copy) {
        try (LongView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.requireSize(this, values.length);
            System.arraycopy(values, 0, Objects.requireNonNull(host.data), 0, values.length);
            copy.accept(this, host);
        }
    }

    /**
     * Returns a copy of the elements in row-major order of their indexes, from any memory space, after the runs that were
     * submitted before and write them.
     */
    public long[] toArray() {
        try (LongView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.read("toArray", host, this);
            return Objects.requireNonNull(host.data);
        }
    }

    /** Returns the only element of a view of rank 0. */
    public long get() {
        long[] a = data;
        return a != null ? a[at()] : load(position(0, 0, 0, 0, 0));
    }

    /** Returns element (i) of a view of rank 1. */
    public long get(int i) {
        long[] a = data;
        return a != null ? a[at(i)] : load(position(1, i, 0, 0, 0));
    }

    /** Returns element (i, j) of a view of rank 2. */
    public long get(int i, int j) {
        long[] a = data;
        return a != null ? a[at(i, j)] : load(position(2, i, j, 0, 0));
    }

    /** Returns element (i, j, k) of a view of rank 3. */
    public long get(int i, int j, int k) {
        long[] a = data;
        return a != null ? a[at(i, j, k)] : load(position(3, i, j, k, 0));
    }

    /** Returns element (i, j, k, l) of a view of rank 4. */
    public long get(int i, int j, int k, int l) {
        long[] a = data;
        return a != null ? a[at(i, j, k, l)] : load(position(4, i, j, k, l));
    }

    /** Returns element (i) of a view of rank 1, by a long index. */
    public long get(long i) {
        long[] a = data;
        return a != null ? a[(int) at(i)] : load(at(i));
    }

    /** Sets the only element of a view of rank 0. */
    public void set(long value) {
        long[] a = data;
        if (a != null) {
            a[at()] = value;
        } else {
            store(position(0, 0, 0, 0, 0), value);
        }
    }

    /** Sets element (i) of a view of rank 1. */
    public void set(int i, long value) {
        long[] a = data;
        if (a != null) {
            a[at(i)] = value;
        } else {
            store(position(1, i, 0, 0, 0), value);
        }
    }

    /** Sets element (i, j) of a view of rank 2. */
    public void set(int i, int j, long value) {
        long[] a = data;
        if (a != null) {
            a[at(i, j)] = value;
        } else {
            store(position(2, i, j, 0, 0), value);
        }
    }

    /** Sets element (i, j, k) of a view of rank 3. */
    public void set(int i, int j, int k, long value) {
        long[] a = data;
        if (a != null) {
            a[at(i, j, k)] = value;
        } else {
            store(position(3, i, j, k, 0), value);
        }
    }

    /** Sets element (i, j, k, l) of a view of rank 4. */
    public void set(int i, int j, int k, int l, long value) {
        long[] a = data;
        if (a != null) {
            a[at(i, j, k, l)] = value;
        } else {
            store(position(4, i, j, k, l), value);
        }
    }

    /** Sets element (i) of a view of rank 1, by a long index. */
    public void set(long i, long value) {
        long[] a = data;
        if (a != null) {
            a[(int) at(i)] = value;
        } else {
            store(at(i), value);
        }
    }

    /** Atomically adds to the only element of a view of rank 0, and returns the value before. */
    public long atomicAdd(long value) {
        return add(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically lowers the only element of a view of rank 0 to the value if that is smaller, and returns the value before. */
    public long atomicMin(long value) {
        return lower(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically raises the only element of a view of rank 0 to the value if that is larger, and returns the value before. */
    public long atomicMax(long value) {
        return raise(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0, and returns the value before. */
    public long atomicExchange(long value) {
        return exchange(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(long expected, long value) {
        return swap(position(0, 0, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i) of a view of rank 1, and returns the value before. */
    public long atomicAdd(int i, long value) {
        return add(position(1, i, 0, 0, 0), value);
    }

    /** Atomically lowers element (i) of a view of rank 1 to the value if that is smaller, and returns the value before. */
    public long atomicMin(int i, long value) {
        return lower(position(1, i, 0, 0, 0), value);
    }

    /** Atomically raises element (i) of a view of rank 1 to the value if that is larger, and returns the value before. */
    public long atomicMax(int i, long value) {
        return raise(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1, and returns the value before. */
    public long atomicExchange(int i, long value) {
        return exchange(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, long expected, long value) {
        return swap(position(1, i, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j) of a view of rank 2, and returns the value before. */
    public long atomicAdd(int i, int j, long value) {
        return add(position(2, i, j, 0, 0), value);
    }

    /** Atomically lowers element (i, j) of a view of rank 2 to the value if that is smaller, and returns the value before. */
    public long atomicMin(int i, int j, long value) {
        return lower(position(2, i, j, 0, 0), value);
    }

    /** Atomically raises element (i, j) of a view of rank 2 to the value if that is larger, and returns the value before. */
    public long atomicMax(int i, int j, long value) {
        return raise(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2, and returns the value before. */
    public long atomicExchange(int i, int j, long value) {
        return exchange(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, long expected, long value) {
        return swap(position(2, i, j, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k) of a view of rank 3, and returns the value before. */
    public long atomicAdd(int i, int j, int k, long value) {
        return add(position(3, i, j, k, 0), value);
    }

    /** Atomically lowers element (i, j, k) of a view of rank 3 to the value if that is smaller, and returns the value before. */
    public long atomicMin(int i, int j, int k, long value) {
        return lower(position(3, i, j, k, 0), value);
    }

    /** Atomically raises element (i, j, k) of a view of rank 3 to the value if that is larger, and returns the value before. */
    public long atomicMax(int i, int j, int k, long value) {
        return raise(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3, and returns the value before. */
    public long atomicExchange(int i, int j, int k, long value) {
        return exchange(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, long expected, long value) {
        return swap(position(3, i, j, k, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public long atomicAdd(int i, int j, int k, int l, long value) {
        return add(position(4, i, j, k, l), value);
    }

    /** Atomically lowers element (i, j, k, l) of a view of rank 4 to the value if that is smaller, and returns the value before. */
    public long atomicMin(int i, int j, int k, int l, long value) {
        return lower(position(4, i, j, k, l), value);
    }

    /** Atomically raises element (i, j, k, l) of a view of rank 4 to the value if that is larger, and returns the value before. */
    public long atomicMax(int i, int j, int k, int l, long value) {
        return raise(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public long atomicExchange(int i, int j, int k, int l, long value) {
        return exchange(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, int l, long expected, long value) {
        return swap(position(4, i, j, k, l), expected, value);
    }

    private long add(long at, long value) {
        long[] a = data;
        if (a != null) {
            return (long) ELEMENTS.getAndAdd(a, (int) at, value);
        }
        long before = load(at);
        while (!swap(at, before, before + value)) {
            before = load(at);
        }
        return before;
    }

    private long lower(long at, long value) {
        long before = load(at);
        while (!swap(at, before, Math.min(before, value))) {
            before = load(at);
        }
        return before;
    }

    private long raise(long at, long value) {
        long before = load(at);
        while (!swap(at, before, Math.max(before, value))) {
            before = load(at);
        }
        return before;
    }

    private long exchange(long at, long value) {
        long before = load(at);
        while (!swap(at, before, value)) {
            before = load(at);
        }
        return before;
    }

    private boolean swap(long at, long expected, long value) {
        long[] a = data;
        return a != null
                ? ELEMENTS.compareAndSet(a, (int) at, expected, value)
                : open().compareAndSetBits(at, expected, value);
    }
}
