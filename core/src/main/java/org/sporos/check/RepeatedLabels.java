package org.sporos.check;

import com.google.common.collect.MapMaker;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/** The labels shared by several nodes of a graph, for which messages add node numbers. Thread-safe. */
final class RepeatedLabels {
    private static final Map<Graph, Set<String>> KNOWN =
            new MapMaker().weakKeys().makeMap();

    private RepeatedLabels() {}

    /** Returns the number of a node, such as {@code #17}, if its label is not unique, else the empty string. */
    static String number(Node node, Graph graph) {
        return KNOWN.computeIfAbsent(graph, RepeatedLabels::find).contains(node.label()) ? "#" + node.id() : "";
    }

    private static Set<String> find(Graph graph) {
        Set<String> once = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        for (Node node : graph.nodes()) {
            if (!once.add(node.label())) {
                repeated.add(node.label());
            }
        }
        return repeated;
    }
}
