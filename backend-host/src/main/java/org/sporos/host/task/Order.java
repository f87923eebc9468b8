package org.sporos.host.task;

/** The numbers that fix the order of reductions and scans, the same on every backend. */
final class Order {
    /** The lanes of a tile: as many as a warp has. */
    static final int LANES = 32;

    /** The indexes of a tile. */
    static final int TILE = 2048;

    /** The units that are summed one after the other at each level of a scan above its tiles, as a power of two. */
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

    /** Returns the length of an array for n values which are folded in place: whole rows of lanes. */
    static int room(long n) {
        return Math.toIntExact(Math.max(1, ceil(n, LANES)) * LANES);
    }
}
