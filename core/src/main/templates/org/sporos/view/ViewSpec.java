package org.sporos.view;

import java.util.function.BiFunction;
import org.sporos.space.Allocation;
import org.sporos.space.ElementType;

/** The result of a node that allocates memory inside of a graph: the type and extents of a view. Immutable. */
public final class ViewSpec<V extends View> {
    private final ElementType type;
    private final long[] extents;
    private final BiFunction<String, Allocation, V> factory;

    ViewSpec(ElementType type, long[] extents, BiFunction<String, Allocation, V> factory) {
        this.type = type;
        this.extents = extents.clone();
        this.factory = factory;
    }

    /** Describes a view of rank {@code extents.length} whose elements are of a type. */
    public static ViewSpec<? extends View> of(ElementType type, long... extents) {
        return switch (type) {
//#for view
            case $TYPE$ -> $Type$View.spec(extents);
//#end
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

    /** Returns a view of memory that a backend made, which closing the view gives back. For backends. */
    public V over(String label, Allocation memory) {
        Views.requireRoom(memory, type, Shape.of(label, Layout.RIGHT, extents));
        return factory.apply(label, memory);
    }

    /** Returns a view whose memory exists only while a graph that allocates it runs. */
    public V inGraph(String label) {
        return factory.apply(label, new GraphMemory(label, type, size()));
    }
}
