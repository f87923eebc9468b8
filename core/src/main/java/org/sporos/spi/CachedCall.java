package org.sporos.spi;

import java.util.Collection;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.kernel.ir.TableRef;
import org.sporos.view.View;

/** A cached executable of equal eager calls, which retains the memory of its views. */
public final class CachedCall {
    private final ExecutableGraph executable;
    private final List<View> views;
    private final List<TableRef> tables;
    /** The number of current submits. Guarded by the cache, like the next fields. */
    int users;

    boolean isDropped;

    /**
     * @param views all its views
     * @param tables the Java arrays that its kernels read
     */
    public CachedCall(ExecutableGraph executable, Collection<View> views, List<TableRef> tables) {
        this.executable = executable;
        this.views = List.copyOf(views);
        this.tables = List.copyOf(tables);
    }

    /** Returns the executable. */
    public ExecutableGraph executable() {
        return executable;
    }

    /** Returns whether its kernels read Java arrays, which the caller may change. */
    public boolean hasTables() {
        return !tables.isEmpty();
    }

    /** Returns whether one of these arrays has changed since, so that it is no longer that of an equal call. */
    boolean isOutdated() {
        for (int k = 0; k < tables.size(); k++) {
            if (!tables.get(k).changed().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether one of its views was closed, or it has none, so that no close would ever drop it. */
    boolean isStale() {
        return views.isEmpty() || views.stream().anyMatch(View::isClosed);
    }

    void close() {
        executable.close();
    }
}
