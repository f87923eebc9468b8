package org.sporos.render;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;

/**
 * A graph in the DOT language of Graphviz. Nodes are in the order of definition; nested graphs and the bodies of
 * conditional nodes are clusters, each drawn at its first occurrence. Takes time linear in nodes and edges.
 *
 * <pre>{@code
 * Files.writeString(Path.of("step.dot"), Dot.of(graph));
 * }</pre>
 */
public final class Dot {
    private final StringBuilder out = new StringBuilder();
    private final Set<Graph> drawn = Sets.newIdentityHashSet();
    private int clusters;

    private Dot() {}

    /** Returns the text of a {@code .dot} file. */
    public static String of(Graph graph) {
        Dot dot = new Dot();
        dot.begin(graph);
        dot.nodes(graph, "n", "  ");
        return dot.out.append("}\n").toString();
    }

    private void begin(Graph graph) {
        String label = Escape.dot(Escape.shortened(graph.label()));
        out.append("digraph \"").append(label).append("\" {\n");
        out.append("  graph [label=\"")
                .append(label)
                .append("\", labelloc=t, compound=true, fontname=\"Helvetica\"];\n");
        out.append("  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n");
        out.append("  edge [color=\"#475569\", fontname=\"Helvetica\", fontsize=10];\n");
    }

    private void nodes(Graph graph, String prefix, String indent) {
        drawn.add(graph);
        for (Node node : graph.nodes()) {
            String name = prefix + node.id();
            node(node, name, indent);
            for (Node before : node.predecessors()) {
                out.append(indent)
                        .append(prefix)
                        .append(before.id())
                        .append(" -> ")
                        .append(name)
                        .append(";\n");
            }
            for (NestedGraph inner : node.work().nested()) {
                if (!drawn.contains(inner.graph())) {
                    cluster(inner, name, indent);
                }
            }
        }
        spaces(graph, prefix, indent);
    }

    /** Adds a frame around the nodes of each named space. */
    private void spaces(Graph graph, String prefix, String indent) {
        Map<String, List<Node>> lanes = graph.nodes().stream()
                .filter(node -> !node.spaceName().isEmpty())
                .collect(Collectors.groupingBy(Node::spaceName, TreeMap::new, Collectors.toList()));
        lanes.forEach((space, nodes) -> {
            out.append(indent).append("subgraph cluster").append(++clusters).append(" {\n");
            out.append(indent).append("  graph [label=\"").append(Escape.dot(space));
            out.append("\", style=\"rounded,dashed\", color=\"#94a3b8\"];\n")
                    .append(indent)
                    .append(' ');
            nodes.forEach(
                    node -> out.append(' ').append(prefix).append(node.id()).append(';'));
            out.append('\n').append(indent).append("}\n");
        });
    }

    private void node(Node node, String name, String indent) {
        Palette colour = Palette.of(node.work());
        out.append(indent).append(name).append(" [");
        if (node.work().isEmpty()) {
            out.append("shape=point, width=0.12, tooltip=\"whenAll\", ");
        } else {
            String label = Escape.dot(Escape.shortened(node.label()));
            String work = Escape.dot(Escape.shortened(Escape.work(node)));
            out.append("label=\"").append(label).append("\\n").append(work).append("\", ");
        }
        out.append("color=\"")
                .append(colour.stroke())
                .append("\", fillcolor=\"")
                .append(colour.fill());
        out.append("\"];\n");
    }

    private void cluster(NestedGraph inner, String node, String indent) {
        String cluster = "cluster" + ++clusters;
        String prefix = "c" + clusters + "n";
        out.append(indent).append("subgraph ").append(cluster).append(" {\n");
        out.append(indent).append("  graph [label=\"").append(Escape.dot(Escape.shortened(Escape.caption(inner))));
        out.append("\", style=\"rounded\", color=\"")
                .append(Palette.CONTROL.stroke())
                .append("\"];\n");
        nodes(inner.graph(), prefix, indent + "  ");
        if (inner.graph().nodes().isEmpty()) {
            out.append(indent)
                    .append("  ")
                    .append(prefix)
                    .append("0 [label=\"empty\", shape=plaintext, style=\"\"];\n");
        }
        out.append(indent).append("}\n");
        out.append(indent)
                .append(node)
                .append(" -> ")
                .append(prefix)
                .append("0 [lhead=")
                .append(cluster);
        out.append(", style=dashed, label=\"").append(inner.role()).append("\"];\n");
    }
}
