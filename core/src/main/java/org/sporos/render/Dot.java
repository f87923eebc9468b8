package org.sporos.render;

import org.sporos.graph.Graph;

/**
 * A graph in the DOT language of Graphviz. Nodes are in the order of definition; nested graphs and the bodies of
 * conditional nodes are clusters, each drawn at its first occurrence. Takes time linear in nodes and edges.
 *
 * <pre>{@code
 * Files.writeString(Path.of("step.dot"), Dot.of(graph));
 * }</pre>
 */
public final class Dot {
    private static final String COLOURS = "color=\"%4$s\", fillcolor=\"%5$s\"];";
    private static final String FRAME = "subgraph cluster%1$d {\n  graph [label=\"%2$s\", style=\"rounded";
    private static final Flowchart.Language LANGUAGE = new Flowchart.Language(
            Escape::dot,
            "%1$s [label=\"%2$s\\n%3$s\", " + COLOURS,
            "%1$s [shape=point, width=0.12, tooltip=\"whenAll\", " + COLOURS,
            "%s -> %s;",
            FRAME + ",dashed\", color=\"#94a3b8\"];",
            FRAME + "\", color=\"" + Palette.CONTROL.stroke() + "\"];",
            "%s;",
            "%s [label=\"empty\", shape=plaintext, style=\"\"];",
            "}",
            "%1$s -> c%2$dn0 [lhead=cluster%2$d, style=dashed, label=\"%3$s\"];");

    private Dot() {}

    /** Returns the text of a {@code .dot} file. */
    public static String of(Graph graph) {
        String label = Escape.dot(Escape.shortened(graph.label()));
        StringBuilder out = new StringBuilder("digraph \"").append(label).append("\" {\n");
        out.append("  graph [label=\"")
                .append(label)
                .append("\", labelloc=t, compound=true, fontname=\"Helvetica\"];\n");
        out.append("  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n");
        out.append("  edge [color=\"#475569\", fontname=\"Helvetica\", fontsize=10];\n");
        Flowchart.write(graph, LANGUAGE, out);
        return out.append("}\n").toString();
    }
}
