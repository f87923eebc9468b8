package org.sporos.kernel.diskcache;

/** Thrown if a compiled program is damaged or of another kernel. */
public final class UnusableProgramException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the message and the cause of the loader. */
    public UnusableProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
