package org.sporos.comm;

import java.nio.ByteBuffer;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;

/**
 * The operations of a message-passing library for a {@link Communicator}. For providers.
 *
 * <p>Buffers are direct, in the byte order of the machine, and used from their position to their limit; both sides of a
 * message agree on its size. The operations return at once, fail with an {@link IllegalStateException} with the
 * library's error text, and are called by one thread at a time, not always the same one. Messages between two ranks
 * arrive in order.
 */
public interface Transport {

    /** Returns the number of this process, from 0. */
    int rank();

    /** Returns the number of processes. */
    int size();

    /**
     * Returns the transport among the processes with the same colour, ordered by key, then by rank. Blocks; called by
     * all processes.
     */
    Transport split(int color, int key);

    /** Starts a send to a rank. Tags are 0 and 1. */
    PendingTransfer send(int to, int tag, ByteBuffer message);

    /** Starts a receive from a rank. A message longer than the buffer is an error. */
    PendingTransfer receive(int from, int tag, ByteBuffer into);

    /** Starts an all-gather in the order of ranks. */
    PendingTransfer allGather(ByteBuffer own, ByteBuffer all);

    /** Starts a broadcast. */
    PendingTransfer broadcast(int root, ByteBuffer data);

    /** Starts an all-reduce in place, in the library's order. */
    PendingTransfer allReduce(ReductionOp op, ElementType type, ByteBuffer data);

    /** Closes the transport: all messages have arrived, and all processes call it. */
    void close();

    /** Kills all processes of the job, including this one. */
    void abort();
}
