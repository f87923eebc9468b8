package org.sporos.host.task;

/**
 * A scan by tiles. Either all tiles get their totals, then these are summed up, then all tiles are passed, in any order
 * and at the same time within each step; or in a single pass all tiles are passed one after the other.
 */
interface TileScan {

    /** Sums up the contributions of a tile. */
    void total(int tile);

    /** Sums up the totals of all tiles. */
    void total();

    /** Hands the prefix sums of a tile to the consumer. */
    void pass(int tile);
}
