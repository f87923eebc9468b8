package org.sporos.check;

import java.util.List;
import org.sporos.graph.Access;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.View;

/** Short words for graphs of nodes that do nothing but declare what they touch. */
final class Races {

    private Races() {}

    static DoubleView view(String label, long... extents) {
        return DoubleView.of(label, MemorySpace.host(), extents);
    }

    static NodeRef reads(NodeRef after, String label, View... views) {
        return after.thenHost(label, Access.reads(views), () -> {});
    }

    static NodeRef writes(NodeRef after, String label, View... views) {
        return after.thenHost(label, Access.writes(views), () -> {});
    }

    /** Returns what the race check says about a graph, without kernels. */
    static List<Diagnostic> of(Graph graph) {
        return of(graph, node -> List.of());
    }

    static List<Diagnostic> of(Graph graph, java.util.function.Function<Node, List<NodeAccess>> kernels) {
        Diagnostics diagnostics = new Diagnostics();
        new RaceCheck(new NodeAccesses(kernels), new KernelSeparation(KernelIndex.empty()), diagnostics).check(graph);
        return diagnostics.found();
    }
}
