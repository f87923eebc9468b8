package org.sporos.check;

import com.google.common.collect.Sets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;

/** Checks that the body of a conditional node holds only what every backend can run there. */
final class ConditionalCheck {

    private ConditionalCheck() {}

    static void check(Graph graph, Node conditional, Graph body, Diagnostics diagnostics) {
        check(graph, conditional, body, diagnostics, Sets.newIdentityHashSet());
    }

    private static void check(Graph graph, Node conditional, Graph body, Diagnostics diagnostics, Set<Graph> seen) {
        if (!seen.add(body)) {
            return;
        }
        for (Node node : body.nodes()) {
            String what = refused(node.work());
            if (what != null) {
                diagnostics.error(
                        "G101",
                        new NodeName(node, body) + " is " + what + " in the body of the conditional "
                                + new NodeName(conditional, graph),
                        "A body may hold kernels, reductions, scans, fills, copies within the device, conditionals and"
                                + " graphs of these; move other nodes out of it.");
            }
            if (node.work() instanceof Work.SubGraph nested) {
                check(graph, conditional, nested.graph(), diagnostics, seen);
            }
        }
    }

    private static @Nullable String refused(Work work) {
        if (work instanceof Work.HostCall) {
            return "a host node";
        }
        if (work instanceof Work.Captured) {
            return "a capture";
        }
        if (work instanceof Work.Allocate || work instanceof Work.Free) {
            return "an allocation";
        }
        if (work instanceof Work.RecordEvent || work instanceof Work.AwaitEvent) {
            return "an event node";
        }
        if (work instanceof Work.SignalSemaphore || work instanceof Work.WaitSemaphore) {
            return "a semaphore node";
        }
        return work instanceof Work.DeepCopy copy && leaves(copy.to(), copy.from()) ? "a copy between memories" : null;
    }

    private static boolean leaves(View to, View from) {
        boolean inGraph = to.allocation() instanceof GraphMemory || from.allocation() instanceof GraphMemory;
        return !inGraph && to.memorySpace() != from.memorySpace();
    }
}
