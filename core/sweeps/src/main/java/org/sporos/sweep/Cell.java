package org.sporos.sweep;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/** Formats values and exceptions for tables. Never throws, even if a value's methods do. */
final class Cell {
    private static final String QUOTED = "[\",\r\n]";

    private Cell() {}

    /** Returns a value as text: numbers at full precision, arrays with their elements, null as the empty string. */
    static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        try {
            if (!value.getClass().isArray()) {
                return String.valueOf(value.toString());
            }
            String elements = Arrays.deepToString(new Object[] {value});
            return elements.substring(1, elements.length() - 1);
        } catch (RuntimeException | StackOverflowError e) {
            return value.getClass().getName();
        }
    }

    /** Returns an exception in one short line. */
    static String failure(@Nullable Throwable failure) {
        return failure == null ? "" : Labels.shown(text(failure));
    }

    /** Returns whether a value is right-aligned in its column. */
    static boolean isNumber(@Nullable Object value) {
        return value instanceof Number;
    }

    /** Returns a CSV field, quoted if needed. */
    static String csv(String text) {
        boolean isPlain = text.isEmpty() || text.replaceAll(QUOTED, "").length() == text.length();
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
