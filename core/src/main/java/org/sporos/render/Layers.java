package org.sporos.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;

/**
 * The layout of a graph: rows by the distance from the root, with orders and positions that keep edges short. The
 * method is that of Sugiyama, Tagawa and Toda (1981): layers, bends of edges that cross a layer, barycentres for the
 * order; positions within a row are the least-squares ones that preserve the order.
 */
final class Layers {
    private static final int GAP = 26;
    private static final int ROW_GAP = 34;
    private static final int SWEEPS = 4;

    private final Box[] boxes;
    private final Mesh mesh;
    private final int[] x;
    private final int[] rowTop;
    private final int[] rowHeight;
    private int width;
    private int height;

    private Layers(Box[] boxes, Mesh mesh) {
        this.boxes = boxes;
        this.mesh = mesh;
        this.x = new int[mesh.size()];
        this.rowTop = new int[mesh.rows().length];
        this.rowHeight = new int[mesh.rows().length];
    }

    /**
     * Computes the layout of a graph and its nested graphs. Takes time n log n in nodes and edges; recurses only into
     * nesting.
     */
    static Layers of(Graph graph, Set<Graph> drawn, Function<Node, String> notes) {
        Box[] boxes = new Box[graph.nodes().size()];
        for (Node node : graph.nodes()) {
            boxes[node.id()] = Box.of(node, drawn, notes);
        }
        Layers layers = new Layers(boxes, Mesh.of(graph));
        layers.order();
        layers.across();
        layers.down();
        return layers;
    }

