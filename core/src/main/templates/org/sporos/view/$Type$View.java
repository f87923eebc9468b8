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
[#list ranks as rank]

    /** Returns ${rank.element}. */
    public ${t.type} get(${rank.ints}) {
        ${t.type}[] a = data;
        return a != null ? a[at(${rank.indexes})] : ${apply(t.fromBits, "load(" + rank.position + ")")};
    }
[/#list]

    /** Returns element (i) of a view of rank 1, by a long index. */
    public ${t.type} get(long i) {
        ${t.type}[] a = data;
        return a != null ? a[(int) at(i)] : ${apply(t.fromBits, "load(at(i))")};
    }
[#list ranks as rank]

    /** Sets ${rank.element}. */
    public void set(${leading(rank.ints)}${t.type} value) {
        ${t.type}[] a = data;
        if (a != null) {
            a[at(${rank.indexes})] = value;
        } else {
            store(${rank.position}, ${apply(t.toBits, "value")});
        }
    }
[/#list]

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
[#list ranks as rank]

    /** Atomically reads ${rank.element}. */
    public ${t.type} atomicGet(${rank.ints}) {
        return read(${rank.position});
    }

    /**
     * Atomically adds to ${rank.element}, and returns the previous value.
[#if t.real]
     * The order of several adds to one element is not fixed, nor is the rounding of their sum.
[/#if]
     */
    public ${t.type} atomicAdd(${leading(rank.ints)}${t.type} value) {
        return add(${rank.position}, value);
    }

    /**
     * Atomically lowers ${rank.element} to the value if that is smaller, and
     * returns the previous value.
     */
    public ${t.type} atomicMin(${leading(rank.ints)}${t.type} value) {
        return lower(${rank.position}, value);
    }

    /**
     * Atomically raises ${rank.element} to the value if that is larger, and
     * returns the previous value.
     */
    public ${t.type} atomicMax(${leading(rank.ints)}${t.type} value) {
        return raise(${rank.position}, value);
    }

    /** Atomically sets ${rank.element}, and returns the previous value. */
    public ${t.type} atomicExchange(${leading(rank.ints)}${t.type} value) {
        return exchange(${rank.position}, value);
    }

    /**
     * Atomically sets ${rank.element} if its bits are those expected, and
     * returns whether it did.
     */
    public boolean atomicCompareAndSet(${leading(rank.ints)}${t.type} expected, ${t.type} value) {
        return swap(${rank.position}, expected, value);
    }
[/#list]

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
