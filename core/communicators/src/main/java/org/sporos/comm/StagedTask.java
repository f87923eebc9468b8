package org.sporos.comm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Task;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.view.View;

/**
 * Makes the task of an operation. Packed views of host memory are sent and received as they are; for others (memory of
 * a GPU, and parts whose elements lie apart) copy nodes before and after the host node move the elements between the
 * view and a packed mirror, which is pinned where there is a GPU.
 */
final class StagedTask {
    private final Map<View, View> staging = new LinkedHashMap<>();
    private final List<View> reads;
    private final List<View> writes;
    private final Map<View, View> mirrors;

    /**
     * @param mirrors the mirrors of views of the communicator, which it adds to: operations have an order, so that they
     *     share them
     */
    StagedTask(List<View> reads, List<View> writes, Map<View, View> mirrors) {
        this.reads = reads;
        this.writes = writes;
        this.mirrors = mirrors;
        reads.forEach(view -> staging.computeIfAbsent(view, this::stage));
        writes.forEach(view -> staging.computeIfAbsent(view, this::stage));
    }

    private View stage(View view) {
        if (view.memorySpace().isHostAccessible() && view.layout().isPresent()) {
            return view;
        }
        return Required.internal(mirrors.computeIfAbsent(view, View::mirror), "the mirror of a view");
    }

    private List<View> staged(List<View> views) {
        return views.stream().map(this::staged).toList();
    }

    /** Returns the host memory of a view. */
    View staged(View view) {
        return Required.internal(staging.get(view), "the host memory of a view");
    }

    /** Returns the task of a call that gets the host memory of the views. */
    Task of(String label, Function<StagedTask, SequencedCall> call) {
        SequencedCall body = call.apply(this);
        List<Access> accesses =
                List.of(new Access(Access.Mode.READ, staged(reads)), new Access(Access.Mode.WRITE, staged(writes)));
        boolean isDirect = staging.entrySet().stream().allMatch(one -> one.getKey() == one.getValue());
        return isDirect
                ? Task.host(label, accesses, body)
                : Task.graph(label, Graph.define(label, root -> define(root, label, accesses, body)));
    }

    private void define(NodeRef root, String label, List<Access> accesses, SequencedCall body) {
        List<NodeRef> packed = new ArrayList<>(List.of(root));
        for (View view : reads) {
            if (staged(view) != view) {
                packed.add(root.thenDeepCopy("pack " + Labels.shown(view.label()), staged(view), view));
            }
        }
        NodeRef moved = Graph.whenAll(packed).thenHost(label, accesses, body);
        for (View view : writes) {
            if (staged(view) != view) {
                moved.thenDeepCopy("unpack " + Labels.shown(view.label()), view, staged(view));
            }
        }
    }
}
