package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Set;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;

/** Finds loops without a maximum whose condition reads nothing that changes: they run never, or without end. */
record LoopCheck(NodeAccesses accesses, Diagnostics diagnostics) {
    private static final String NEVER_CHANGES = "G120";

    /**
     * Checks a node.
     *
     * @param ofCondition the accesses of its condition
     */
    void check(Graph graph, Node node, List<NodeAccess> ofCondition) {
        if (!(node.work() instanceof Work.While loop) || loop.maxIterations() < Integer.MAX_VALUE) {
            return;
        }
        Set<Object> read = Sets.newIdentityHashSet();
        ofCondition.forEach(access -> read.add(memory(access)));
        boolean changes =
                accesses.of(node).stream().anyMatch(access -> access.mode().changes() && read.contains(memory(access)));
        if (!changes) {
            List<String> views = ofCondition.stream()
                    .map(access -> "view " + Labels.quoted(access.view().label()))
                    .distinct()
                    .toList();
            diagnostics.warning(
                    NEVER_CHANGES,
                    new NodeName(node, graph)
                            .withMore(" runs never or without end: its condition reads "
                                    + (views.isEmpty() ? "no view" : String.join(", ", views) + " alone")
                                    + ", and its body writes none of that."),
                    "Let the body write what the condition reads, or give a maximum of iterations.");
        }
    }

    /** Returns the identity of the accessed memory, one for all levels of a ring. */
    private static Object memory(NodeAccess access) {
        Allocation memory = access.view().allocation();
        return memory instanceof LevelMemory level ? level.ring() : memory;
    }
}
