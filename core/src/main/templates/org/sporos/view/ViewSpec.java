package org.sporos.view;

import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import org.sporos.internal.error.Required;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.view.GraphMemory;

/** The result of a node that allocates memory inside of a graph: the type and extents of a view. Immutable. */
public final class ViewSpec<V extends View> {
    private final ElementType type;
    private final long[] extents;
    private final Factory<V> factory;

    ViewSpec(ElementType type, long[] extents, Factory<V> factory) {
        this.type = type;
        this.extents = Required.argument(extents, "the extents of a view").clone();
        this.factory = factory;
    }

    /** Makes a view of memory that is there. */
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
     * Returns a view of memory that a backend made, which closing the view gives back.
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
     * @param address where the first element is
     * @param owner is kept reachable until the view is closed and no executable uses it; what else keeps the memory
     *     alive is up to the caller
     * @param strides the distance of neighbours in each dimension, in elements; none for the layout RIGHT
     * @throws IllegalArgumentException with a code for a space without device memory (S220), the address 0 (S270), one
     *     that is not aligned (S271), memory of another device or less than the view needs (S272), memory that another
     *     such view shows (S274), or strides by which elements share places (S203)
     */
    public V over(String label, ExecutionSpace space, long address, Object owner, long... strides) {
        return over(label, space, strides, size -> AllocationSpace.of(space.memorySpace()).adopt(label, type, size, address, owner));
    }

    /**
     * Returns a view of the memory of a direct buffer, from its begin on, in the layout RIGHT. The memory is pinned
     * until the view is closed and no executable uses it, and the buffer kept reachable: copy nodes use it, Java code
     * reads and writes it through the view and through the buffer.
     *
     * @param space the GPU space whose copies use it
     * @throws IllegalArgumentException with a code for a space without pinned memory (S220), for a buffer on the heap,
     *     one that cannot be written, is too small or pinned already (S273), or that is not aligned (S271)
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

    /** Returns a view whose memory exists only while a graph that allocates it runs. */
    public V inGraph(String label) {
        return factory.make(label, new GraphMemory(label, type, size()), packed(label));
    }
}
