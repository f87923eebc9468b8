package org.sporos.run;

import org.sporos.error.CodedArgumentException;
import org.sporos.error.Labels;

/**
 * The debug mode, which the system property {@code sporos.debug} turns on: host spaces call lambdas as they are, so that
 * a debugger stops in them. Stateless.
 */
public final class DebugMode {
    private static final String PROPERTY = "sporos.debug";

    private DebugMode() {}

    /**
     * Returns whether host spaces call lambdas as they are where nobody chooses another code.
     *
     * @throws IllegalArgumentException with the code S260 if the property has a value that it does not know
     */
    public static boolean callsLambdas() {
        String value = System.getProperty(PROPERTY, "");
        return switch (value) {
            case "true" -> true;
            case "false", "" -> false;
            default ->
                throw new CodedArgumentException(
                        "S260",
                        "the property " + PROPERTY + " is " + Labels.quoted(value)
                                + "; write true for breakpoints in lambdas, or false");
        };
    }
}
