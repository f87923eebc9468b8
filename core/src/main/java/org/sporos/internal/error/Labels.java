package org.sporos.internal.error;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The display of labels in messages, logs, explanations and pictures. A label is an arbitrary string: unescaped, a line
 * break in it could forge a log line, an escape sequence could rewrite a terminal, and a long label could fill a disk.
 *
 * <p>Control and format characters (line and paragraph separators, direction marks and unpaired surrogates among them)
 * are escaped as in Java source, and a label of more than {@value #MAX_LENGTH} characters is truncated.
 */
public final class Labels {
    /** The most displayed characters of a label. */
    public static final int MAX_LENGTH = 120;

    private Labels() {}

    /** Returns a label in quotes, for messages: {@code 'left'}. */
    public static String quoted(@Nullable String label) {
        return "'" + shown(String.valueOf(label)) + "'";
    }

    /** Returns a label without quotes, on one line and truncated. */
    public static String shown(String label) {
        if (label.length() <= MAX_LENGTH) {
            return escaped(label);
        }
        int cut = Character.isHighSurrogate(label.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return escaped(label.substring(0, cut)) + "... (" + label.length() + " characters)";
    }

    /** Returns a path in quotes, untruncated. */
    public static String path(Path path) {
        return "'" + escaped(path.toString()) + "'";
    }

    private static String escaped(String label) {
        if (label.codePoints().noneMatch(Labels::isUnsafe)) {
            return label;
        }
        StringBuilder out = new StringBuilder(label.length() + 16);
        label.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    /** Returns whether a character is invisible, or affects the display or the line breaks of the text around it. */
    public static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static void append(StringBuilder out, int c) {
        if (!isUnsafe(c)) {
            out.appendCodePoint(c);
            return;
        }
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) unit));
                }
            }
        }
    }
}
