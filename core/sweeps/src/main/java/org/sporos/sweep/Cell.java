package org.sporos.sweep;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/** How values and exceptions are written in tables. Never throws, whatever the values of users do. */
final class Cell {
    private static final String QUOTED = "[\",\r\n]";

    private Cell() {}

    /** Returns a value as it is: numbers so that they can be read back, arrays with their elements, null as nothing. */
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

    /** Returns an exception in one line that is not long. */
    static String failure(@Nullable Throwable failure) {
        return failure == null ? "" : Labels.shown(text(failure));
    }

    /** Returns whether a text is to stand at the right of its column. */
    static boolean isNumber(@Nullable Object value) {
        return value instanceof Number;
    }

    /** Returns a field of a CSV file, in quotes where it needs them. */
    static String csv(String text) {
        boolean isPlain = text.isEmpty() || text.replaceAll(QUOTED, "").length() == text.length();
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
