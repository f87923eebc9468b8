package org.sporos.render;

import org.sporos.graph.Graph;

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
    private static final String FRAME = "subgraph c%d[\"%s\"]";
    private static final Flowchart.Language LANGUAGE = new Flowchart.Language(
            Escape::mermaid,
            "%1$s[\"%2$s<br/>%3$s\"]:::%6$s",
            "%1$s((\" \")):::%6$s",
            "%s --> %s",
            FRAME,
            FRAME,
            "%s",
            "%s[\"empty\"]",
            "end",
            "%1$s -. %3$s .-> c%2$d");

    private Mermaid() {}

    /** Returns the text of a Mermaid flowchart, without a fence around it. */
    public static String of(Graph graph) {
        StringBuilder out = new StringBuilder("flowchart TB\n");
        Flowchart.write(graph, LANGUAGE, out);
        for (Palette colour : Palette.values()) {
            out.append("  classDef ").append(colour.css()).append(" fill:").append(colour.fill());
            out.append(",stroke:").append(colour.stroke()).append(",color:#0f172a\n");
        }
        return out.toString();
    }
}
