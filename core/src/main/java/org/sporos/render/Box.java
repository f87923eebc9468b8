package org.sporos.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;

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
