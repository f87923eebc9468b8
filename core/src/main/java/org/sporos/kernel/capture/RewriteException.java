package org.sporos.kernel.capture;

/** Says why a body cannot be made to use other views. Never leaves the library. */
public final class RewriteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param reason a clause whose subject is the node */
    public RewriteException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns a clause whose subject is the node. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
