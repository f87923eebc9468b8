package org.sporos.contract;

import java.util.List;

/** An exception of which one method throws: what a user's own class may do to those who report it. */
public final class BrokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NULL_STACK = "null";

    /** The methods that can be broken; the last stands for a stack trace of null. */
    public static final List<String> METHODS =
            List.of("getMessage", "getLocalizedMessage", "toString", "getCause", "getStackTrace", NULL_STACK);

    private final String method;

    /** Makes one with a broken method. */
    public BrokenException(String method) {
        this.method = method;
    }

    /** Returns its broken method. */
    public String method() {
        return method;
    }

    private void in(String called) {
        if (called.equals(method)) {
            throw new IllegalStateException("thrown by " + called);
        }
    }

    @Override
    public String getMessage() {
        in("getMessage");
        return "evil";
    }

    @Override
    public String getLocalizedMessage() {
        in("getLocalizedMessage");
        return "evil";
    }

    @Override
    public String toString() {
        in("toString");
        return "evil";
    }

    @Override
    public synchronized Throwable getCause() {
        in("getCause");
        return null;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
        in("getStackTrace");
        return NULL_STACK.equals(method) ? null : super.getStackTrace();
    }
}
