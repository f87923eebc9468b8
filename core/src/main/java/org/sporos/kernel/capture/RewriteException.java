package org.sporos.kernel.capture;

/** Thrown if a body cannot be cloned with other views. Internal to the library. */
public final class RewriteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param reason a predicate of the node */
    public RewriteException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns the reason, a predicate of the node. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
