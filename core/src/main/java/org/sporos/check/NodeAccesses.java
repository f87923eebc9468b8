package org.sporos.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.SourceLocation;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.view.View;

/**
 * The accesses of nodes: results, copies, fills, declared accesses, and those of kernels. A conditional has the
 * accesses of its bodies too, with the lines of their nodes. Used by one thread.
 */
final class NodeAccesses {
    private final Function<Node, List<NodeAccess>> kernels;
    private final Set<Node> ignored;
    private final Map<View, Footprint> footprints = new HashMap<>();

    /** Creates the table from the accesses of kernels. */
    NodeAccesses(Function<Node, List<NodeAccess>> kernels) {
        this(kernels, Set.of());
    }

    /** Creates the table without the accesses of some nodes. */
    NodeAccesses(Function<Node, List<NodeAccess>> kernels, Set<Node> ignored) {
        this.kernels = kernels;
        this.ignored = ignored;
    }

    /** Returns the accesses of a node; none for a nested graph, whose nodes are steps themselves. */
    List<NodeAccess> of(Node node) {
        if (ignored.contains(node)) {
            return List.of();
        }
        List<Graph> bodies = Bodies.of(node.work());
        if (bodies.isEmpty()) {
            return own(node);
        }
        Set<NodeAccess> all = new LinkedHashSet<>(own(node));
        bodies.forEach(body -> inside(body, all));
        return new ArrayList<>(all);
    }

    private void inside(Graph body, Set<NodeAccess> all) {
        for (Node node : body.nodes()) {
            Graph inlined = node.work().inlined();
            if (inlined != null) {
                inside(inlined, all);
            } else {
                of(node).forEach(touch -> all.add(at(node.where(), touch)));
            }
        }
    }

    private static NodeAccess at(SourceLocation where, NodeAccess touch) {
        return touch.where() != null
                ? touch
                : new NodeAccess(touch.view(), touch.mode(), touch.certain(), touch.occurs(), touch.elements(), where);
    }

    private List<NodeAccess> own(Node node) {
        List<NodeAccess> ofKernels = kernels.apply(node);
        List<Access> accesses = node.effects().accesses();
        if (accesses.isEmpty()) {
            return ofKernels;
        }
        List<NodeAccess> found = new ArrayList<>(ofKernels);
        for (Access access : accesses) {
            AccessMode mode = access.mode().writes() ? AccessMode.WRITE : AccessMode.READ;
            access.views().forEach(view -> found.add(whole(view, mode)));
        }
        return found;
    }

    private NodeAccess whole(View view, AccessMode mode) {
        Footprint elements = footprints.computeIfAbsent(view, v -> Footprint.of(v.region()));
        return new NodeAccess(view, mode, true, true, elements, null);
    }
}
