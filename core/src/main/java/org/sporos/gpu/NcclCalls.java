package org.sporos.gpu;

import org.sporos.space.Availability;

/**
 * The native calls of NCCL on one device; RCCL has them by the same names. Handles and addresses are longs; results are
 * statuses of NCCL, 0 for success. The device of the space is current on the calling thread.
 */
public interface NcclCalls {
    /** The length of a {@code ncclUniqueId}. */
    int UNIQUE_ID_BYTES = 128;

    /** Returns whether the library is there, with its version or what is missing. Loads it at the first call. */
    Availability probe();

    /** Returns a version, such as 2.28.3, as the library counts it: 22803. */
    static String version(int number) {
        return number / 10_000 + "." + number / 100 % 100 + "." + number % 100;
    }

    /** Returns the address of the device on its bus, which tells it from the others of the machine. */
    String busAddress();

    /** Returns the text of a status. */
    String text(int status);

    /** Makes an identity for a new group of ranks. */
    int uniqueId(byte[] id);

    /** Joins a group of ranks; returns when all have joined. */
    int join(long[] group, int size, byte[] id, int rank);

    /** Combines elements in place. */
    int allReduce(long address, long count, int type, int operator, long group, long stream);

    /** Copies bytes of a root to all. */
    int broadcast(long address, long bytes, int root, long group, long stream);

    /** Copies bytes of each rank to all. */
    int allGather(long own, long all, long bytes, long group, long stream);

    /** Combines the elements of all ranks, of which each gets its part of {@code count}. */
    int reduceScatter(long all, long own, long count, int type, int operator, long group, long stream);

    /** Sends bytes to a rank. */
    int send(long address, long bytes, int to, long group, long stream);

    /** Receives bytes from a rank. */
    int receive(long address, long bytes, int from, long group, long stream);

    /** Begins calls that are made at the same time. */
    int beginTogether();

    /** Makes the calls since {@link #beginTogether}. */
    int endTogether();

    /** Returns the status of the group in {@code status[0]}. */
    int asyncError(int[] status, long group);

    /** Ends a group at once, with the calls in flight. */
    int abort(long group);

    /** Ends a group whose calls are complete. */
    int leave(long group);
}
