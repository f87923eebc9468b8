package org.sporos.internal.error;

import org.sporos.error.CodedArgumentException;

/** The refusal of a stream of another space, in the same words on all backends. */
public final class ForeignStream {
    private ForeignStream() {}

    /**
     * Returns the failure.
     *
     * @param stream the label of the stream
     * @param owner the name of its space
     * @param space the name of the executable's space, which may be the same
     */
    public static CodedArgumentException refusal(String stream, String owner, String space) {
        String ours = owner.equals(space) ? "another space of that name" : "the space " + Labels.quoted(space);
        return new CodedArgumentException(
                "S218",
                "stream " + Labels.quoted(stream) + " belongs to space " + Labels.quoted(owner)
                        + " and the executable to " + ours + "; make a stream with stream() of that one");
    }
}
