package org.sporos.internal.error;

/** What a library of others says when it fails. Its caller reports it with a code. */
public final class LibraryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of a text of the library. */
    public LibraryException(String text) {
        super(text);
    }
}
