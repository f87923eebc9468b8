package org.sporos.render;

import java.util.ArrayList;
import java.util.List;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Work;

/**
 * A graph inside of a node, and the part that it plays there.
 *
 * @param role such as {@code then}, {@code body} or {@code case 2}
 */
record Inner(String role, Graph graph) {

    /** Returns whether a work is made of graphs. */
    static boolean isNesting(Work work) {
        return work instanceof Work.SubGraph
                || work instanceof Work.If
                || work instanceof Work.While
                || work instanceof Work.Switch;
    }

    /** Returns the graphs that a work is made of. */
    static List<Inner> of(Work work) {
        List<Inner> inner = new ArrayList<>();
        if (work instanceof Work.SubGraph sub) {
            inner.add(new Inner("graph", sub.graph()));
        } else if (work instanceof Work.If branch) {
            inner.add(new Inner("then", branch.then()));
            if (branch.otherwise() != null) {
                inner.add(new Inner("else", branch.otherwise()));
            }
        } else if (work instanceof Work.While loop) {
            inner.add(new Inner("body", loop.body()));
        } else if (work instanceof Work.Switch choice) {
            for (int i = 0; i < choice.cases().size(); i++) {
                inner.add(new Inner("case " + i, choice.cases().get(i)));
            }
        }
        return inner;
    }

    /** Returns what stands above the picture of the graph. */
    String caption() {
        return role + ": " + Labels.shown(graph.label());
    }
}
