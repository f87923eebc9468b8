package org.sporos.kernel.diskcache;

/** Thrown by who loads a compiled program that is none, or not the one that it should be. */
public final class UnusableProgramException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes it, with what the loader says. */
    public UnusableProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
