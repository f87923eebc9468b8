[@perType views; t]
package org.sporos.view;

import com.google.errorprone.annotations.CheckReturnValue;
[#if t.atomics]
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
[/#if]
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

/**
 * A {@link View} of ${t.type} elements.
 *
 * <p>All access methods throw an {@link IndexOutOfBoundsException} for an index out of bounds, an {@link
 * IllegalArgumentException} for a wrong number of indexes, and an {@link IllegalStateException} if the caller may not
 * access the memory.
 *
 * <pre>{@code
 * ${t.Type}View x = ${t.Type}View.of("x", space, 1_000);
 * root.thenParallelFor("fill", RangePolicy.of(1_000), i -> x.set(i, (${t.type}) i));
 * ${t.type}[] values = x.toArray();
 * }</pre>
 */
public final class ${t.Type}View extends View {
[#if t.atomics]
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(${t.type}[].class);

[/#if]
    /** Null if accesses must be checked, or once the memory is freed. */
    private ${t.type} @Nullable [] data;

    ${t.Type}View(String label, Allocation memory, Shape shape, @Nullable View parent) {
        super(label, memory, shape, parent);
        this.data = (${t.type}[]) memory.openArray();
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
    public static ${t.Type}View of(String label, ExecutionSpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the layout RIGHT. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, ExecutionSpace space, int... extents) {
        return of(label, space, Layout.RIGHT, Shape.extents(extents));
    }

    /** Returns a new view of a single zero in the memory of an execution space. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, ExecutionSpace space) {
        return of(label, space, Layout.RIGHT, new long[0]);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, MemorySpace space, long... extents) {
        return of(label, space, Layout.RIGHT, extents);
    }

    /** Returns a new view of zeros in a memory space, in the layout RIGHT. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, MemorySpace space, int... extents) {
        return of(label, space, Layout.RIGHT, Shape.extents(extents));
    }

    /** Returns a new view of a single zero in a memory space. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, MemorySpace space) {
        return of(label, space, Layout.RIGHT, new long[0]);
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, ExecutionSpace space, Layout layout, long... extents) {
        ${t.Type}View view = of(label, memory(label, space), layout, extents);
        view.belongsTo(space);
        return view;
    }

    /** Returns a new view of zeros in the memory of an execution space, in the given layout. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, ExecutionSpace space, Layout layout, int... extents) {
        return of(label, space, layout, Shape.extents(extents));
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, MemorySpace space, Layout layout, long... extents) {
        Shape shape = Shape.of(label, layout, extents);
        return new ${t.Type}View(label, allocate(label, space, ElementType.${t.TYPE}, shape), shape, null);
    }

    /** Returns a new view of zeros in a memory space, in the given layout. */
    @CheckReturnValue
    public static ${t.Type}View of(String label, MemorySpace space, Layout layout, int... extents) {
        return of(label, space, layout, Shape.extents(extents));
    }

    /** Returns a new view of rank 1 that holds a copy of the values. */
    @CheckReturnValue
    public static ${t.Type}View copyOf(String label, ExecutionSpace space, ${t.type}... values) {
        int n = Required.argument(values, "the values of a view").length;
        ${t.Type}View view = of(label, space, n);
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
    public static ${t.Type}View load(String label, ExecutionSpace space, Path file) throws IOException {
        ${t.Type}View view = of(label, space, NpyFile.extents(file, label, ElementType.${t.TYPE}));
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
    public static ViewSpec<${t.Type}View> spec(int... extents) {
        return spec(Shape.extents(extents));
    }

    /** Describes a view of a single element of this type for a node that allocates it inside of a graph. */
    @CheckReturnValue
    public static ViewSpec<${t.Type}View> spec() {
        return spec(new long[0]);
    }

    /** Describes a view of this type for a node that allocates it inside of a graph. */
    @CheckReturnValue
    public static ViewSpec<${t.Type}View> spec(long... extents) {
        return new ViewSpec<>(
                ElementType.${t.TYPE}, extents, (label, memory, shape) -> new ${t.Type}View(label, memory, shape, null));
    }

    @Override
    public ElementType elementType() {
        return ElementType.${t.TYPE};
    }

    @CheckReturnValue
    @Override
    public ${t.Type}View subview(Slice... slices) {
        return part(label(), slices);
    }

    @Override
    ${t.Type}View part(String label, Slice... slices) {
        requireOpen();
        return new ${t.Type}View(label, allocation(), shape().slice(label, slices), this);
    }

    @Override
    ${t.Type}View onHost(Layout layout) {
        return of(label(), MemorySpace.host(), layout, region().extents());
    }

    @Override
    ${t.Type}View list() {
        return new ${t.Type}View(label(), allocation(), Shape.of(label(), Layout.RIGHT, size()), this);
    }

    @Override
    ${t.Type}View sameOver(Allocation other) {
        ${t.Type}View view = new ${t.Type}View(other.label(), other, shape(), null);
        view.belongsTo(owner());
        return view;
    }

    @CheckReturnValue
    @Override
    public ${t.Type}View mirror() {
        RunFrame.refuseDeviceCallInHostNode("mirror");
        requireReadable();
        return of(label(), memorySpace().mirrorSpace(), packedLayout(), packed().extents());
    }

    @CheckReturnValue
    @Override
    public ${t.Type}View mirrorView() {
        RunFrame.refuseDeviceCallInHostNode("mirrorView");
        return memorySpace().isHostAccessible() ? this : mirror();
    }

    /** @hidden */
    @CheckReturnValue
    @Override
    public ${t.Type}View onto(View owner) {
        return new ${t.Type}View(label(), owner.allocation(), shape(), owner);
    }

    /** @hidden */
    @CheckReturnValue
    @Override
    public ${t.Type}View packedOnto(View owner, long begin) {
        Shape packed = Shape.of(label(), Layout.RIGHT, shape().extents());
        return new ${t.Type}View(label(), owner.allocation(), packed.from(owner.region().offset() + begin), owner);
    }

    /**
     * Copies the values into the view, in row-major order of its indexes, after all earlier submits that access it.
     *
     * @throws IllegalArgumentException if the number of values differs from the size of the view
     */
    public void assign(${t.type}... values) {
        hold(Required.argument(values, "the values of a view"), (to, from) -> Views.write("assign", to, from));
    }

    private void hold(${t.type}[] values, BiConsumer<View, View> copy) {
        try (${t.Type}View host = onHost(Layout.RIGHT)) {
            Views.requireSize(this, values.length);
            System.arraycopy(values, 0, Objects.requireNonNull(host.data), 0, values.length);
            copy.accept(this, host);
        }
    }

    /**
     * Returns a copy of the elements in row-major order of their indexes, from any memory space, after all earlier
     * submits that write them.
     */
    @CheckReturnValue
    public ${t.type}[] toArray() {
        return copied("toArray");
    }

    /**
     * Returns the only element of a view of rank 0, from any memory space, after all earlier submits that write it. For
     * host code between runs; {@link #get()} is for kernels, and does not wait.
     *
     * <pre>{@code
     * space.parallelReduce("sum", RangePolicy.over(x), Sum.into(total, i -> x.get(i)));
     * ${t.type} sum = total.read();
     * }</pre>
     *
     * @throws IllegalArgumentException if the view has another rank
     */
    public ${t.type} read() {
        if (rank != 0) {
            throw wrongRank(0);
        }
        return copied("read")[0];
    }

    private ${t.type}[] copied(String call) {
        try (${t.Type}View host = onHost(Layout.RIGHT)) {
            Views.read(call, host, this);
            return Objects.requireNonNull(host.data);
        }
    }

    /** Returns the only element of a view of rank 0. */
    public ${t.type} get() {
        ${t.type}[] a = data;
        return a != null ? a[at()] : ${apply(t.fromBits, "load(position(0, 0, 0, 0, 0))")};
    }

    /** Returns element (i) of a view of rank 1. */
    public ${t.type} get(int i) {
        ${t.type}[] a = data;
        return a != null ? a[at(i)] : ${apply(t.fromBits, "load(position(1, i, 0, 0, 0))")};
    }

    /** Returns element (i, j) of a view of rank 2. */
    public ${t.type} get(int i, int j) {
        ${t.type}[] a = data;
        return a != null ? a[at(i, j)] : ${apply(t.fromBits, "load(position(2, i, j, 0, 0))")};
    }

    /** Returns element (i, j, k) of a view of rank 3. */
    public ${t.type} get(int i, int j, int k) {
        ${t.type}[] a = data;
        return a != null ? a[at(i, j, k)] : ${apply(t.fromBits, "load(position(3, i, j, k, 0))")};
    }

    /** Returns element (i, j, k, l) of a view of rank 4. */
    public ${t.type} get(int i, int j, int k, int l) {
        ${t.type}[] a = data;
        return a != null ? a[at(i, j, k, l)] : ${apply(t.fromBits, "load(position(4, i, j, k, l))")};
    }

    /** Returns element (i) of a view of rank 1, by a long index. */
    public ${t.type} get(long i) {
        ${t.type}[] a = data;
        return a != null ? a[(int) at(i)] : ${apply(t.fromBits, "load(at(i))")};
    }

    /** Sets the only element of a view of rank 0. */
    public void set(${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at()] = value;
        } else {
            store(position(0, 0, 0, 0, 0), ${apply(t.toBits, "value")});
        }
    }

    /** Sets element (i) of a view of rank 1. */
    public void set(int i, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at(i)] = value;
        } else {
            store(position(1, i, 0, 0, 0), ${apply(t.toBits, "value")});
        }
    }

    /** Sets element (i, j) of a view of rank 2. */
    public void set(int i, int j, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at(i, j)] = value;
        } else {
            store(position(2, i, j, 0, 0), ${apply(t.toBits, "value")});
        }
    }

    /** Sets element (i, j, k) of a view of rank 3. */
    public void set(int i, int j, int k, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at(i, j, k)] = value;
        } else {
            store(position(3, i, j, k, 0), ${apply(t.toBits, "value")});
        }
    }

    /** Sets element (i, j, k, l) of a view of rank 4. */
    public void set(int i, int j, int k, int l, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at(i, j, k, l)] = value;
        } else {
            store(position(4, i, j, k, l), ${apply(t.toBits, "value")});
        }
    }

    /** Sets element (i) of a view of rank 1, by a long index. */
    public void set(long i, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[(int) at(i)] = value;
        } else {
            store(at(i), ${apply(t.toBits, "value")});
        }
    }
