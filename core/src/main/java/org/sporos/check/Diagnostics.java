package org.sporos.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Diagnostic.Severity;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.SourceLocation;

/** Collects the violations of one graph and counts equal violations of nodes of one line. Used by one thread. */
final class Diagnostics {
    private final List<Supplier<Diagnostic>> found = new ArrayList<>();
    private final Map<Key, NodeViolation> ofLines = new HashMap<>();

    /** Violations with equal keys are counted as one. */
    private record Key(String code, Object detail, Graph graph, SourceLocation where) {}

    void error(String code, String message, String cure) {
        add(Diagnostic.error(code, message, cure));
    }

    void warning(String code, String message, String cure) {
        add(Diagnostic.warning(code, message, cure));
    }

    void add(Diagnostic diagnostic) {
        found.add(() -> diagnostic);
    }

    /**
     * Adds a violation of a node.
     *
     * @param detail distinguishes violations of the same code and line
     * @param message the text after the name of the node
     */
    void add(Severity severity, String code, NodeName name, Object detail, String message, String cure) {
        Key key = new Key(code, detail, name.graph(), name.node().where());
        NodeViolation known = ofLines.get(key);
        if (known != null) {
            known.add(name.node());
        } else {
            NodeViolation first = new NodeViolation(severity, code, name, message, cure);
            ofLines.put(key, first);
            found.add(first::diagnostic);
        }
    }

    List<Diagnostic> found() {
        return found.stream().map(Supplier::get).toList();
    }

    /** A violation of one or more nodes of one line. */
    private static final class NodeViolation {
        private final Severity severity;
        private final String code;
        private final NodeName name;
        private final String message;
        private final String cure;
        private Node last;
        private int more;

        NodeViolation(Severity severity, String code, NodeName name, String message, String cure) {
            this.severity = severity;
            this.code = code;
            this.name = name;
            this.message = message;
            this.cure = cure;
            this.last = name.node();
        }

        void add(Node node) {
            more += node == last ? 0 : 1;
            last = node;
        }

        Diagnostic diagnostic() {
            String remark =
                    more == 0 ? "" : " (and " + more + (more == 1 ? " more node" : " more nodes") + " of this line)";
            return new Diagnostic(code, severity, name.withMore(remark) + message, cure);
        }
    }
}
