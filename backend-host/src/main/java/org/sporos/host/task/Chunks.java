package org.sporos.host.task;

import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/**
 * The positions {@code [0, size)} cut into chunks of one length, the last of which may be shorter. A size of 0 has one
 * empty chunk.
 */
record Chunks(long size, long length, int count) {
    /** The most chunks: each has a cost, also in the scheduler's tables. */
    static final int MOST = 1 << 16;

    /** The number of chunks per thread that balances differences in their cost. */
    private static final int PER_THREAD = 4;

    /** The least number of chunks per thread, if indexes may take long. */
    private static final int LEAST_PER_THREAD = 2;

    /** Chunks are multiples of this, so that neighbours seldom write to one cache line. */
    private static final int GRAIN = 16;

    /**
     * Returns chunks of the wanted length, or, if that is 0, of a length that suits the threads and is at least the
     * given one.
     */
    static Chunks of(long size, long wanted, long least, TaskContext context) {
        return wanted > 0 ? ofLength(size, wanted) : ofLength(size, suitable(size, least, context));
    }

    /**
     * Returns chunks of the wanted length, or, if that is 0, of a length that suits the threads.
     *
     * @param isLong whether an index may take long, so that threads share even a few of them
     */
    static Chunks ofRange(long size, long wanted, boolean isLong, TaskContext context) {
        return wanted == 0 && isSpread(size, isLong, context)
                ? ofUnits(size, 1, context)
                : of(size, wanted, 1, context);
    }

    /** Returns chunks of tiles, teams or rows, each large in itself, in a number that suits the threads. */
    static Chunks ofUnits(long units, long least, TaskContext context) {
        return ofLength(units, Math.max(least, Order.ceil(units, parts(context))));
    }

    /** Returns chunks of the tiles of reductions and scans, of the wanted number of indexes if not 0. */
    static Chunks ofTiles(long tiles, long wanted, TaskContext context) {
        return wanted > 0 ? ofLength(tiles, Order.ceil(wanted, Order.TILE)) : ofUnits(tiles, 1, context);
    }

    /** Returns the chunk length that the user gave to a policy, or 0. */
    static long wanted(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.chunk();
        }
        return policy instanceof LongRangePolicy range ? range.chunk() : 0;
    }

    /**
     * Returns the number of tiles that suits the threads of a space, of a box of some indexes.
     *
     * @param isLong whether an index may take long, so that threads share even a few of them
     */
    static long tiles(long size, boolean isLong, TaskContext context) {
        long most = isSpread(size, isLong, context) ? size : size / GRAIN;
        return Math.max(1, Math.min(parts(context), most));
    }

    /** Returns whether chunks of {@link #GRAIN} indexes that may take long would be too few for the threads. */
    private static boolean isSpread(long size, boolean isLong, TaskContext context) {
        return isLong && size / GRAIN < (long) LEAST_PER_THREAD * context.threads();
    }

    /** Returns the number of chunks that suits the threads of a space. */
    static long parts(TaskContext context) {
        return (long) PER_THREAD * context.threads();
    }

    private static long suitable(long size, long least, TaskContext context) {
        long length = Math.max(least, Order.ceil(size, parts(context)));
        return length >= Long.MAX_VALUE - GRAIN ? length : Order.ceil(length, GRAIN) * GRAIN;
    }

    private static Chunks ofLength(long size, long wanted) {
        long length = Math.max(Math.max(1, wanted), Order.ceil(size, MOST));
        return new Chunks(size, length, (int) Math.max(1, Order.ceil(size, length)));
    }

    /** Returns the first position of a chunk. */
    long begin(int chunk) {
        return chunk * length;
    }

    /** Returns the end position of a chunk, exclusive. */
    long end(int chunk) {
        long begin = chunk * length;
        return size - begin < length ? size : begin + length;
    }
}
