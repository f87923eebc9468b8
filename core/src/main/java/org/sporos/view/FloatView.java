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
 * A {@link View} of float elements.
 *
 * <p>All access methods throw an {@link IndexOutOfBoundsException} for an index outside of the view, an
 * {@link IllegalArgumentException} for a wrong number of indexes, and an {@link IllegalStateException} where the caller
 * may not touch the memory.
 */
public final class FloatView extends View {
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(float[].class);

    /** Null where access must be checked, or once the memory is freed. */
    private float @Nullable [] data;

    private FloatView(String label, Allocation memory, Shape shape, @Nullable View parent) {
        super(label, memory, shape, parent);
        this.data = (float[]) memory.openArray();
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
    public static FloatView of(String label, ExecutionSpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    public static FloatView of(String label, MemorySpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    public static FloatView of(String label, ExecutionSpace space, Layout layout, long... extents) {
        FloatView view = of(label, memory(label, space), layout, extents);
        view.belongsTo(space);
        return view;
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    public static FloatView of(String label, MemorySpace space, Layout layout, long... extents) {
        Shape shape = Shape.of(label, layout, extents);
        return new FloatView(label, allocate(label, space, ElementType.FLOAT, shape), shape, null);
    }

    /** Returns a new view of rank 1 that holds a copy of the values. */
    public static FloatView copyOf(String label, ExecutionSpace space, float... values) {
        FloatView view = of(label, space, values.length);
        view.hold(values, Views::put);
        return view;
    }

    /** Returns a view of memory that a backend made, which closing the view gives back. For backends. */
    public static FloatView over(String label, Allocation memory, Layout layout, long... extents) {
        Shape shape = Views.requireRoom(memory, ElementType.FLOAT, Shape.of(label, layout, extents));
        return new FloatView(label, memory, shape, null);
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    public static ViewSpec<FloatView> spec(long... extents) {
        long[] own = extents.clone();
        return new ViewSpec<>(
                ElementType.FLOAT,
                extents,
                (label, memory) -> new FloatView(label, memory, Shape.of(label, Layout.RIGHT, own), null));
    }

    @Override
    public ElementType elementType() {
        return ElementType.FLOAT;
    }

    @Override
    public FloatView subview(Slice... slices) {
        requireOpen();
        return new FloatView(label(), allocation(), shape().slice(label(), slices), this);
    }

    @Override
    public FloatView mirror() {
        requireUsable();
        return of(label(), memorySpace().mirrorSpace(), packed().layout(), packed().extents());
    }

    @Override
    public FloatView mirrorView() {
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    /**
     * Copies the values into the view, in row-major order of its indexes, after the runs that were submitted before and
     * touch it.
     *
     * @throws IllegalArgumentException if there are not as many values as elements
     */
    public void assign(float... values) {
        hold(values, (to, from) -> Views.write("assign", to, from));
    }

    private void hold(float[] values, BiConsumer<View, View> copy) {
        try (FloatView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.requireSize(this, values.length);
            System.arraycopy(values, 0, Objects.requireNonNull(host.data), 0, values.length);
            copy.accept(this, host);
        }
    }

    /**
     * Returns a copy of the elements in row-major order of their indexes, from any memory space, after the runs that were
     * submitted before and write them.
     */
    public float[] toArray() {
        try (FloatView host = of(label(), MemorySpace.host(), region().extents())) {
            Views.read("toArray", host, this);
            return Objects.requireNonNull(host.data);
        }
    }

    /** Returns the only element of a view of rank 0. */
    public float get() {
        float[] a = data;
        return a != null ? a[at()] : Float.intBitsToFloat((int) load(position(0, 0, 0, 0, 0)));
    }

    /** Returns element (i) of a view of rank 1. */
    public float get(int i) {
        float[] a = data;
        return a != null ? a[at(i)] : Float.intBitsToFloat((int) load(position(1, i, 0, 0, 0)));
    }

    /** Returns element (i, j) of a view of rank 2. */
    public float get(int i, int j) {
        float[] a = data;
        return a != null ? a[at(i, j)] : Float.intBitsToFloat((int) load(position(2, i, j, 0, 0)));
    }

    /** Returns element (i, j, k) of a view of rank 3. */
    public float get(int i, int j, int k) {
        float[] a = data;
        return a != null ? a[at(i, j, k)] : Float.intBitsToFloat((int) load(position(3, i, j, k, 0)));
    }

    /** Returns element (i, j, k, l) of a view of rank 4. */
    public float get(int i, int j, int k, int l) {
        float[] a = data;
        return a != null ? a[at(i, j, k, l)] : Float.intBitsToFloat((int) load(position(4, i, j, k, l)));
    }

    /** Returns element (i) of a view of rank 1, by a long index. */
    public float get(long i) {
        float[] a = data;
        return a != null ? a[(int) at(i)] : Float.intBitsToFloat((int) load(at(i)));
    }

    /** Sets the only element of a view of rank 0. */
    public void set(float value) {
        float[] a = data;
        if (a != null) {
            a[at()] = value;
        } else {
            store(position(0, 0, 0, 0, 0), Float.floatToRawIntBits(value));
        }
    }

    /** Sets element (i) of a view of rank 1. */
    public void set(int i, float value) {
        float[] a = data;
        if (a != null) {
            a[at(i)] = value;
        } else {
            store(position(1, i, 0, 0, 0), Float.floatToRawIntBits(value));
        }
    }

    /** Sets element (i, j) of a view of rank 2. */
    public void set(int i, int j, float value) {
        float[] a = data;
        if (a != null) {
            a[at(i, j)] = value;
        } else {
            store(position(2, i, j, 0, 0), Float.floatToRawIntBits(value));
        }
    }

    /** Sets element (i, j, k) of a view of rank 3. */
    public void set(int i, int j, int k, float value) {
        float[] a = data;
        if (a != null) {
            a[at(i, j, k)] = value;
        } else {
            store(position(3, i, j, k, 0), Float.floatToRawIntBits(value));
        }
    }

    /** Sets element (i, j, k, l) of a view of rank 4. */
    public void set(int i, int j, int k, int l, float value) {
        float[] a = data;
        if (a != null) {
            a[at(i, j, k, l)] = value;
        } else {
            store(position(4, i, j, k, l), Float.floatToRawIntBits(value));
        }
    }

    /** Sets element (i) of a view of rank 1, by a long index. */
    public void set(long i, float value) {
        float[] a = data;
        if (a != null) {
            a[(int) at(i)] = value;
        } else {
            store(at(i), Float.floatToRawIntBits(value));
        }
    }

    /** Atomically adds to the only element of a view of rank 0, and returns the value before. The order of several adds to one element is not fixed, nor is the rounding of their sum. */
    public float atomicAdd(float value) {
        return add(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically lowers the only element of a view of rank 0 to the value if that is smaller, and returns the value before. */
    public float atomicMin(float value) {
        return lower(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically raises the only element of a view of rank 0 to the value if that is larger, and returns the value before. */
    public float atomicMax(float value) {
        return raise(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0, and returns the value before. */
    public float atomicExchange(float value) {
        return exchange(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(float expected, float value) {
        return swap(position(0, 0, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i) of a view of rank 1, and returns the value before. The order of several adds to one element is not fixed, nor is the rounding of their sum. */
    public float atomicAdd(int i, float value) {
        return add(position(1, i, 0, 0, 0), value);
    }

    /** Atomically lowers element (i) of a view of rank 1 to the value if that is smaller, and returns the value before. */
    public float atomicMin(int i, float value) {
        return lower(position(1, i, 0, 0, 0), value);
    }

    /** Atomically raises element (i) of a view of rank 1 to the value if that is larger, and returns the value before. */
    public float atomicMax(int i, float value) {
        return raise(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1, and returns the value before. */
    public float atomicExchange(int i, float value) {
        return exchange(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, float expected, float value) {
        return swap(position(1, i, 0, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j) of a view of rank 2, and returns the value before. The order of several adds to one element is not fixed, nor is the rounding of their sum. */
    public float atomicAdd(int i, int j, float value) {
        return add(position(2, i, j, 0, 0), value);
    }

    /** Atomically lowers element (i, j) of a view of rank 2 to the value if that is smaller, and returns the value before. */
    public float atomicMin(int i, int j, float value) {
        return lower(position(2, i, j, 0, 0), value);
    }

    /** Atomically raises element (i, j) of a view of rank 2 to the value if that is larger, and returns the value before. */
    public float atomicMax(int i, int j, float value) {
        return raise(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2, and returns the value before. */
    public float atomicExchange(int i, int j, float value) {
        return exchange(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, float expected, float value) {
        return swap(position(2, i, j, 0, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k) of a view of rank 3, and returns the value before. The order of several adds to one element is not fixed, nor is the rounding of their sum. */
    public float atomicAdd(int i, int j, int k, float value) {
        return add(position(3, i, j, k, 0), value);
    }

    /** Atomically lowers element (i, j, k) of a view of rank 3 to the value if that is smaller, and returns the value before. */
    public float atomicMin(int i, int j, int k, float value) {
        return lower(position(3, i, j, k, 0), value);
    }

    /** Atomically raises element (i, j, k) of a view of rank 3 to the value if that is larger, and returns the value before. */
    public float atomicMax(int i, int j, int k, float value) {
        return raise(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3, and returns the value before. */
    public float atomicExchange(int i, int j, int k, float value) {
        return exchange(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, float expected, float value) {
        return swap(position(3, i, j, k, 0), expected, value);
    }

    /** Atomically adds to element (i, j, k, l) of a view of rank 4, and returns the value before. The order of several adds to one element is not fixed, nor is the rounding of their sum. */
    public float atomicAdd(int i, int j, int k, int l, float value) {
        return add(position(4, i, j, k, l), value);
    }

    /** Atomically lowers element (i, j, k, l) of a view of rank 4 to the value if that is smaller, and returns the value before. */
    public float atomicMin(int i, int j, int k, int l, float value) {
        return lower(position(4, i, j, k, l), value);
    }

    /** Atomically raises element (i, j, k, l) of a view of rank 4 to the value if that is larger, and returns the value before. */
    public float atomicMax(int i, int j, int k, int l, float value) {
        return raise(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public float atomicExchange(int i, int j, int k, int l, float value) {
        return exchange(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, int j, int k, int l, float expected, float value) {
        return swap(position(4, i, j, k, l), expected, value);
    }

    private float add(long at, float value) {
        float[] a = data;
        if (a != null) {
            return (float) ELEMENTS.getAndAdd(a, (int) at, value);
        }
        float before = Float.intBitsToFloat((int) load(at));
        while (!swap(at, before, before + value)) {
            before = Float.intBitsToFloat((int) load(at));
        }
        return before;
    }

    private float lower(long at, float value) {
        float before = Float.intBitsToFloat((int) load(at));
        while (!swap(at, before, Math.min(before, value))) {
            before = Float.intBitsToFloat((int) load(at));
        }
        return before;
    }

    private float raise(long at, float value) {
        float before = Float.intBitsToFloat((int) load(at));
        while (!swap(at, before, Math.max(before, value))) {
            before = Float.intBitsToFloat((int) load(at));
        }
        return before;
    }

    private float exchange(long at, float value) {
        float before = Float.intBitsToFloat((int) load(at));
        while (!swap(at, before, value)) {
            before = Float.intBitsToFloat((int) load(at));
        }
        return before;
    }

    private boolean swap(long at, float expected, float value) {
        float[] a = data;
        return a != null
                ? ELEMENTS.compareAndSet(a, (int) at, expected, value)
                : open().compareAndSetBits(at, Float.floatToRawIntBits(expected), Float.floatToRawIntBits(value));
    }
}
