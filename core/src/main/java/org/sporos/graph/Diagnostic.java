package org.sporos.graph;

import java.io.Serializable;

/**
 * One violation of a graph, with its location and its cure.
 *
 * <pre>{@code
 * for (Diagnostic warning : exec.warnings()) {
 *     System.out.println(warning.code() + ": " + warning.message() + " - " + warning.cure());
 * }
 * }</pre>
 *
 * @param code the stable code, such as {@code G102}; the docs have an anchor for each
 * @param severity whether it prevents the instantiation
 * @param message one sentence that names graph, nodes, views and lines
 * @param cure the correction, one sentence
 */
public record Diagnostic(String code, Severity severity, String message, String cure) implements Serializable {

    /** The severity of a violation. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** Returns a violation that prevents the instantiation. */
    public static Diagnostic error(String code, String message, String cure) {
        return new Diagnostic(code, Severity.ERROR, message, cure);
    }

    /** Returns a violation that may be harmless. */
    public static Diagnostic warning(String code, String message, String cure) {
        return new Diagnostic(code, Severity.WARNING, message, cure);
    }

    /** Returns the same violation as a warning. */
    public Diagnostic asWarning() {
        return new Diagnostic(code, Severity.WARNING, message, cure);
    }

    /** Returns two lines: code and message, then the cure. */
    @Override
    public String toString() {
        return code + ": " + message + "\n" + " ".repeat(code.length() + 2) + cure;
    }
}
