package org.sporos.comm;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.internal.error.Labels;
import org.sporos.view.View;

/** The copy nodes of an operation, between views and the memory that its library moves. Used by one thread. */
final class StagingCopies {
    private final List<Copy> before = new ArrayList<>();
    private final List<Copy> beside = new ArrayList<>();
    private final List<Copy> after = new ArrayList<>();

    /** A copy of all elements. */
    private record Copy(View to, View from) {}

    /** Adds a copy that precedes the operation. */
    void pack(View to, View from) {
        before.add(new Copy(to, from));
    }

    /** Adds a copy that takes the place of a message, at the same time as the operation. */
    void copy(View to, View from) {
        beside.add(new Copy(to, from));
    }

    /** Adds a copy that follows the operation. */
    void unpack(View to, View from) {
        after.add(new Copy(to, from));
    }

    /** Returns an operation with the copies. */
    Task around(String label, Task operation) {
        boolean isAlone = before.isEmpty() && beside.isEmpty() && after.isEmpty();
        return isAlone ? operation : Task.graph(label, Graph.define(label, root -> define(root, operation)));
    }

    private void define(NodeRef root, Task operation) {
        beside.forEach(one -> root.thenDeepCopy("copy " + Labels.shown(one.to.label()), one.to, one.from));
        List<NodeRef> packed = new ArrayList<>(List.of(root));
        for (Copy one : before) {
            packed.add(root.thenDeepCopy("pack " + Labels.shown(one.from.label()), one.to, one.from));
        }
        NodeRef moved = Graph.whenAll(packed).then(operation);
        for (Copy one : after) {
            moved.thenDeepCopy("unpack " + Labels.shown(one.to.label()), one.to, one.from);
        }
    }
}
