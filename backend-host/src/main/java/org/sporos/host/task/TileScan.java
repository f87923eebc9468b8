package org.sporos.host.task;

import org.sporos.host.jit.ScanTiles;

/**
 * A scan by tiles. Either all tiles get their totals, then these are summed up, then all tiles are passed, the chunks
 * of them in any order and at the same time within each step; or in a single pass all tiles are passed one after the
 * other. Each chunk has running sums of its own, which begin with those of all tiles before it and grow tile by tile.
 */
interface TileScan extends ScanTiles {
    /** Sets the running sums of a single pass to zero. */
    void begin();

    /** Sums up the totals of all tiles: to the running sums with which each chunk begins. */
    void total();
}
