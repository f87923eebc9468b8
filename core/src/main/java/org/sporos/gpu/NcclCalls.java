package org.sporos.gpu;

import org.sporos.space.Availability;

/**
 * The native calls of NCCL on one device; RCCL has the same names. Handles and addresses are longs; results are
 * statuses of NCCL, 0 for success. The device of the space is current on the calling thread.
 */
public interface NcclCalls {
    /** The length of a {@code ncclUniqueId}. */
    int UNIQUE_ID_BYTES = 128;

    /** Returns whether the library is available, with its version or the reason. Loads it at the first call. */
    Availability probe();

    /** Returns the version, such as 2.28.3, for a number of the library, such as 22803. */
    static String version(int number) {
        return number / 10_000 + "." + number / 100 % 100 + "." + number % 100;
    }

    /** Returns the bus address of the device, which is unique on its machine. */
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

    /** Combines the elements of all ranks, and leaves each rank its part of {@code count} elements. */
    int reduceScatter(long all, long own, long count, int type, int operator, long group, long stream);

    /** Sends bytes to a rank. */
    int send(long address, long bytes, int to, long group, long stream);

    /** Receives bytes from a rank. */
    int receive(long address, long bytes, int from, long group, long stream);

    /** Begins a group of concurrent calls. */
    int beginTogether();

    /** Executes the calls since {@link #beginTogether}. */
    int endTogether();

    /** Returns the status of the group in {@code status[0]}. */
    int asyncError(int[] status, long group);

    /** Aborts a group, including calls in flight. */
    int abort(long group);

    /** Ends a group whose calls are complete. */
    int leave(long group);
}