[#if t.atomics]

    /** Atomically reads the only element of a view of rank 0. */
    public ${t.type} atomicGet() {
        return read(position(0, 0, 0, 0, 0));
    }

    /**
     * Atomically adds to the only element of a view of rank 0, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(${t.type} value) {
        return add(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically lowers the only element of a view of rank 0 to the value if that is smaller, and returns the previous
     * value.
     */
    public ${t.type} atomicMin(${t.type} value) {
        return lower(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically raises the only element of a view of rank 0 to the value if that is larger, and returns the previous
     * value.
     */
    public ${t.type} atomicMax(${t.type} value) {
        return raise(position(0, 0, 0, 0, 0), value);
    }

    /** Atomically sets the only element of a view of rank 0, and returns the previous value. */
    public ${t.type} atomicExchange(${t.type} value) {
        return exchange(position(0, 0, 0, 0, 0), value);
    }

    /**
     * Atomically sets the only element of a view of rank 0 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet(${t.type} expected, ${t.type} value) {
        return swap(position(0, 0, 0, 0, 0), expected, value);
    }

    /** Atomically reads element (i) of a view of rank 1. */
    public ${t.type} atomicGet(int i) {
        return read(position(1, i, 0, 0, 0));
    }

    /**
     * Atomically adds to element (i) of a view of rank 1, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(int i, ${t.type} value) {
        return add(position(1, i, 0, 0, 0), value);
    }

    /**
     * Atomically lowers element (i) of a view of rank 1 to the value if that is smaller, and returns the previous
     * value.
     */
    public ${t.type} atomicMin(int i, ${t.type} value) {
        return lower(position(1, i, 0, 0, 0), value);
    }

    /**
     * Atomically raises element (i) of a view of rank 1 to the value if that is larger, and returns the previous value.
     */
    public ${t.type} atomicMax(int i, ${t.type} value) {
        return raise(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1, and returns the previous value. */
    public ${t.type} atomicExchange(int i, ${t.type} value) {
        return exchange(position(1, i, 0, 0, 0), value);
    }

    /** Atomically sets element (i) of a view of rank 1 if its bits are those expected, and returns whether it did. */
    public boolean atomicCompareAndSet(int i, ${t.type} expected, ${t.type} value) {
        return swap(position(1, i, 0, 0, 0), expected, value);
    }

    /** Atomically reads element (i, j) of a view of rank 2. */
    public ${t.type} atomicGet(int i, int j) {
        return read(position(2, i, j, 0, 0));
    }

    /**
     * Atomically adds to element (i, j) of a view of rank 2, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(int i, int j, ${t.type} value) {
        return add(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically lowers element (i, j) of a view of rank 2 to the value if that is smaller, and returns the previous
     * value.
     */
    public ${t.type} atomicMin(int i, int j, ${t.type} value) {
        return lower(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically raises element (i, j) of a view of rank 2 to the value if that is larger, and returns the previous
     * value.
     */
    public ${t.type} atomicMax(int i, int j, ${t.type} value) {
        return raise(position(2, i, j, 0, 0), value);
    }

    /** Atomically sets element (i, j) of a view of rank 2, and returns the previous value. */
    public ${t.type} atomicExchange(int i, int j, ${t.type} value) {
        return exchange(position(2, i, j, 0, 0), value);
    }

    /**
     * Atomically sets element (i, j) of a view of rank 2 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet(int i, int j, ${t.type} expected, ${t.type} value) {
        return swap(position(2, i, j, 0, 0), expected, value);
    }

    /** Atomically reads element (i, j, k) of a view of rank 3. */
    public ${t.type} atomicGet(int i, int j, int k) {
        return read(position(3, i, j, k, 0));
    }

    /**
     * Atomically adds to element (i, j, k) of a view of rank 3, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(int i, int j, int k, ${t.type} value) {
        return add(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically lowers element (i, j, k) of a view of rank 3 to the value if that is smaller, and returns the previous
     * value.
     */
    public ${t.type} atomicMin(int i, int j, int k, ${t.type} value) {
        return lower(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically raises element (i, j, k) of a view of rank 3 to the value if that is larger, and returns the previous
     * value.
     */
    public ${t.type} atomicMax(int i, int j, int k, ${t.type} value) {
        return raise(position(3, i, j, k, 0), value);
    }

    /** Atomically sets element (i, j, k) of a view of rank 3, and returns the previous value. */
    public ${t.type} atomicExchange(int i, int j, int k, ${t.type} value) {
        return exchange(position(3, i, j, k, 0), value);
    }

    /**
     * Atomically sets element (i, j, k) of a view of rank 3 if its bits are those expected, and returns whether it did.
     */
    public boolean atomicCompareAndSet(int i, int j, int k, ${t.type} expected, ${t.type} value) {
        return swap(position(3, i, j, k, 0), expected, value);
    }

    /** Atomically reads element (i, j, k, l) of a view of rank 4. */
    public ${t.type} atomicGet(int i, int j, int k, int l) {
        return read(position(4, i, j, k, l));
    }

    /**
     * Atomically adds to element (i, j, k, l) of a view of rank 4, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(int i, int j, int k, int l, ${t.type} value) {
        return add(position(4, i, j, k, l), value);
    }

    /**
     * Atomically lowers element (i, j, k, l) of a view of rank 4 to the value if that is smaller, and returns the
     * previous value.
     */
    public ${t.type} atomicMin(int i, int j, int k, int l, ${t.type} value) {
        return lower(position(4, i, j, k, l), value);
    }

    /**
     * Atomically raises element (i, j, k, l) of a view of rank 4 to the value if that is larger, and returns the
     * previous value.
     */
    public ${t.type} atomicMax(int i, int j, int k, int l, ${t.type} value) {
        return raise(position(4, i, j, k, l), value);
    }

    /** Atomically sets element (i, j, k, l) of a view of rank 4, and returns the previous value. */
    public ${t.type} atomicExchange(int i, int j, int k, int l, ${t.type} value) {
        return exchange(position(4, i, j, k, l), value);
    }

    /**
     * Atomically sets element (i, j, k, l) of a view of rank 4 if its bits are those expected, and returns whether it
     * did.
     */
    public boolean atomicCompareAndSet(int i, int j, int k, int l, ${t.type} expected, ${t.type} value) {
        return swap(position(4, i, j, k, l), expected, value);
    }

    private ${t.type} read(long at) {
        ${t.type}[] a = data;
        return a != null ? (${t.type}) ELEMENTS.getVolatile(a, (int) at) : ${apply(t.fromBits, "open().volatileBits(at)")};
    }

    private ${t.type} add(long at, ${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            return (${t.type}) ELEMENTS.getAndAdd(a, (int) at, value);
        }
        ${t.type} before = read(at);
        while (!swap(at, before, before + value)) {
            before = read(at);
        }
        return before;
    }

    private ${t.type} lower(long at, ${t.type} value) {
        ${t.type} before = read(at);
        while (!swap(at, before, Math.min(before, value))) {
            before = read(at);
        }
        return before;
    }

    private ${t.type} raise(long at, ${t.type} value) {
        ${t.type} before = read(at);
        while (!swap(at, before, Math.max(before, value))) {
            before = read(at);
        }
        return before;
    }

    private ${t.type} exchange(long at, ${t.type} value) {
        ${t.type} before = read(at);
        while (!swap(at, before, value)) {
            before = read(at);
        }
        return before;
    }

    private boolean swap(long at, ${t.type} expected, ${t.type} value) {
        ${t.type}[] a = data;
        return a != null
                ? ELEMENTS.compareAndSet(a, (int) at, expected, value)
                : open().compareAndSetBits(at, ${apply(t.toBits, "expected")}, ${apply(t.toBits, "value")});
    }
[/#if]
}
[/@perType]
