package org.sporos.spi;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;

/** The nodes of a graph that may wait for something outside of it, as text for warnings. */
final class OutsideWaits {

    private OutsideWaits() {}

    static List<String> of(Graph graph) {
        List<String> found = new ArrayList<>();
        collect(graph, found, Sets.newIdentityHashSet());
        return List.copyOf(found);
    }

    private static void collect(Graph graph, List<String> found, Set<Graph> seen) {
        if (seen.add(graph)) {
            for (Node node : graph.nodes()) {
                String what = what(node.work());
                if (what != null) {
                    found.add("node " + Labels.quoted(node.label()) + " (" + node.where() + ") " + what);
                }
                inside(node.work()).forEach(inner -> collect(inner, found, seen));
            }
        }
    }

    private static @Nullable String what(Work work) {
        if (work instanceof Work.WaitSemaphore wait) {
            return "waits for " + wait.semaphore() + " to have " + wait.value();
        } else if (work instanceof Work.AwaitEvent await) {
            return "waits for " + await.event();
        }
        return work instanceof Work.HostCall ? "calls Java code" : null;
    }

    /** Returns the graphs that are part of a node. */
    static List<Graph> inside(Work work) {
        if (work instanceof Work.SubGraph nested) {
            return List.of(nested.graph());
        } else if (work instanceof Work.If branch) {
            return branch.otherwise() == null ? List.of(branch.then()) : List.of(branch.then(), branch.otherwise());
        } else if (work instanceof Work.While loop) {
            return List.of(loop.body());
        }
        return work instanceof Work.Switch choice ? choice.cases() : List.of();
    }
}
