package org.sporos.view;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.space.MemorySpace;

/** The components of records as the elements of the last dimension of one view. */
final class Interleaving {
    private Interleaving() {}

    /** Returns a new view for all components of records. */
    static View elements(String label, MemorySpace space, RecordShape shape, long... extents) {
        ComponentType type = shape.onlyType(label);
        Shape.requireRank(label, extents.length, Shape.MAX_RANK - 1, "interleaved record views");
        long[] all = Arrays.copyOf(extents, extents.length + 1);
        all[extents.length] = shape.components().size();
        return type.view(label, space, all);
    }

    /** Returns the views of the components. */
    static View[] components(String label, RecordShape shape, View elements) {
        View[] parts = new View[shape.components().size()];
        for (int k = 0; k < parts.length; k++) {
            Slice[] slices = new Slice[elements.rank()];
            Arrays.fill(slices, Slice.all());
            slices[slices.length - 1] = Slice.at(k);
            parts[k] =
                    elements.part(label.concat("." + shape.components().get(k).name()), slices);
        }
        return parts;
    }

    /** Returns the subview of the elements for a part of the records. */
    static View subview(View elements, Slice... slices) {
        Slice[] all = Arrays.copyOf(slices, slices.length + 1);
        all[slices.length] = Slice.all();
        return elements.subview(all);
    }

    /** Returns the elements by their class, such as {@link DoubleView}. */
    static <V extends View> V as(Class<V> view, String label, @Nullable View elements) {
        if (!view.isInstance(elements)) {
            throw new CodedArgumentException(
                    "K229",
                    "record view " + Labels.quoted(label)
                            + (elements == null
                                    ? " is not interleaved; make it by RecordView.interleaved"
                                    : " has its components in a "
                                            + elements.getClass().getSimpleName() + ", not a " + view.getSimpleName()
                                            + "; ask for that"));
        }
        return view.cast(elements);
    }
}
