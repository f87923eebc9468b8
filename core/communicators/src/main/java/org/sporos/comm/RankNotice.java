package org.sporos.comm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An out-of-band notice of a rank to all others about a delay, a failure or its end.
 *
 * @param rank the sender
 * @param sequence the number of its operation, from 0; -1 if it closes after a failure
 * @param signature the hash of its operation, see {@link OperationHeader}
 * @param text the label of its node, or the failure
 */
record RankNotice(Kind kind, int rank, long sequence, long signature, String text) {
    static final int BYTES = 1024;
    private static final int HEAD = 24;

    /** The kind of event. */
    enum Kind {
        /** It waits in an operation. */
        WAITING,
        /** Its device has completed a run. */
        PASSED,
        /** An operation has failed; the communicator is dead. */
        FAILED,
        /** The sender has closed the communicator; its last notice. */
        CLOSED
    }

    /** Returns whether the rank has failed. */
    boolean isFailure() {
        return kind == Kind.FAILED || sequence < 0;
    }

    /** Returns the encoded message. */
    ByteBuffer message() {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = all.length <= BYTES - HEAD ? all : Arrays.copyOf(all, BYTES - HEAD);
        ByteBuffer message = ElementBuffers.allocate(BYTES);
        message.putInt(kind.ordinal()).putInt(bytes.length).putLong(sequence).putLong(signature);
        message.put(bytes);
        return message.rewind();
    }

    /** Returns the decoded notice of a rank. */
    static RankNotice of(int rank, ByteBuffer message) {
        ByteBuffer from = message.duplicate().order(message.order()).rewind();
        Kind kind = Kind.values()[from.getInt()];
        byte[] bytes = new byte[from.getInt()];
        long sequence = from.getLong();
        long signature = from.getLong();
        from.get(bytes);
        return new RankNotice(kind, rank, sequence, signature, new String(bytes, StandardCharsets.UTF_8));
    }
}
