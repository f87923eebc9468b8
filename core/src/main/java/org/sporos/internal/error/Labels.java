package org.sporos.internal.error;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How messages, logs, explanations and pictures show a label. A label is any string that a user chose: shown as it is,
 * a line break in it could forge a line of a log, an escape sequence could rewrite a terminal, and a long one could
 * fill a disk.
 *
 * <p>Control and format characters (line and paragraph separators, direction marks and unpaired surrogates among them)
 * are escaped as in Java source, and a label of more than {@value #MAX_LENGTH} characters is cut.
 */
public final class Labels {
    /** The most characters of a label that are shown. */
    public static final int MAX_LENGTH = 120;

    private Labels() {}

    /** Returns a label in quotes, as messages show it: {@code 'left'}. */
    public static String quoted(@Nullable String label) {
        return "'" + shown(String.valueOf(label)) + "'";
    }

    /** Returns a label without quotes, on one line and of a length that can be read. */
    public static String shown(String label) {
        if (label.length() <= MAX_LENGTH) {
            return escaped(label);
        }
        int cut = Character.isHighSurrogate(label.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return escaped(label.substring(0, cut)) + "... (" + label.length() + " characters)";
    }

    /** Returns a path in quotes, whole, as it is needed whole. */
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

    /**
     * Returns whether a character is not shown itself, but changes how the text around it is shown or cut into lines.
     */
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
