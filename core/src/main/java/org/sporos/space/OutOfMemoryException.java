package org.sporos.space;

import org.sporos.error.Coded;

/**
 * Thrown when a memory space has no room for a view or an executable; the message names it, and the bytes wanted, used
 * and free.
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
    private static final long serialVersionUID = 1L;

    private final String code;

    /** Makes it for a view, with a message without the code. */
    public OutOfMemoryException(String what) {
        this("S208", what);
    }

    /** Makes it with a code and a message without it. */
    public OutOfMemoryException(String code, String what) {
        super(code + ": " + what);
        this.code = code;
    }

    @Override
    public String code() {
        return code;
    }
}
