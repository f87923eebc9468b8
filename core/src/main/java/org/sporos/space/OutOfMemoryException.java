package org.sporos.space;

import org.sporos.error.Coded;

/**
 * Thrown when a view or an executable does not fit into a memory space; the message names it, and the requested, used
 * and free bytes.
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

    /** Creates an exception for a view, with a message without the code. */
    public OutOfMemoryException(String what) {
        this("S208", what);
    }

    /** Creates an exception with a code and a message without it. */
    public OutOfMemoryException(String code, String what) {
        super(code + ": " + what);
        this.code = code;
    }

    @Override
    public String code() {
        return code;
    }
}
