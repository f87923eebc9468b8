package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Required;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/** The transport of a single rank, which sends to itself only. */
final class SingleTransport implements Transport {
    private static final PendingTransfer DONE = () -> true;

    private final Map<Integer, Queue<ByteBuffer>> sent = new ConcurrentHashMap<>();

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public Transport split(int color, int key) {
        return new SingleTransport();
    }

    @Override
    public PendingTransfer send(int to, int tag, ByteBuffer message) {
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
        messages(tag).add(copy.flip());
        return DONE;
    }

    @Override
    public PendingTransfer receive(int from, int tag, ByteBuffer into) {
        return () -> {
            ByteBuffer message = messages(tag).poll();
            if (message == null) {
                return false;
            }
            if (message.remaining() > into.remaining()) {
                throw new CodedStateException(
                        "C409", "a message of " + message.remaining() + " bytes for a buffer of " + into.remaining());
            }
            into.duplicate().put(message);
            return true;
        };
    }

    private Queue<ByteBuffer> messages(int tag) {
        return Required.internal(sent.computeIfAbsent(tag, any -> new ArrayDeque<>()), "the queue of a tag");
    }

    @Override
    public PendingTransfer allGather(ByteBuffer own, ByteBuffer all) {
        all.duplicate().put(own.duplicate());
        return DONE;
    }

    @Override
    public PendingTransfer broadcast(int root, ByteBuffer data) {
        return DONE;
    }

    @Override
    public PendingTransfer allReduce(ReductionOp op, ElementType type, ByteBuffer data) {
        return DONE;
    }

    @Override
    public void close() {}

    /** No effect: the job is this process alone, and its user receives the failure. */
    @Override
    public void abort() {}
}
