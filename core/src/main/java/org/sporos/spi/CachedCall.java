package org.sporos.spi;

import java.util.Collection;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.view.View;

/** An executable that eager calls of one kind submit, which keeps the memory of its views. */
public final class CachedCall {
    private final ExecutableGraph executable;
    private final List<View> views;
    /** The number of current submits. Guarded by the cache, like the next fields. */
    int users;

    boolean isDropped;

    /** @param views all views that it shows */
    public CachedCall(ExecutableGraph executable, Collection<View> views) {
        this.executable = executable;
        this.views = List.copyOf(views);
    }

    /** Returns the executable. */
    public ExecutableGraph executable() {
        return executable;
    }

    /** Returns whether it shows a view that was closed, or none at all, so that no close would ever drop it. */
    boolean isStale() {
        return views.isEmpty() || views.stream().anyMatch(View::isClosed);
    }

    void close() {
        executable.close();
    }
}
