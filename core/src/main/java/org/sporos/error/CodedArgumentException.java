package org.sporos.error;

/** An invalid argument, with the code of the mistake. */
public class CodedArgumentException extends IllegalArgumentException implements Coded {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates an exception.
     *
     * @param code the code, such as {@code S203}
     * @param what the message without the code
     */
    public CodedArgumentException(String code, String what) {
        super(code + ": " + what);
        this.code = code;
    }

    @Override
    public final String code() {
        return code;
    }
}
