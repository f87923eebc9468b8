package org.sporos.graph;

import org.sporos.view.View;

/** A node that allocates memory inside of the graph, with the view of that memory. */
public final class AllocateNodeRef<V extends View> extends NodeRef {
    private final V view;

    AllocateNodeRef(GraphRecorder recorder, Node node, V view) {
        super(recorder, node);
        this.view = view;
    }

    /** Returns the view, which only nodes after this one may use. */
    public V view() {
        return view;
    }
}
