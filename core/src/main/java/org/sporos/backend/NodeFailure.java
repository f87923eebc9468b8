package org.sporos.backend;

import java.util.Map;
import org.sporos.graph.GraphRunException;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.RunRefusal;
import org.sporos.plan.LaunchUnit;

/** The failure of a node whose Java code has thrown an exception, in the same words on all backends. */
public final class NodeFailure {
    /** The texts by the messages of exceptions that the JVM and {@code Math} throw. */
    private static final Map<String, String> ARITHMETIC = Map.of(
            "/ by zero", "divides an integer by zero",
            "integer overflow", "overflows an int",
            "Overflow to represent absolute value of Integer.MIN_VALUE", "overflows an int",
            "long overflow", "overflows a long",
            "Overflow to represent absolute value of Long.MIN_VALUE", "overflows a long");

    private NodeFailure() {}

    /**
     * Returns the exception that a fence throws.
     *
     * @param code the code, unless the library itself has refused an operation
     * @param item the work item, as in {@code in work item 6}, or the empty string
     */
    public static GraphRunException of(String code, LaunchUnit unit, Throwable cause, String item) {
        String graph = unit.graph().label();
        if (cause instanceof RunRefusal refusal) {
            String what = "fails" + at(cause, item) + ": " + refusal.what();
            cause.setStackTrace(UserLine.stack(cause.getStackTrace()));
            return GraphRunException.of(refusal.code(), graph, unit.node(), what, cause);
        }
        return GraphRunException.of(code, graph, unit.node(), what(cause, item), cause);
    }

    private static String what(Throwable cause, String item) {
        String at = at(cause, item);
        String message = ThrownText.message(cause);
        String arithmetic = cause instanceof ArithmeticException && message != null ? ARITHMETIC.get(message) : null;
        if (arithmetic != null) {
            return arithmetic + at;
        }
        return "throws " + ThrownText.name(cause) + at + (message == null ? "" : ": " + message);
    }

    private static String at(Throwable cause, String item) {
        String line = UserLine.of(ThrownText.stack(cause));
        String where = line == null ? "" : " at " + line;
        return item.isEmpty() ? where : where + " " + item;
    }
}
