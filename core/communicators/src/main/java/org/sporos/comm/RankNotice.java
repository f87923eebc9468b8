package org.sporos.comm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A notice of a rank to the others beside the messages of the program, when something is late or has failed.
 *
 * @param rank the rank that tells it
 * @param sequence the number of the operation that it is at, from 0; -1 if it closes after a failure
 * @param signature what its operation is, see {@link OperationHeader}
 * @param text the label of its node, or what has failed
 */
record RankNotice(Kind kind, int rank, long sequence, long signature, String text) {
    static final int BYTES = 1024;
    private static final int HEAD = 24;

    /** The kind of event. */
    enum Kind {
        /** It waits in an operation. */
        WAITING,
        /** An operation has failed; the communicator is dead. */
        FAILED,
        /** It has closed the communicator, and says nothing more. */
        CLOSED
    }

    /** Returns whether something has failed on the rank. */
    boolean isFailure() {
        return kind == Kind.FAILED || sequence < 0;
    }

    /** Returns it as a message. */
    ByteBuffer message() {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = all.length <= BYTES - HEAD ? all : Arrays.copyOf(all, BYTES - HEAD);
        ByteBuffer message = ElementBuffers.allocate(BYTES);
        message.putInt(kind.ordinal()).putInt(bytes.length).putLong(sequence).putLong(signature);
        message.put(bytes);
        return message.rewind();
    }

    /** Returns what a rank's message says. */
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
