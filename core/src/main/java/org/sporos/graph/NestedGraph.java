package org.sporos.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph inside a node, and its role there.
 *
 * @param role such as {@code graph}, {@code then}, {@code body} or {@code case 2}: for pictures
 * @param isConditional whether a condition selects it; else its nodes replace the node
 */
public record NestedGraph(String role, Graph graph, boolean isConditional) {

    /** Returns a graph whose nodes replace a node. */
    static List<NestedGraph> inlined(Graph graph) {
        return List.of(new NestedGraph("graph", graph, false));
    }

    /** Returns the body of a loop. */
    static List<NestedGraph> body(Graph graph) {
        return List.of(new NestedGraph("body", graph, true));
    }

    /** Returns the graphs of a branch. */
    static List<NestedGraph> branch(Graph then, @Nullable Graph otherwise) {
        NestedGraph first = new NestedGraph("then", then, true);
        return otherwise == null ? List.of(first) : List.of(first, new NestedGraph("else", otherwise, true));
    }

    /** Returns the graphs of a switch. */
    static List<NestedGraph> cases(List<Graph> graphs) {
        List<NestedGraph> all = new ArrayList<>(graphs.size());
        for (int i = 0; i < graphs.size(); i++) {
            all.add(new NestedGraph("case " + i, graphs.get(i), true));
        }
        return all;
    }
}
