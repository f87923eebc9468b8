package org.sporos.policy;

/**
 * The half-open interval {@code [begin, end)} of long indexes, one call of the body per index. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("all", LongRangePolicy.of(5_000_000_000L), (long i) -> big.set(i, 1));
 * }</pre>
 */
public final class LongRangePolicy implements Policy {
    private final long begin;
    private final long end;
    private final int block;
    private final int grid;
    private final long chunk;

    private LongRangePolicy(long begin, long end, int block, int grid, long chunk) {
        this.begin = begin;
        this.end = end;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
    }

    /**
     * Returns the indexes {@code [0, n)}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static LongRangePolicy of(long n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin
     */
    public static LongRangePolicy of(long begin, long end) {
        Policies.checkRange("LongRangePolicy", begin, end);
        return new LongRangePolicy(begin, end, 0, 0, 0);
    }

    /**
     * Returns the same range with that many threads in a GPU block; 0 leaves it to the library.
     *
     * @throws IllegalArgumentException if it is negative or more than 1024
     */
    public LongRangePolicy withBlock(int threads) {
        Policies.checkBlock("LongRangePolicy", threads);
        return new LongRangePolicy(begin, end, threads, grid, chunk);
    }

    /**
     * Returns the same range with that many blocks in a GPU launch; 0 leaves it to the library, which launches a thread
     * for each index. With a grid, a thread takes all indexes that lie a multiple of the number of threads behind its
     * first one. A reduction has that many blocks at most, and a scan chooses its own. No result depends on it. The
     * host has no blocks and ignores it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public LongRangePolicy withGrid(int blocks) {
        Policies.checkGrid("LongRangePolicy", blocks);
        return new LongRangePolicy(begin, end, block, blocks, chunk);
    }

    /**
     * Returns the same range with that many indexes in a chunk, the piece that a host thread takes at a time; 0 leaves
     * it to the library.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public LongRangePolicy withChunk(long indexes) {
        Policies.checkChunk("LongRangePolicy", indexes);
        return new LongRangePolicy(begin, end, block, grid, indexes);
    }

    /** Returns the first index. */
    public long begin() {
        return begin;
    }

    /** Returns the index after the last. */
    public long end() {
        return end;
    }

    /** Returns the threads in a GPU block, or 0. */
    public int block() {
        return block;
    }

    @Override
    public int grid() {
        return grid;
    }

    /** Returns the indexes in a chunk, or 0. */
    public long chunk() {
        return chunk;
    }

    @Override
    public long size() {
        return end - begin;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongRangePolicy that
                && begin == that.begin
                && end == that.end
                && block == that.block
                && grid == that.grid
                && chunk == that.chunk;
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(begin, end, block, grid, chunk);
    }

    @Override
    public String toString() {
        return "[" + begin + ", " + end + ")";
    }
}
