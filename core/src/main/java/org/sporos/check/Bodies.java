package org.sporos.check;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Work;

/** The graphs that a conditional work chooses from. */
final class Bodies {

    private Bodies() {}

    static List<Graph> of(Work work) {
        if (work instanceof Work.If branch) {
            return branch.otherwise() == null ? List.of(branch.then()) : List.of(branch.then(), branch.otherwise());
        }
        if (work instanceof Work.While loop) {
            return List.of(loop.body());
        }
        return work instanceof Work.Switch choice ? choice.cases() : List.of();
    }

    /** Returns these, or the graph of a node that is nothing but a graph. */
    static List<Graph> withNested(Work work) {
        return work instanceof Work.SubGraph nested ? List.of(nested.graph()) : of(work);
    }
}
