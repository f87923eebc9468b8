package org.sporos.render;

import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;

/** Escaping of text for the languages of pictures. Any string may be a label. */
final class Escape {
    private static final int LONGEST = 60;

    private Escape() {}

    /** Returns the work of a node, with the space that it names. */
    static String work(Node node) {
        String space = node.spaceName();
        return node.work() + (space.isEmpty() ? "" : " on " + space);
    }

    /** Returns text truncated to fit into a box. */
    static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int cut = Character.isHighSurrogate(text.charAt(LONGEST - 2)) ? LONGEST - 2 : LONGEST - 1;
        return text.substring(0, cut) + "\u2026";
    }

    /** Escapes the content of a quoted DOT string. */
    static String dot(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        clean(text).forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                // Graphviz expands HTML entities in every label.
                case '&' -> out.append("&amp;");
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** Escapes the content of a quoted Mermaid text. */
    static String mermaid(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        clean(text).forEach(c -> {
            switch (c) {
                case '\n' -> out.append("<br/>");
                case '"', '#', '&', '<', '>', '`', '\\' ->
                    out.append('#').append(c).append(';');
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** Escapes text for an XML element or attribute, on one line. */
    static String xml(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        clean(text).forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n' -> out.append(' ');
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /**
     * Returns the code points. Those invalid in XML, even escaped, and those that affect the display of a line become
     * the replacement character.
     */
    private static java.util.stream.IntStream clean(String text) {
        return text.replace("\r\n", "\n").codePoints().map(Escape::clean);
    }

    private static int clean(int c) {
        if (c == '\r') {
            return '\n';
        }
        if (c == '\t') {
            return ' ';
        }
        boolean broken = c == 0xfffe || c == 0xffff;
        return c != '\n' && Labels.isUnsafe(c) || broken ? 0xfffd : c;
    }

    /** Returns the caption of a nested graph. */
    static String caption(NestedGraph nested) {
        return nested.role() + ": " + Labels.shown(nested.graph().label());
    }
}
