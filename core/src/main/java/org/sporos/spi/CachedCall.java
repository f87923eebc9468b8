package org.sporos.spi;

import java.util.Collection;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.view.View;

/** A cached executable of equal eager calls, which retains the memory of its views. */
public final class CachedCall {
    private final ExecutableGraph executable;
    private final List<View> views;
    /** The number of current submits. Guarded by the cache, like the next fields. */
    int users;

    boolean isDropped;

    /** @param views all its views */
    public CachedCall(ExecutableGraph executable, Collection<View> views) {
        this.executable = executable;
        this.views = List.copyOf(views);
    }

    /** Returns the executable. */
    public ExecutableGraph executable() {
        return executable;
    }

    /** Returns whether one of its views was closed, or it has none, so that no close would ever drop it. */
    boolean isStale() {
        return views.isEmpty() || views.stream().anyMatch(View::isClosed);
    }

    void close() {
        executable.close();
    }
}
