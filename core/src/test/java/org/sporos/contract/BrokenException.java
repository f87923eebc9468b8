package org.sporos.contract;

import java.util.List;

/**
 * An exception of which one method throws, or returns what it should not: what a user's own class may do to a report.
 */
public final class BrokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NO_MESSAGE = "a message of null";
    private static final String NO_TEXT = "a text of null";
    private static final String NO_STACK = "a stack trace of null";
    private static final String HOLES = "a stack trace of nulls";
    private static final String CYCLE = "a cause whose cause it is";
    private static final String DEEP = "a message that exhausts the stack";

    /** The methods that throw, then what others return. */
    public static final List<String> METHODS = List.of(
            "getMessage",
            "getLocalizedMessage",
            "toString",
            "getCause",
            "getStackTrace",
            NO_MESSAGE,
            NO_TEXT,
            NO_STACK,
            HOLES,
            CYCLE,
            DEEP);

    private final String method;

    /** Makes one with a broken method. */
    public BrokenException(String method) {
        this.method = method;
    }

    /** Returns what a report says behind the name of this class. */
    public String told() {
        return switch (method) {
            case "getMessage" -> ": (its getMessage() throws IllegalStateException)";
            case DEEP -> ": (its getMessage() throws StackOverflowError)";
            case NO_MESSAGE -> "";
            default -> ": evil";
        };
    }

    private void in(String called) {
        if (called.equals(method)) {
            throw new IllegalStateException("thrown by " + called);
        }
    }

    @Override
    public String getMessage() {
        in("getMessage");
        if (method.equals(DEEP)) {
            return getMessage() + ".";
        }
        return method.equals(NO_MESSAGE) ? null : "evil";
    }

    @Override
    public String getLocalizedMessage() {
        in("getLocalizedMessage");
        return "evil";
    }

    @Override
    public String toString() {
        in("toString");
        return method.equals(NO_TEXT) ? null : "evil";
    }

    @Override
    public synchronized Throwable getCause() {
        in("getCause");
        return method.equals(CYCLE) ? new IllegalStateException("outer", this) : null;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
        in("getStackTrace");
        return switch (method) {
            case NO_STACK -> null;
            case HOLES -> new StackTraceElement[3];
            default -> super.getStackTrace();
        };
    }
}
