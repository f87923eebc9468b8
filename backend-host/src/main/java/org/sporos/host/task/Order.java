package org.sporos.host.task;

/** The constants that fix the order of reductions and scans, equal on every backend. */
final class Order {
    /** The lanes of a tile: the size of a warp. */
    static final int LANES = 32;

    /** The number of indexes in a tile. */
    static final int TILE = 2048;

    /**
     * The binary logarithm of the group size at each level of a scan above its tiles; the units of a group are summed
     * in order.
     */
    static final int GROUP_BITS = 6;

    static final int GROUP = 1 << GROUP_BITS;

    private Order() {}

    /** Returns the number of tiles of n positions. */
    static long tiles(long n) {
        return ceil(n, TILE);
    }

    /** Returns the quotient rounded up, without overflow. */
    static long ceil(long size, long length) {
        return size / length + (size % length == 0 ? 0 : 1);
    }

    /** Returns the length of an array for n values that are folded in place, padded to whole rows of lanes. */
    static int room(long n) {
        return Math.toIntExact(Math.max(1, ceil(n, LANES)) * LANES);
    }
}
