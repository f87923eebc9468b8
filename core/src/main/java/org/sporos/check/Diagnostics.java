package org.sporos.check;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/** Collects the flaws of one graph, with the words that all of them share. Used by one thread. */
final class Diagnostics {
    private final List<Diagnostic> found = new ArrayList<>();

    void error(String code, String message, String cure) {
        found.add(Diagnostic.error(code, message, cure));
    }

    void warning(String code, String message, String cure) {
        found.add(Diagnostic.warning(code, message, cure));
    }

    void add(Diagnostic diagnostic) {
        found.add(diagnostic);
    }

    List<Diagnostic> found() {
        return found;
    }

    /** Returns how a message names a node: {@code node 'x' (Heat.java:3) of graph 'step'}. */
    static String name(Node node, Graph graph) {
        return "node '" + node.label() + "' (" + node.where() + ") of graph '" + graph.label() + "'";
    }
}
