package org.sporos.error;

import org.jspecify.annotations.Nullable;

/** A call in an invalid state or context, with the code of the mistake. */
public class CodedStateException extends IllegalStateException implements Coded {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates an exception.
     *
     * @param code the code, such as {@code S203}
     * @param what the message without the code
     */
    public CodedStateException(String code, String what) {
        super(code + ": " + what);
        this.code = code;
    }

    /**
     * Creates an exception.
     *
     * @param code the code, such as {@code S217}
     * @param what the message without the code
     * @param cause the cause, or null
     */
    public CodedStateException(String code, String what, @Nullable Throwable cause) {
        super(code + ": " + what, cause);
        this.code = code;
    }

    @Override
    public final String code() {
        return code;
    }
}
