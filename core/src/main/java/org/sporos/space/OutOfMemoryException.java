package org.sporos.space;

/** Thrown when a memory space has no room for a view; the message names the view and the bytes wanted, used and free. */
public final class OutOfMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes it with a message that begins with its code. */
    public OutOfMemoryException(String message) {
        super(message);
    }
}
