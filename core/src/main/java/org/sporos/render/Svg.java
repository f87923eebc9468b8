package org.sporos.render;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;

/**
 * A graph as an SVG picture, laid out without any other program: rows by the longest path from the root. Nested graphs
 * and the bodies of conditional nodes are drawn inside of their node, each at its first occurrence. Takes time n log n
 * in nodes and edges.
 *
 * <pre>{@code
 * Files.writeString(Path.of("step.svg"), Svg.of(graph));
 * }</pre>
 */
public final class Svg {
    private static final int MARGIN = 20;
    private static final int TITLE = 30;
    private static final List<String> STYLE = List.of(
            "svg{background:#fff;font-family:Helvetica,Arial,sans-serif;text-anchor:middle}",
            "path{fill:none;stroke:#94a3b8;stroke-width:1.3}",
            "rect{stroke-width:1.3}",
            ".t,.l{font-size:12px;font-weight:600;fill:#0f172a}",
            ".w{font-size:10.5px;fill:#475569}",
            ".p{fill:#fff;stroke:#d8b4fe;stroke-dasharray:4 3}");

    private final StringBuilder out = new StringBuilder();

    private Svg() {}

    /** Returns the text of an {@code .svg} file. */
    public static String of(Graph graph) {
        return of(graph, node -> "");
    }

    /**
     * Returns the picture with notes on some nodes, after their work.
     *
     * @param notes the note of a node, or the empty string
     */
    public static String of(Graph graph, Function<Node, String> notes) {
        Set<Graph> drawn = Sets.newIdentityHashSet();
        drawn.add(graph);
        Layers layers = Layers.of(graph, drawn, notes);
        Svg svg = new Svg();
        svg.begin(graph, layers);
        svg.group(MARGIN, MARGIN + TITLE);
        svg.layers(layers);
        return svg.out.append("</g>\n</svg>\n").toString();
    }

    private void begin(Graph graph, Layers layers) {
        String title = Escape.shortened(graph.label());
        int width = Math.max(layers.width(), 8 * title.length()) + 2 * MARGIN;
        int height = layers.height() + TITLE + 2 * MARGIN;
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width)
                .append("\" height=\"");
        out.append(height)
                .append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\">\n");
        out.append("<title>").append(Escape.xml(title)).append("</title>\n<style>\n");
        STYLE.forEach(line -> out.append(line).append('\n'));
        for (Palette colour : Palette.values()) {
            out.append('.').append(colour.css()).append("{fill:").append(colour.fill());
            out.append(";stroke:").append(colour.stroke()).append("}\n");
        }
        out.append(Palette.DARK);
        out.append("</style>\n<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\"");
        out.append(
                " markerHeight=\"6\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" style=\"fill:#94a3b8;stroke:none\"/>");
        out.append("</marker></defs>\n");
        text("t", (width + 1) / 2, MARGIN + 12, title);
    }

    private void group(int x, int y) {
        out.append("<g transform=\"translate(").append(x).append(' ').append(y).append(")\">\n");
    }

    private void layers(Layers layers) {
        for (int node = 0; node < layers.boxes().length; node++) {
            edges(layers, node);
        }
        for (int node = 0; node < layers.boxes().length; node++) {
            box(layers.boxes()[node], layers.x(node), layers.top(node));
        }
    }

    private void edges(Layers layers, int node) {
        Links down = layers.mesh().down();
        for (int k = down.first(node); k < down.first(node + 1); k++) {
            int item = node;
            int next = down.to(k);
            out.append("<path d=\"M").append(layers.x(node)).append(' ').append(layers.bottom(node));
            curve(layers, item, next);
            while (layers.mesh().isBend(next)) {
                if (layers.bottom(next) > layers.top(next)) {
                    out.append('V').append(layers.bottom(next));
                }
                item = next;
                next = down.to(down.first(item));
                curve(layers, item, next);
            }
            out.append("\" marker-end=\"url(#a)\"/>\n");
        }
    }

    /** Continues to an item: straight if it is below, else in a curve with vertical ends. */
    private void curve(Layers layers, int from, int to) {
        int x0 = layers.x(from);
        int y0 = layers.bottom(from);
        int x1 = layers.x(to);
        int y1 = layers.top(to);
        if (x0 == x1) {
            out.append('V').append(y1);
        } else {
            int middle = (y0 + y1) / 2;
            out.append('C')
                    .append(x0)
                    .append(' ')
                    .append(middle)
                    .append(' ')
                    .append(x1)
                    .append(' ')
                    .append(middle);
            out.append(' ').append(x1).append(' ').append(y1);
        }
    }

    private void box(Layers.Box box, int x, int top) {
        int left = x - box.width() / 2;
        out.append("<rect class=\"")
                .append(box.colour().css())
                .append("\" x=\"")
                .append(left)
                .append("\" y=\"");
        out.append(top)
                .append("\" width=\"")
                .append(box.width())
                .append("\" height=\"")
                .append(box.height());
        out.append("\" rx=\"").append(box.label() == null ? box.width() / 2 : 6).append("\"/>\n");
        if (box.label() != null) {
            text("l", x, top + Layers.Box.TEXT_TOP, box.label());
            text("w", x, top + Layers.Box.TEXT_TOP + Layers.Box.LINE, box.work());
        }
        for (Layers.Box.Panel panel : box.panels()) {
            panel(panel, left + panel.x(), top + panel.y());
        }
    }

    private void panel(Layers.Box.Panel panel, int x, int y) {
        out.append("<rect class=\"p\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y)
                .append("\" width=\"");
        out.append(panel.width()).append("\" height=\"").append(panel.height()).append("\" rx=\"4\"/>\n");
        text("w", x + panel.width() / 2, y + Layers.Box.LINE, panel.caption());
        group(x + (panel.width() - panel.layers().width()) / 2, y + Layers.Box.Panel.CAPTION);
        layers(panel.layers());
        out.append("</g>\n");
    }

    private void text(String style, int x, int y, String text) {
        out.append("<text class=\"")
                .append(style)
                .append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y);
        out.append("\">").append(Escape.xml(text)).append("</text>\n");
    }
}
