package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Work;

/**
 * Checks that the edges of a graph order all calls of a sequence. It is enough to look at neighbours in a topological
 * order: if each call comes before the next one, all are ordered.
 */
final class SequenceCheck {

    private SequenceCheck() {}

    static void check(Graph graph, Diagnostics diagnostics) {
        if (!hasCalls(graph, Sets.newIdentityHashSet())) {
            return;
        }
        FlatGraph flat = new FlatGraph(graph);
        PathSearch precedence = new PathSearch(flat);
        Map<Object, Integer> last = new IdentityHashMap<>();
        for (int step = 0; step < flat.size(); step++) {
            SequencedCall call = callOf(flat.node(step));
            Integer before = call == null ? null : last.put(call.sequence(), step);
            if (before != null && !isAfter(precedence, step, before)) {
                report(flat, before, step, diagnostics);
            }
        }
    }

    private static boolean hasCalls(Graph graph, Set<Graph> seen) {
        if (!seen.add(graph)) {
            return false;
        }
        for (Node node : graph.nodes()) {
            Graph inlined = node.work().inlined();
            if (callOf(node) != null || (inlined != null && hasCalls(inlined, seen))) {
                return true;
            }
        }
        return false;
    }

    static @Nullable SequencedCall callOf(Node node) {
        return node.work() instanceof Work.HostCall host && host.body() instanceof SequencedCall call ? call : null;
    }

    private static boolean isAfter(PathSearch precedence, int step, int before) {
        precedence.group(new int[] {before}, 1);
        return precedence.unordered(step) == 0;
    }

    private static void report(FlatGraph flat, int first, int second, Diagnostics diagnostics) {
        diagnostics.error(
                "C410",
                new NodeName(flat.node(first), flat.graph(first)) + " and "
                        + new NodeName(flat.node(second), flat.graph(second))
                        + " are operations of one communicator in no fixed order: ranks may come to them in different ones",
                "Let one depend on the other.");
    }
}
