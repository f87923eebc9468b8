package org.sporos.view;

import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.view.GraphMemory;

/** The type and extents of a view, for a node that allocates it inside a graph. Immutable. */
public final class ViewSpec<V extends View> {
    private final ElementType type;
    private final long[] extents;
    private final Factory<V> factory;

    ViewSpec(ElementType type, long[] extents, Factory<V> factory) {
        this.type = type;
        this.extents = Required.argument(extents, "the extents of a view").clone();
        this.factory = factory;
    }

    /** Creates a view over existing memory. */
    interface Factory<V> {
        V make(String label, Allocation memory, Shape shape);
    }

    /** Describes a view of rank {@code extents.length} whose elements are of a type. */
    public static ViewSpec<? extends View> of(ElementType type, long... extents) {
        return switch (Required.argument(type, "the type of the elements of a view")) {
[#list views as t]
            case ${t.TYPE} -> ${t.Type}View.spec(extents);
[/#list]
        };
    }

    /** Returns the type of the elements. */
    public ElementType elementType() {
        return type;
    }

    /** Returns the number of elements. */
    public long size() {
        long size = 1;
        for (long extent : extents) {
            size *= extent;
        }
        return size;
    }

    /**
     * Returns a view that owns memory from a backend, freed when the view is closed.
     *
     * @hidden
     */
    public V over(String label, Allocation memory) {
        Shape shape = packed(label);
        Views.requireRoom(memory, type, shape);
        return factory.make(label, memory, shape);
    }

    /**
     * Returns a view of device memory that the library does not own and never frees.
     *
     * <pre>{@code
     * DoublePointer memory = ...; // of another library, on the device of the space
     * DoubleView x = DoubleView.spec(n).over("x", space, memory.address(), memory);
     * }</pre>
     *
     * @param space a GPU space
     * @param address the address of the first element
     * @param owner an object kept reachable until the view is closed and no executable uses it; the caller must keep
     * the memory itself allocated
     * @param strides the stride of each dimension, in elements; none for the layout RIGHT
     * @throws IllegalArgumentException with a code for a space without device memory (S220), the address 0 (S270), one
     * that is not aligned (S271), memory of another device or less than the view needs (S272), memory of another such
     * view (S274), or strides with overlapping elements (S203)
     */
    public V over(String label, ExecutionSpace space, long address, Object owner, long... strides) {
        return over(label, space, strides, size -> AllocationSpace.of(space.memorySpace()).adopt(label, type, size, address, owner));
    }

    /**
     * Returns a view of the memory of a direct buffer, from its start on, in the layout RIGHT. The memory is pinned,
     * and the buffer kept reachable, until the view is closed and no executable uses it: copy nodes use it, and Java
     * code accesses it through the view and through the buffer.
     *
     * @param space the GPU space whose copies use it
     * @throws IllegalArgumentException with a code for a space without pinned memory (S220), for a buffer that is on
     * the heap, read-only, too small or pinned already (S273), or not aligned (S271)
     */
    public V over(String label, ExecutionSpace space, ByteBuffer memory) {
        return over(
                label, space, new long[0], size -> AllocationSpace.of(space.memorySpace().mirrorSpace()).adopt(label, type, size, memory));
    }

    private V over(String label, ExecutionSpace space, long[] strides, LongFunction<Allocation> memory) {
        Required.argument(label, "the label of a view");
        View.memory(label, space);
        Shape shape = strides.length == 0 ? packed(label) : Shape.strided(label, extents, strides);
        V view = factory.make(label, memory.apply(shape.span()), shape);
        view.belongsTo(space);
        return view;
    }

    private Shape packed(String label) {
        return Shape.of(label, Layout.RIGHT, extents);
    }

    /** Returns a view with memory only during runs of a graph that allocates it. */
    public V inGraph(String label) {
        return factory.make(label, new GraphMemory(label, type, size()), packed(label));
    }
}
