package org.sporos.internal.run;

import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;

/**
 * The debug mode, enabled by the system property {@code sporos.debug}: with {@code true} host spaces call lambdas
 * directly, so that a debugger stops in them, and kernels print; with {@code print} kernels only print. Stateless.
 */
public final class DebugMode {
    private static final String PROPERTY = "sporos.debug";
    private static final String LINES = "sporos.debug.lines";
    private static final int DEFAULT_LINES = 1000;
    private static final int MOST_LINES = 1_000_000;

    private DebugMode() {}

    /**
     * Returns whether host spaces call lambdas directly by default.
     *
     * @throws IllegalArgumentException with the code S260 if the property has an unknown value
     */
    public static boolean callsLambdas() {
        return value().equals("true");
    }

    /**
     * Returns whether newly lifted kernels print.
     *
     * @throws IllegalArgumentException with the code S260 if the property has an unknown value
     */
    public static boolean prints() {
        return !value().equals("false");
    }

    private static String value() {
        String value = System.getProperty(PROPERTY, "");
        return switch (value) {
            case "" -> "false";
            case "true", "print", "false" -> value;
            default ->
                throw new CodedArgumentException(
                        "S260",
                        "the property " + PROPERTY + " is " + Labels.quoted(value)
                                + "; write true for breakpoints in lambdas and prints of kernels, print for prints alone,"
                                + " or false");
        };
    }

    /**
     * Returns the largest number of lines kept per run.
     *
     * @throws IllegalArgumentException with the code S261 if the property is not a number from 1 to a million
     */
    public static int lines() {
        String value = System.getProperty(LINES, "");
        if (value.isEmpty()) {
            return DEFAULT_LINES;
        }
        if (value.matches("[0-9]{1,8}")) {
            int lines = Integer.parseInt(value);
            if (lines >= 1 && lines <= MOST_LINES) {
                return lines;
            }
        }
        throw new CodedArgumentException(
                "S261",
                "the property " + LINES + " is " + Labels.quoted(value) + "; give a number from 1 to " + MOST_LINES);
    }
}
