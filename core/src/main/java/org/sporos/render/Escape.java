package org.sporos.render;

import org.sporos.graph.NestedGraph;
import org.sporos.internal.error.Labels;

/** Text made safe for the languages of pictures. Any string may be a label. */
final class Escape {
    private static final int LONGEST = 60;

    private Escape() {}

    /** Returns text cut to a length that fits into a box. */
    static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int cut = Character.isHighSurrogate(text.charAt(LONGEST - 2)) ? LONGEST - 2 : LONGEST - 1;
        return text.substring(0, cut) + "\u2026";
    }

    /** Returns what stands between the double quotes of a DOT string. */
    static String dot(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        clean(text).forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                // Graphviz reads HTML entities in every label.
                case '&' -> out.append("&amp;");
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** Returns what stands between the double quotes of a Mermaid text. */
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

    /** Returns text for an XML element or attribute, on one line. */
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
     * Returns the code points. Those that XML cannot hold, not even escaped, and those that change how a line is shown
     * become the replacement character.
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

    /** Returns what stands above the picture of a graph inside of a node. */
    static String caption(NestedGraph nested) {
        return nested.role() + ": " + Labels.shown(nested.graph().label());
    }
}
