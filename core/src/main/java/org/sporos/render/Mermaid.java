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
 * A graph as a Mermaid flowchart, which many Markdown viewers draw. Nodes are in the order of definition; nested graphs
 * and the bodies of conditional nodes are subgraphs, each drawn at its first occurrence. Takes time linear in nodes and
 * edges; the viewers themselves refuse charts of more than some hundred edges.
 *
 * <pre>{@code
 * String page = "```mermaid\n" + Mermaid.of(graph) + "```";
 * }</pre>
 */
public final class Mermaid {
    private final StringBuilder out = new StringBuilder();
    private final Set<Graph> drawn = Sets.newIdentityHashSet();
    private int clusters;

    private Mermaid() {}

    /** Returns the text of a Mermaid flowchart, without a fence around it. */
    public static String of(Graph graph) {
        Mermaid mermaid = new Mermaid();
        mermaid.out.append("flowchart TB\n");
        mermaid.nodes(graph, "n", "  ");
        for (Palette colour : Palette.values()) {
            mermaid.out
                    .append("  classDef ")
                    .append(colour.css())
                    .append(" fill:")
                    .append(colour.fill());
            mermaid.out.append(",stroke:").append(colour.stroke()).append(",color:#0f172a\n");
        }
        return mermaid.out.toString();
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
                        .append(" --> ")
                        .append(name)
                        .append('\n');
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
            out.append(indent).append("subgraph c").append(++clusters).append("[\"");
            out.append(Escape.mermaid(space)).append("\"]\n");
            nodes.forEach(node -> out.append(indent)
                    .append("  ")
                    .append(prefix)
                    .append(node.id())
                    .append('\n'));
            out.append(indent).append("end\n");
        });
    }

    private void node(Node node, String name, String indent) {
        out.append(indent).append(name);
        if (node.work().isEmpty()) {
            out.append("((\" \"))");
        } else {
            String label = Escape.mermaid(Escape.shortened(node.label()));
            String work = Escape.mermaid(Escape.shortened(Escape.work(node)));
            out.append("[\"").append(label).append("<br/>").append(work).append("\"]");
        }
        out.append(":::").append(Palette.of(node.work()).css()).append('\n');
    }

    private void cluster(NestedGraph inner, String node, String indent) {
        String cluster = "c" + ++clusters;
        out.append(indent).append("subgraph ").append(cluster).append("[\"");
        out.append(Escape.mermaid(Escape.shortened(Escape.caption(inner)))).append("\"]\n");
        nodes(inner.graph(), cluster + "n", indent + "  ");
        if (inner.graph().nodes().isEmpty()) {
            out.append(indent).append("  ").append(cluster).append("n0[\"empty\"]\n");
        }
        out.append(indent).append("end\n");
        out.append(indent)
                .append(node)
                .append(" -. ")
                .append(inner.role())
                .append(" .-> ")
                .append(cluster)
                .append('\n');
    }
}
