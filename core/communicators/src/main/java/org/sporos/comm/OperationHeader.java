package org.sporos.comm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sporos.internal.error.Labels;

/**
 * The header of each message, which describes the sender's operation. Ranks that run the same graphs in the same order
 * have equal headers; a mismatch is an error, so that elements never reach the wrong node.
 *
 * @param sequence the number of the operation, from 0
 * @param signature a hash of kind, label and number of elements
 * @param label the label of the node, truncated
 */
record OperationHeader(long sequence, long signature, String label) {
    static final int BYTES = 64;
    private static final int MOST_LABEL = BYTES - 20;

    /** Returns the header of an operation. */
    static OperationHeader of(long sequence, String kind, String label, int elements) {
        long signature = 1125899906842597L;
        for (char c : String.join(" ", kind, Integer.toString(elements), label).toCharArray()) {
            signature = 31 * signature + c;
        }
        return new OperationHeader(sequence, signature, label);
    }

    void put(ByteBuffer into) {
        byte[] all = label.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = all.length <= MOST_LABEL ? all : Arrays.copyOf(all, MOST_LABEL);
        ByteBuffer to = into.duplicate().order(into.order());
        to.putLong(sequence).putLong(signature).putInt(bytes.length).put(bytes);
    }

    static OperationHeader get(ByteBuffer from) {
        ByteBuffer at = from.duplicate().order(from.order());
        long sequence = at.getLong();
        long signature = at.getLong();
        byte[] bytes = new byte[Math.max(0, Math.min(at.getInt(), MOST_LABEL))];
        at.get(bytes);
        return new OperationHeader(sequence, signature, new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns whether another rank's operation is the same. */
    boolean fits(OperationHeader other) {
        return sequence == other.sequence && signature == other.signature;
    }

    @Override
    public String toString() {
        return "operation " + sequence + ", node " + Labels.quoted(label);
    }
}
