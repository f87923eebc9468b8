package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/**
 * A node that allocates a temporary view inside the graph.
 *
 * <pre>{@code
 * AllocateNodeRef<DoubleView> room = root.thenAllocate("work", DoubleView.spec(n));
 * DoubleView work = room.view();
 * room.thenParallelFor("square", RangePolicy.of(n), i -> work.set(i, x.get(i) * x.get(i)))
 *         .thenParallelFor("use", RangePolicy.of(n), i -> y.set(i, work.get(i)))
 *         .thenFree("free", work);
 * }</pre>
 */
public final class AllocateNodeRef<V extends View> extends NodeRef {
    private final V view;

    AllocateNodeRef(GraphRecorder recorder, Node node, @Nullable ExecutionSpace space, V view) {
        super(recorder, node, space);
        this.view = view;
    }

    /** Returns the view, which only nodes after this one may use. */
    public V view() {
        return view;
    }
}
