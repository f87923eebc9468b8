package org.sporos.internal.error;

/** The failure of a third-party library, with its text. The caller reports it with a code. */
public final class LibraryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a text of the library. */
    public LibraryException(String text) {
        super(text);
    }
}
