package org.sporos.internal.base;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads what user code threw. Its methods may be a user's own and throw as well: that hides nothing and ends no thread.
 */
public final class ThrownText {
    private static final StackTraceElement[] NO_STACK = {};

    private ThrownText() {}

    /** Returns the class and the message, such as {@code IllegalStateException: disk is full}. */
    public static String of(Throwable thrown) {
        String message = message(thrown);
        return name(thrown) + (message == null ? "" : ": " + message);
    }

    /** Returns the name of the class, without its package unless it has no other. */
    public static String name(Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        return name.isEmpty() ? thrown.getClass().getName() : name;
    }

    /** Returns the message, or what its getMessage() throws; null if there is none. */
    public static @Nullable String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable broken) {
            return "(its getMessage() throws " + name(broken) + ")";
        }
    }

    /** Returns the stack trace without what is null in it, empty if it cannot be read. */
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
