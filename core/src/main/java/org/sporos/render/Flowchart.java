package org.sporos.render;

import com.google.common.collect.Sets;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;

/** Writes a graph in a language of nodes, edges and frames around nodes. Used once, by one thread. */
final class Flowchart {
    private final Language language;
    private final StringBuilder out;
    private final Set<Graph> drawn = Sets.newIdentityHashSet();
    private int frames;

    /**
     * The formats of lines.
     *
     * @param escape escapes a quoted text
     * @param node a node: name, label, work, colour of the frame, fill colour, name of both
     * @param join the same for a node without work
     * @param edge the names of two nodes
     * @param space the begin of a frame around the nodes of a space: number, label
     * @param nested the begin of a frame around a nested graph: number, label
     * @param member the name of a node in the frame of a space
     * @param empty the name of a node in the frame of an empty graph
     * @param end the end of a frame
     * @param link the link to a nested graph: name of the node, number of the frame, role
     */
    record Language(
            UnaryOperator<String> escape,
            String node,
            String join,
            String edge,
            String space,
            String nested,
            String member,
            String empty,
            String end,
            String link) {}

    private Flowchart(Language language, StringBuilder out) {
        this.language = language;
        this.out = out;
    }

    /** Appends a graph. */
    static void write(Graph graph, Language language, StringBuilder out) {
        new Flowchart(language, out).graph(graph, "n", "  ");
    }

    private void graph(Graph graph, String prefix, String indent) {
        drawn.add(graph);
        Set<String> spaces = new TreeSet<>();
        for (Node node : graph.nodes()) {
            String name = prefix + node.id();
            node(node, name, indent);
            node.predecessors().forEach(before -> line(indent, language.edge, prefix + before.id(), name));
            for (NestedGraph inner : node.work().nested()) {
                if (!drawn.contains(inner.graph())) {
                    nested(inner, name, indent);
                }
            }
            spaces.add(node.spaceName());
        }
        spaces.remove("");
        for (String space : spaces) {
            line(indent, language.space, ++frames, text(space));
            graph.nodes().stream()
                    .filter(node -> node.spaceName().equals(space))
                    .forEach(node -> line(indent + "  ", language.member, prefix + node.id()));
            line(indent, language.end);
        }
    }

    private void node(Node node, String name, String indent) {
        Palette colour = Palette.of(node.work());
        line(
                indent,
                node.work().isEmpty() ? language.join : language.node,
                name,
                text(node.label()),
                text(Escape.work(node)),
                colour.stroke(),
                colour.fill(),
                colour.css());
    }

    private void nested(NestedGraph inner, String node, String indent) {
        int frame = ++frames;
        String prefix = "c" + frame + "n";
        line(indent, language.nested, frame, text(Escape.caption(inner)));
        graph(inner.graph(), prefix, indent + "  ");
        if (inner.graph().nodes().isEmpty()) {
            line(indent + "  ", language.empty, prefix + 0);
        }
        line(indent, language.end);
        line(indent, language.link, node, frame, inner.role());
    }

    private String text(String label) {
        return language.escape.apply(Escape.shortened(label));
    }

    private void line(String indent, String format, Object... values) {
        out.append(format.formatted(values).indent(indent.length()));
    }
}