    private void order() {
        int last = mesh.rows().length - 1;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean downward = sweep % 2 == 0;
            for (int k = 0; k <= last; k++) {
                mesh.sortRow(downward ? k : last - k, downward);
            }
        }
    }

    private void across() {
        double[] centre = new double[mesh.size()];
        for (int[] row : mesh.rows()) {
            double at = 0;
            for (int item : row) {
                centre[item] = at + halfWidth(item);
                at += 2 * halfWidth(item) + GAP;
            }
            for (int item : row) {
                centre[item] -= at / 2;
            }
        }
        int last = mesh.rows().length - 1;
        for (int sweep = 0; sweep < 2 * SWEEPS + 1; sweep++) {
            boolean downward = sweep % 2 == 0;
            for (int k = 0; k <= last; k++) {
                settle(mesh.rows()[downward ? k : last - k], centre, downward);
            }
        }
        toPixels(centre);
    }

    /** Moves each item of a row as close as the others permit to the mean of its neighbours in the adjacent row. */
    private void settle(int[] row, double[] centre, boolean downward) {
        double[] wanted = new double[row.length];
        double[] apart = new double[row.length];
        for (int i = 0; i < row.length; i++) {
            apart[i] = i == 0 ? 0 : apart[i - 1] + halfWidth(row[i - 1]) + GAP + halfWidth(row[i]);
            wanted[i] = mesh.meanOfNeighbours(row[i], centre, downward) - apart[i];
        }
        fit(wanted);
        for (int i = 0; i < row.length; i++) {
            centre[row[i]] = wanted[i] + apart[i];
        }
    }

    private void toPixels(double[] centre) {
        double left = Double.MAX_VALUE;
        double right = 0;
        for (int item = 0; item < centre.length; item++) {
            left = Math.min(left, centre[item] - halfWidth(item));
        }
        for (int item = 0; item < centre.length; item++) {
            x[item] = (int) Math.round(centre[item] - left);
            right = Math.max(right, x[item] + halfWidth(item));
        }
        width = (int) Math.ceil(right);
    }

    private void down() {
        int y = 0;
        for (int row = 0; row < rowTop.length; row++) {
            for (int item : mesh.rows()[row]) {
                rowHeight[row] = Math.max(rowHeight[row], item < boxes.length ? boxes[item].height() : 0);
            }
            rowTop[row] = y;
            y += rowHeight[row] + ROW_GAP;
        }
        height = Math.max(0, y - ROW_GAP);
    }

    private double halfWidth(int item) {
        return item < boxes.length ? boxes[item].width() / 2.0 : 0;
    }

    Box[] boxes() {
        return boxes;
    }

    Mesh mesh() {
        return mesh;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** Returns the horizontal centre of an item. */
    int x(int item) {
        return x[item];
    }

    /** Returns the top of an item: boxes are centred in their row, bends as high as it. */
    int top(int item) {
        int row = mesh.row(item);
        return item < boxes.length ? rowTop[row] + (rowHeight[row] - boxes[item].height()) / 2 : rowTop[row];
    }

    /** Returns the bottom of an item. */
    int bottom(int item) {
        int row = mesh.row(item);
        return item < boxes.length ? top(item) + boxes[item].height() : rowTop[row] + rowHeight[row];
    }

    @Override
    public String toString() {
        return width + "x" + height + " " + Arrays.toString(x);
    }

    /**
     * Replaces the values by their least-squares non-decreasing fit. Linear.
     *
     * <p>Source: isotonic regression by pooling adjacent violators (Ayer and others, 1955).
     */
    private static void fit(double[] values) {
        double[] mean = new double[values.length];
        int[] count = new int[values.length];
        int pools = 0;
        for (double value : values) {
            mean[pools] = value;
            count[pools++] = 1;
            while (pools > 1 && mean[pools - 2] > mean[pools - 1]) {
                int both = count[pools - 2] + count[pools - 1];
                mean[pools - 2] = (mean[pools - 2] * count[pools - 2] + mean[pools - 1] * count[pools - 1]) / both;
                count[pools - 2] = both;
                pools--;
            }
        }
        int at = 0;
        for (int pool = 0; pool < pools; pool++) {
            for (int i = 0; i < count[pool]; i++) {
                values[at++] = mean[pool];
            }
        }
    }

    /**
     * The drawing of a node: its size, its two lines of text, and its nested pictures. Lengths are in pixels.
     *
     * @param label the first line, or null for a join, which is a dot
     * @param work the second line, which ends with the note
     * @param panels the nested graphs, side by side below the text
     */
    record Box(Palette colour, @Nullable String label, String work, int width, int height, List<Panel> panels) {
        static final int TEXT_TOP = 17;
        static final int LINE = 14;

        private static final int TEXT_HEIGHT = 40;
        private static final int PADDING = 12;
        private static final int DOT = 10;
        private static final double LABEL_CHARACTER = 7.3;
        private static final double WORK_CHARACTER = 5.9;

        /**
         * A graph inside of a box.
         *
         * @param x its left side, relative to the box
         * @param y its top, relative to the box
         */
        record Panel(String caption, Layers layers, int x, int y) {
            static final int CAPTION = 20;
            static final int MARGIN = 12;

            int width() {
                return Math.max(layers.width(), textWidth(caption, WORK_CHARACTER)) + 2 * MARGIN;
            }

            int height() {
                return layers.height() + CAPTION + MARGIN;
            }
        }

        /** Returns the box of a node; graphs that were drawn before are only named. */
        static Box of(Node node, Set<Graph> drawn, Function<Node, String> notes) {
            if (node.work().isEmpty()) {
                return new Box(Palette.JOIN, null, "", DOT, DOT, List.of());
            }
            String label = Escape.shortened(node.label());
            String note = notes.apply(node);
            String work = Escape.shortened(note.isEmpty() ? Escape.work(node) : Escape.work(node) + ": " + note);
            int text = Math.max(textWidth(label, LABEL_CHARACTER), textWidth(work, WORK_CHARACTER));
            List<Panel> panels = panels(node.work(), drawn, notes);
            int width = text + 2 * PADDING;
            int height = TEXT_HEIGHT;
            for (Panel panel : panels) {
                width = Math.max(width, panel.x() + panel.width() + PADDING);
                height = Math.max(height, TEXT_HEIGHT + panel.height() + PADDING);
            }
            return new Box(Palette.of(node.work()), label, work, width, height, panels);
        }

        private static List<Panel> panels(Work work, Set<Graph> drawn, Function<Node, String> notes) {
            List<Panel> panels = new ArrayList<>(0);
            int x = PADDING;
            for (NestedGraph inner : work.nested()) {
                if (drawn.add(inner.graph())) {
                    Panel panel = new Panel(
                            Escape.shortened(Escape.caption(inner)),
                            Layers.of(inner.graph(), drawn, notes),
                            x,
                            TEXT_HEIGHT);
                    panels.add(panel);
                    x += panel.width() + PADDING;
                }
            }
            return panels;
        }

        /** Fonts differ between viewers: an average width per character has to suffice. */
        private static int textWidth(String text, double character) {
            return (int) Math.ceil(text.codePointCount(0, text.length()) * character);
        }
    }
}
