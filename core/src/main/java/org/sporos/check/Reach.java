package org.sporos.check;

import java.util.BitSet;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/** The nodes between two of a graph that paths connect, found by walking the nodes between them once. */
final class Reach {

    private Reach() {}

    /** Returns whether a path leads from one node to another that is defined later. */
    static boolean leads(Graph graph, Node from, Node to) {
        return after(graph, from, to.id()).get(to.id() - from.id());
    }

    /** Returns the nodes that a path from the first leads to, up to the last id, counted from the first. */
    static BitSet after(Graph graph, Node from, int last) {
        int first = from.id();
        BitSet reached = new BitSet(last - first + 1);
        reached.set(0);
        for (Node node : graph.nodes().subList(first + 1, last + 1)) {
            for (Node before : node.predecessors()) {
                if (before.id() >= first && reached.get(before.id() - first)) {
                    reached.set(node.id() - first);
                    break;
                }
            }
        }
        return reached;
    }

    /** Returns the nodes that a path to the last comes from, down to the first id, counted from the first. */
    static BitSet before(Graph graph, int first, Node to) {
        BitSet reached = new BitSet(to.id() - first + 1);
        reached.set(to.id() - first);
        for (int id = to.id(); id >= first; id--) {
            if (reached.get(id - first)) {
                for (Node before : graph.nodes().get(id).predecessors()) {
                    if (before.id() >= first) {
                        reached.set(before.id() - first);
                    }
                }
            }
        }
        return reached;
    }
}
