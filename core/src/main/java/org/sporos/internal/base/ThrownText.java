package org.sporos.internal.base;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Safe access to exceptions of user code. Their methods may throw as well, which must neither hide the exception nor
 * end a thread.
 */
public final class ThrownText {
    private static final StackTraceElement[] NO_STACK = {};

    private ThrownText() {}

    /** Returns the class and the message, such as {@code IllegalStateException: disk is full}. */
    public static String of(Throwable thrown) {
        String message = message(thrown);
        return name(thrown) + (message == null ? "" : ": " + message);
    }

    /** Returns the simple name of the class, or the full name if there is none. */
    public static String name(Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        return name.isEmpty() ? thrown.getClass().getName() : name;
    }

    /** Returns the message, or the exception of getMessage() as text; null if there is none. */
    public static @Nullable String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable broken) {
            return "(its getMessage() throws " + name(broken) + ")";
        }
    }

    /** Returns the stack trace without null elements, empty if it cannot be read. */
    public static StackTraceElement[] stack(Throwable thrown) {
        try {
            StackTraceElement[] stack = thrown.getStackTrace();
            return stack == null
                    ? NO_STACK
                    : Arrays.stream(stack).filter(Objects::nonNull).toArray(StackTraceElement[]::new);
        } catch (Throwable broken) {
            return NO_STACK;
        }
    }
}
