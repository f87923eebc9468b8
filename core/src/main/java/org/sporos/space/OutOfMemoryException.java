package org.sporos.space;

import org.sporos.error.Coded;

/**
 * Thrown when a memory space has no room for a view; the message names the view and the bytes wanted, used and free.
 *
 * <pre>{@code
 * DoubleView big;
 * try {
 *     big = DoubleView.of("big", space, 1L << 36);
 * } catch (OutOfMemoryException e) {
 *     System.err.println(e.getMessage());
 *     big = DoubleView.of("small", space, 1L << 20);
 * }
 * }</pre>
 */
public final class OutOfMemoryException extends RuntimeException implements Coded {
    private static final String CODE = "S208";
    private static final long serialVersionUID = 1L;

    /** Makes it with a message without the code. */
    public OutOfMemoryException(String what) {
        super(CODE + ": " + what);
    }

    @Override
    public String code() {
        return CODE;
    }
}
