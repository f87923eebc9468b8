//#if view
package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;
//#if atomics
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
//#end
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

/**
 * A {@link View} of $type$ elements.
 *
 * <p>All access methods throw an {@link IndexOutOfBoundsException} for an index outside of the view, an
 * {@link IllegalArgumentException} for a wrong number of indexes, and an {@link IllegalStateException} where the caller
 * may not touch the memory.
 *
 * <pre>{@code
 * $Type$View x = $Type$View.of("x", space, 1_000);
 * root.thenParallelFor("fill", RangePolicy.of(1_000), i -> x.set(i, ($type$) i));
 * $type$[] values = x.toArray();
 * }</pre>
 */
public final class $Type$View extends View {
//#if atomics
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle($type$[].class);

//#end
    /** Null where access must be checked, or once the memory is freed. */
    private $type$ @Nullable [] data;

    $Type$View(String label, Allocation memory, Shape shape, @Nullable View parent) {
        super(label, memory, shape, parent);
        this.data = ($type$[]) memory.openArray();
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
    @CheckReturnValue
    public static $Type$View of(String label, ExecutionSpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the layout RIGHT. */
    @CheckReturnValue
    public static $Type$View of(String label, ExecutionSpace space, int... extents) {
        return of(label, space, Layout.RIGHT, Shape.extents(extents));
    }

    /** Returns a new view of a single element in the memory of an execution space, which is zero. */
    @CheckReturnValue
    public static $Type$View of(String label, ExecutionSpace space) {
        return of(label, space, Layout.RIGHT, new long[0]);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    @CheckReturnValue
    public static $Type$View of(String label, MemorySpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    @CheckReturnValue
    public static $Type$View of(String label, MemorySpace space, int... extents) {
        return of(label, space, Layout.RIGHT, Shape.extents(extents));
    }

    /** Returns a new view of a single element in a memory space, which is zero. */
    @CheckReturnValue
    public static $Type$View of(String label, MemorySpace space) {
        return of(label, space, Layout.RIGHT, new long[0]);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    @CheckReturnValue
    public static $Type$View of(String label, ExecutionSpace space, Layout layout, long... extents) {
        $Type$View view = of(label, memory(label, space), layout, extents);
        view.belongsTo(space);
        return view;
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    @CheckReturnValue
    public static $Type$View of(String label, ExecutionSpace space, Layout layout, int... extents) {
        return of(label, space, layout, Shape.extents(extents));
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    @CheckReturnValue
    public static $Type$View of(String label, MemorySpace space, Layout layout, long... extents) {
        Shape shape = Shape.of(label, layout, extents);
        return new $Type$View(label, allocate(label, space, ElementType.$TYPE$, shape), shape, null);
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    @CheckReturnValue
    public static $Type$View of(String label, MemorySpace space, Layout layout, int... extents) {
        return of(label, space, layout, Shape.extents(extents));
    }

    /** Returns a new view of rank 1 that holds a copy of the values. */
    @CheckReturnValue
    public static $Type$View copyOf(String label, ExecutionSpace space, $type$... values) {
        $Type$View view = of(label, space, values.length);
        view.hold(values, Views::put);
        return view;
    }

    /**
     * Returns a new view with the extents and the elements of a file in NumPy's {@code .npy} format.
     *
     * @throws IllegalArgumentException if the file is of another format or has elements of another type
     * @throws IOException if the file cannot be read
     * @see Views#load
     */
    @CheckReturnValue
    public static $Type$View load(String label, ExecutionSpace space, Path file) throws IOException {
        $Type$View view = of(label, space, NpyFile.extents(file));
        try {
            Views.load(view, file);
        } catch (IOException | RuntimeException e) {
            view.close();
            throw e;
        }
        return view;
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    @CheckReturnValue
    public static ViewSpec<$Type$View> spec(int... extents) {
        return spec(Shape.extents(extents));
    }

    /** Describes a view of a single element of this type for a node that allocates it inside of a graph. */
    @CheckReturnValue
    public static ViewSpec<$Type$View> spec() {
        return spec(new long[0]);
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    @CheckReturnValue
    public static ViewSpec<$Type$View> spec(long... extents) {
        return new ViewSpec<>(
                ElementType.$TYPE$, extents, (label, memory, shape) -> new $Type$View(label, memory, shape, null));
    }

    @Override
    public ElementType elementType() {
        return ElementType.$TYPE$;
    }

    @CheckReturnValue
    @Override
    public $Type$View subview(Slice... slices) {
        return part(label(), slices);
    }

    @Override
    $Type$View part(String label, Slice... slices) {
        requireOpen();
        return new $Type$View(label, allocation(), shape().slice(label, slices), this);
    }

    @Override
    $Type$View onHost(Layout layout) {
        return of(label(), MemorySpace.host(), layout, region().extents());
    }

    @Override
    $Type$View list() {
        return new $Type$View(label(), allocation(), Shape.of(label(), Layout.RIGHT, size()), this);
    }

    @Override
    $Type$View sameOver(Allocation other) {
        $Type$View view = new $Type$View(other.label(), other, shape(), null);
        view.belongsTo(owner());
        return view;
    }

    @CheckReturnValue
    @Override
    public $Type$View mirror() {
        requireReadable();
        return of(label(), memorySpace().mirrorSpace(), packedLayout(), packed().extents());
    }

    @CheckReturnValue
    @Override
    public $Type$View mirrorView() {
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    @CheckReturnValue
    @Override
    public $Type$View ownerIn(MemorySpace other) {
        return of(label(), other, allocation().size());
    }

    @CheckReturnValue
    @Override
    public $Type$View onto(View owner) {
        return new $Type$View(label(), owner.allocation(), shape(), owner);
    }

    /**
     * Copies the values into the view, in row-major order of its indexes, after the runs that were submitted before and
     * touch it.
     *
     * @throws IllegalArgumentException if there are not as many values as elements
     */
    public void assign($type$... values) {
        hold(values, (to, from) -> Views.write("assign", to, from));
    }

    private void hold($type$[] values, BiConsumer<View, View> copy) {
        try ($Type$View host = onHost(Layout.RIGHT)) {
            Views.requireSize(this, values.length);
            System.arraycopy(values, 0, Objects.requireNonNull(host.data), 0, values.length);
            copy.accept(this, host);
        }
    }

    /**
     * Returns a copy of the elements in row-major order of their indexes, from any memory space, after the runs that
     * were submitted before and write them.
     */
    @CheckReturnValue
    public $type$[] toArray() {
        try ($Type$View host = onHost(Layout.RIGHT)) {
            Views.read("toArray", host, this);
            return Objects.requireNonNull(host.data);
        }
    }

    /** Returns the only element of a view of rank 0. */
    public $type$ get() {
        $type$[] a = data;
        return a != null ? a[at()] : $fromBits$(load(position(0, 0, 0, 0, 0)));
    }

    /** Returns element (i) of a view of rank 1. */
    public $type$ get(int i) {
        $type$[] a = data;
        return a != null ? a[at(i)] : $fromBits$(load(position(1, i, 0, 0, 0)));
    }

    /** Returns element (i, j) of a view of rank 2. */
    public $type$ get(int i, int j) {
        $type$[] a = data;
        return a != null ? a[at(i, j)] : $fromBits$(load(position(2, i, j, 0, 0)));
    }

    /** Returns element (i, j, k) of a view of rank 3. */
    public $type$ get(int i, int j, int k) {
        $type$[] a = data;
        return a != null ? a[at(i, j, k)] : $fromBits$(load(position(3, i, j, k, 0)));
    }

    /** Returns element (i, j, k, l) of a view of rank 4. */
    public $type$ get(int i, int j, int k, int l) {
        $type$[] a = data;
        return a != null ? a[at(i, j, k, l)] : $fromBits$(load(position(4, i, j, k, l)));
    }

    /** Returns element (i) of a view of rank 1, by a long index. */
    public $type$ get(long i) {
        $type$[] a = data;
        return a != null ? a[(int) at(i)] : $fromBits$(load(at(i)));
    }

    /** Sets the only element of a view of rank 0. */
    public void set($type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[at()] = value;
        } else {
            store(position(0, 0, 0, 0, 0), $toBits$(value));
        }
    }

    /** Sets element (i) of a view of rank 1. */
    public void set(int i, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[at(i)] = value;
        } else {
            store(position(1, i, 0, 0, 0), $toBits$(value));
        }
    }

    /** Sets element (i, j) of a view of rank 2. */
    public void set(int i, int j, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[at(i, j)] = value;
        } else {
            store(position(2, i, j, 0, 0), $toBits$(value));
        }
    }

    /** Sets element (i, j, k) of a view of rank 3. */
    public void set(int i, int j, int k, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[at(i, j, k)] = value;
        } else {
            store(position(3, i, j, k, 0), $toBits$(value));
        }
    }

    /** Sets element (i, j, k, l) of a view of rank 4. */
    public void set(int i, int j, int k, int l, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[at(i, j, k, l)] = value;
        } else {
            store(position(4, i, j, k, l), $toBits$(value));
        }
    }

    /** Sets element (i) of a view of rank 1, by a long index. */
    public void set(long i, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            a[(int) at(i)] = value;
        } else {
            store(at(i), $toBits$(value));
        }
    }
//#if atomics

    /** Atomically reads the only element of a view of rank 0. */
    public $type$ atomicGet() {
        return read(position(0, 0, 0, 0, 0));
    }

    /**
     * Atomically adds to the only element of a view of rank 0, and returns the value before.
//#if real
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
//#end
     */
    public $type$ atomicAdd($type$ value) {
        return add(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically lowers the only element of a view of rank 0 to the value if that is smaller, and returns the value
     * before.
     */
    public $type$ atomicMin($type$ value) {
        return lower(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically raises the only element of a view of rank 0 to the value if that is larger, and returns the value
     * before.
     */
    public $type$ atomicMax($type$ value) {
        return raise(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0, and returns the value before. */
    public $type$ atomicExchange($type$ value) {
        return exchange(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically sets the only element of a view of rank 0 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet($type$ expected, $type$ value) {
        return swap(position(0, 0, 0, 0, 0), expected, value);
    }

    /** Atomically reads element (i) of a view of rank 1. */
    public $type$ atomicGet(int i) {
        return read(position(1, i, 0, 0, 0));
    }

    /**
     * Atomically adds to element (i) of a view of rank 1, and returns the value before.
//#if real
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
//#end
     */
    public $type$ atomicAdd(int i, $type$ value) {
        return add(position(1, i, 0, 0, 0), value);
    }

    /**
     * Atomically lowers element (i) of a view of rank 1 to the value if that is smaller, and returns the value before.
     */
    public $type$ atomicMin(int i, $type$ value) {
        return lower(position(1, i, 0, 0, 0), value);
    }

    /**
     * Atomically raises element (i) of a view of rank 1 to the value if that is larger, and returns the value before.
     */
    public $type$ atomicMax(int i, $type$ value) {
        return raise(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1, and returns the value before. */
    public $type$ atomicExchange(int i, $type$ value) {
        return exchange(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, $type$ expected, $type$ value) {
        return swap(position(1, i, 0, 0, 0), expected, value);
    }

    /** Atomically reads element (i, j) of a view of rank 2. */
    public $type$ atomicGet(int i, int j) {
        return read(position(2, i, j, 0, 0));
    }

    /**
     * Atomically adds to element (i, j) of a view of rank 2, and returns the value before.
//#if real
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
//#end
     */
    public $type$ atomicAdd(int i, int j, $type$ value) {
        return add(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically lowers element (i, j) of a view of rank 2 to the value if that is smaller, and returns the value
     * before.
     */
    public $type$ atomicMin(int i, int j, $type$ value) {
        return lower(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically raises element (i, j) of a view of rank 2 to the value if that is larger, and returns the value
     * before.
     */
    public $type$ atomicMax(int i, int j, $type$ value) {
        return raise(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2, and returns the value before. */
    public $type$ atomicExchange(int i, int j, $type$ value) {
        return exchange(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically sets element (i, j) of a view of rank 2 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet(int i, int j, $type$ expected, $type$ value) {
        return swap(position(2, i, j, 0, 0), expected, value);
    }

    /** Atomically reads element (i, j, k) of a view of rank 3. */
    public $type$ atomicGet(int i, int j, int k) {
        return read(position(3, i, j, k, 0));
    }

    /**
     * Atomically adds to element (i, j, k) of a view of rank 3, and returns the value before.
//#if real
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
//#end
     */
    public $type$ atomicAdd(int i, int j, int k, $type$ value) {
        return add(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically lowers element (i, j, k) of a view of rank 3 to the value if that is smaller, and returns the value
     * before.
     */
    public $type$ atomicMin(int i, int j, int k, $type$ value) {
        return lower(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically raises element (i, j, k) of a view of rank 3 to the value if that is larger, and returns the value
     * before.
     */
    public $type$ atomicMax(int i, int j, int k, $type$ value) {
        return raise(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3, and returns the value before. */
    public $type$ atomicExchange(int i, int j, int k, $type$ value) {
        return exchange(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically sets element (i, j, k) of a view of rank 3 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet(int i, int j, int k, $type$ expected, $type$ value) {
        return swap(position(3, i, j, k, 0), expected, value);
    }

    /** Atomically reads element (i, j, k, l) of a view of rank 4. */
    public $type$ atomicGet(int i, int j, int k, int l) {
        return read(position(4, i, j, k, l));
    }

    /**
     * Atomically adds to element (i, j, k, l) of a view of rank 4, and returns the value before.
//#if real
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
//#end
     */
    public $type$ atomicAdd(int i, int j, int k, int l, $type$ value) {
        return add(position(4, i, j, k, l), value);
    }

    /**
     * Atomically lowers element (i, j, k, l) of a view of rank 4 to the value if that is smaller, and returns the value
     * before.
     */
    public $type$ atomicMin(int i, int j, int k, int l, $type$ value) {
        return lower(position(4, i, j, k, l), value);
    }

    /**
     * Atomically raises element (i, j, k, l) of a view of rank 4 to the value if that is larger, and returns the value
     * before.
     */
    public $type$ atomicMax(int i, int j, int k, int l, $type$ value) {
        return raise(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4, and returns the value before. */
    public $type$ atomicExchange(int i, int j, int k, int l, $type$ value) {
        return exchange(position(4, i, j, k, l), value);
    }

    /**
     * Atomically sets element (i, j, k, l) of a view of rank 4 if its bits are those expected, and returns whether it
     * did.
     */
    public boolean atomicCompareAndSet(int i, int j, int k, int l, $type$ expected, $type$ value) {
        return swap(position(4, i, j, k, l), expected, value);
    }

    private $type$ read(long at) {
        $type$[] a = data;
        return a != null ? ($type$) ELEMENTS.getVolatile(a, (int) at) : $fromBits$(open().volatileBits(at));
    }

    private $type$ add(long at, $type$ value) {
        $type$[] a = data;
        if (a != null) {
            return ($type$) ELEMENTS.getAndAdd(a, (int) at, value);
        }
        $type$ before = read(at);
        while (!swap(at, before, before + value)) {
            before = read(at);
        }
        return before;
    }

    private $type$ lower(long at, $type$ value) {
        $type$ before = read(at);
        while (!swap(at, before, Math.min(before, value))) {
            before = read(at);
        }
        return before;
    }

    private $type$ raise(long at, $type$ value) {
        $type$ before = read(at);
        while (!swap(at, before, Math.max(before, value))) {
            before = read(at);
        }
        return before;
    }

    private $type$ exchange(long at, $type$ value) {
        $type$ before = read(at);
        while (!swap(at, before, value)) {
            before = read(at);
        }
        return before;
    }

    private boolean swap(long at, $type$ expected, $type$ value) {
        $type$[] a = data;
        return a != null
                ? ELEMENTS.compareAndSet(a, (int) at, expected, value)
                : open().compareAndSetBits(at, $toBits$(expected), $toBits$(value));
    }
//#end
}
//#end
