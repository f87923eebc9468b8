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
 * A {@link View} of int elements.
 *
 * <p>All access methods throw an {@link IndexOutOfBoundsException} for an index outside of the view, an
 * {@link IllegalArgumentException} for a wrong number of indexes, and an {@link IllegalStateException} where the caller
 * may not touch the memory.
 */
public final class IntView extends View {
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

    /** Null where access must be checked, or once the memory is freed. */
    private int @Nullable [] data;

    private IntView(String label, Allocation memory, Shape shape, @Nullable View parent) {
        super(label, memory, shape, parent);
        this.data = (int[]) memory.openArray();
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
    public static IntView of(String label, ExecutionSpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    public static IntView of(String label, MemorySpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    public static IntView of(String label, ExecutionSpace space, Layout layout, long... extents) {
        IntView view = of(label, memory(label, space), layout, extents);
        view.belongsTo(space);
        return view;
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    public static IntView of(String label, MemorySpace space, Layout layout, long... extents) {
        Shape shape = Shape.of(label, layout, extents);
        return new IntView(label, allocate(label, space, ElementType.INT, shape), shape, null);
    }

    /** Returns a new view of rank 1 that holds a copy of the values. */
    public static IntView copyOf(String label, ExecutionSpace space, int... values) {
        IntView view = of(label, space, values.length);
        view.hold(values, Views::put);
        return view;
    }

    /** Returns a view of memory that a backend made, which closing the view gives back. For backends. */
    public static IntView over(String label, Allocation memory, Layout layout, long... extents) {
        Shape shape = Views.requireRoom(memory, ElementType.INT, Shape.of(label, layout, extents));
        return new IntView(label, memory, shape, null);
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    public static ViewSpec<IntView> spec(long... extents) {
        long[] own = extents.clone();
        return new ViewSpec<>(
                ElementType.INT,
                extents,
                (label, memory) -> new IntView(label, memory, Shape.of(label, Layout.RIGHT, own), null));
    }

    @Override
    public ElementType elementType() {
        return ElementType.INT;
    }

    @Override
    public IntView subview(Slice... slices) {
        requireOpen();
        return new IntView(label(), allocation(), shape().slice(label(), slices), this);
    }

    @Override
    public IntView mirror() {
        requireUsable();
        return of(label(), memorySpace().mirrorSpace(), packed().layout(), packed().extents());
    }

    @Override
    public IntView mirrorView() {
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    /**
     * Copies the values into the view, in row-major order of its indexes, after the runs that were submitted before and
     * touch it.
     *
     * @throws IllegalArgumentException if there are not as many values as elements
     */
    public void assign(int... values) {
        hold(values, (to, from) -> Views.write("assign", to, from));
    }

    private void hold(int[] values, BiConsumer<View, View> copy) {
        try (IntView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.requireSize(this, values.length);
            System.arraycopy(values, 0, Objects.requireNonNull(host.data), 0, values.length);
            copy.accept(this, host);
        }
    }

    /**
     * Returns a copy of the elements in row-major order of their indexes, from any memory space, after the runs that were
     * submitted before and write them.
     */
    public int[] toArray() {
        try (IntView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.read("toArray", host, this);
            return Objects.requireNonNull(host.data);
        }
    }

    /** Returns the only element of a view of rank 0. */
    public int get() {
        int[] a = data;
        return a != null ? a[at()] : (int) load(position(0, 0, 0, 0, 0));
    }

    /** Returns element (i) of a view of rank 1. */
    public int get(int i) {
        int[] a = data;
        return a != null ? a[at(i)] : (int) load(position(1, i, 0, 0, 0));
    }

    /** Returns element (i, j) of a view of rank 2. */
    public int get(int i, int j) {
        int[] a = data;
        return a != null ? a[at(i, j)] : (int) load(position(2, i, j, 0, 0));
    }

    /** Returns element (i, j, k) of a view of rank 3. */
    public int get(int i, int j, int k) {
        int[] a = data;
        return a != null ? a[at(i, j, k)] : (int) load(position(3, i, j, k, 0));
    }

    /** Returns element (i, j, k, l) of a view of rank 4. */
    public int get(int i, int j, int k, int l) {
        int[] a = data;
        return a != null ? a[at(i, j, k, l)] : (int) load(position(4, i, j, k, l));
    }

    /** Returns element (i) of a view of rank 1, by a long index. */
    public int get(long i) {
        int[] a = data;
        return a != null ? a[(int) at(i)] : (int) load(at(i));
    }

    /** Sets the only element of a view of rank 0. */
    public void set(int value) {
        int[] a = data;
        if (a != null) {
            a[at()] = value;
        } else {
            store(position(0, 0, 0, 0, 0), value);
        }
    }

    /** Sets element (i) of a view of rank 1. */
    public void set(int i, int value) {
        int[] a = data;
        if (a != null) {
            a[at(i)] = value;
        } else {
            store(position(1, i, 0, 0, 0), value);
        }
    }

    /** Sets element (i, j) of a view of rank 2. */
    public void set(int i, int j, int value) {
        int[] a = data;
        if (a != null) {
            a[at(i, j)] = value;
        } else {
            store(position(2, i, j, 0, 0), value);
        }
    }

    /** Sets element (i, j, k) of a view of rank 3. */
    public void set(int i, int j, int k, int value) {
        int[] a = data;
        if (a != null) {
            a[at(i, j, k)] = value;
        } else {
            store(position(3, i, j, k, 0), value);
        }
    }

    /** Sets element (i, j, k, l) of a view of rank 4. */
    public void set(int i, int j, int k, int l, int value) {
        int[] a = data;
        if (a != null) {
            a[at(i, j, k, l)] = value;
        } else {
            store(position(4, i, j, k, l), value);
        }
    }

    /** Sets element (i) of a view of rank 1, by a long index. */
    public void set(long i, int value) {
        int[] a = data;
        if (a != null) {
            a[(int) at(i)] = value;
        } else {
            store(at(i), value);
        }
    }

    /** Atomically adds to the only element of a view of rank 0, and returns the value before. */
    public int atomicAdd(int value) {
        return add(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically lowers the only element of a view of rank 0 to the value if that is smaller, and returns the value before. */
    public int atomicMin(int value) {
        return lower(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically raises the only element of a view of rank 0 to the value if that is larger, and returns the value before. */
    public int atomicMax(int value) {
        return raise(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0, and returns the value before. */
    public int atomicExchange(int value) {
        return exchange(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int expected, int value) {
        return swap(position(0, 0, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i) of a view of rank 1, and returns the value before. */
    public int atomicAdd(int i, int value) {
        return add(position(1, i, 0, 0, 0), value);
    }

    /** Atomically lowers element (i) of a view of rank 1 to the value if that is smaller, and returns the value before. */
    public int atomicMin(int i, int value) {
        return lower(position(1, i, 0, 0, 0), value);
    }

    /** Atomically raises element (i) of a view of rank 1 to the value if that is larger, and returns the value before. */
    public int atomicMax(int i, int value) {
        return raise(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1, and returns the value before. */
    public int atomicExchange(int i, int value) {
        return exchange(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int expected, int value) {
        return swap(position(1, i, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j) of a view of rank 2, and returns the value before. */
    public int atomicAdd(int i, int j, int value) {
        return add(position(2, i, j, 0, 0), value);
    }

    /** Atomically lowers element (i, j) of a view of rank 2 to the value if that is smaller, and returns the value before. */
    public int atomicMin(int i, int j, int value) {
        return lower(position(2, i, j, 0, 0), value);
    }

    /** Atomically raises element (i, j) of a view of rank 2 to the value if that is larger, and returns the value before. */
    public int atomicMax(int i, int j, int value) {
        return raise(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2, and returns the value before. */
    public int atomicExchange(int i, int j, int value) {
        return exchange(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int expected, int value) {
        return swap(position(2, i, j, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k) of a view of rank 3, and returns the value before. */
    public int atomicAdd(int i, int j, int k, int value) {
        return add(position(3, i, j, k, 0), value);
    }

    /** Atomically lowers element (i, j, k) of a view of rank 3 to the value if that is smaller, and returns the value before. */
    public int atomicMin(int i, int j, int k, int value) {
        return lower(position(3, i, j, k, 0), value);
    }

    /** Atomically raises element (i, j, k) of a view of rank 3 to the value if that is larger, and returns the value before. */
    public int atomicMax(int i, int j, int k, int value) {
        return raise(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3, and returns the value before. */
    public int atomicExchange(int i, int j, int k, int value) {
        return exchange(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, int expected, int value) {
        return swap(position(3, i, j, k, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public int atomicAdd(int i, int j, int k, int l, int value) {
        return add(position(4, i, j, k, l), value);
    }

    /** Atomically lowers element (i, j, k, l) of a view of rank 4 to the value if that is smaller, and returns the value before. */
    public int atomicMin(int i, int j, int k, int l, int value) {
        return lower(position(4, i, j, k, l), value);
    }

    /** Atomically raises element (i, j, k, l) of a view of rank 4 to the value if that is larger, and returns the value before. */
    public int atomicMax(int i, int j, int k, int l, int value) {
        return raise(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public int atomicExchange(int i, int j, int k, int l, int value) {
        return exchange(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, int l, int expected, int value) {
        return swap(position(4, i, j, k, l), expected, value);
    }

    private int add(long at, int value) {
        int[] a = data;
        if (a != null) {
            return (int) ELEMENTS.getAndAdd(a, (int) at, value);
        }
        int before = (int) load(at);
        while (!swap(at, before, before + value)) {
            before = (int) load(at);
        }
        return before;
    }

    private int lower(long at, int value) {
        int before = (int) load(at);
        while (!swap(at, before, Math.min(before, value))) {
            before = (int) load(at);
        }
        return before;
    }

    private int raise(long at, int value) {
        int before = (int) load(at);
        while (!swap(at, before, Math.max(before, value))) {
            before = (int) load(at);
        }
        return before;
    }

    private int exchange(long at, int value) {
        int before = (int) load(at);
        while (!swap(at, before, value)) {
            before = (int) load(at);
        }
        return before;
    }

    private boolean swap(long at, int expected, int value) {
        int[] a = data;
        return a != null
                ? ELEMENTS.compareAndSet(a, (int) at, expected, value)
                : open().compareAndSetBits(at, expected, value);
    }
}
