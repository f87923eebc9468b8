package org.sporos.comm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.sporos.graph.Access;
import org.sporos.graph.Task;
import org.sporos.internal.error.Required;
import org.sporos.view.View;

/**
 * The staging of an operation's views: the library accesses some directly; for others, copy nodes before and after the
 * operation move the elements between the view and a packed twin. Operations share the twins of a view, as edges order
 * them.
 */
final class StagedTask {
    private final Map<View, View> twins = new LinkedHashMap<>();
    private final List<View> reads;
    private final List<View> writes;

    /** @param twin returns the twin of a view, or the view itself if the library can access it */
    StagedTask(List<View> reads, List<View> writes, UnaryOperator<View> twin) {
        this.reads = reads;
        this.writes = writes;
        reads.forEach(view -> twins.computeIfAbsent(view, twin));
        writes.forEach(view -> twins.computeIfAbsent(view, twin));
    }

    /** Returns the twin of a view, or the view itself. */
    View staged(View view) {
        return Required.internal(twins.get(view), "the twin of a view");
    }

    /** Returns the accesses of the operation to staged views. */
    List<Access> accesses() {
        return List.of(new Access(Access.Mode.READ, staged(reads)), new Access(Access.Mode.WRITE, staged(writes)));
    }

    private List<View> staged(List<View> views) {
        return views.stream().map(this::staged).toList();
    }

    /** Returns an operation with the copies that it needs. */
    Task around(String label, Task operation) {
        StagingCopies copies = new StagingCopies();
        reads.stream().distinct().filter(view -> staged(view) != view).forEach(view -> copies.pack(staged(view), view));
        writes.stream()
                .distinct()
                .filter(view -> staged(view) != view)
                .forEach(view -> copies.unpack(view, staged(view)));
        return copies.around(label, operation);
    }
}
