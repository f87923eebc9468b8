package org.sporos.check;

import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.view.RingState;

/** Counts how often a graph turns a ring. Stateless. */
public final class RingTurns {

    private RingTurns() {}

    /**
     * Returns the number of turns of a ring in one run of a graph. A nested graph counts as often as it is nested;
     * bodies of conditionals do not count, as each pass of them leaves a ring at the position where it began.
     */
    public static int count(RingState ring, Graph graph) {
        int turns = 0;
        for (Node node : graph.nodes()) {
            Graph nested = node.work().inlined();
            turns += node.effects().turns() == ring ? 1 : 0;
            turns += nested == null ? 0 : count(ring, nested);
        }
        return turns;
    }
}
