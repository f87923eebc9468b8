package org.sporos.host.task;

import org.sporos.host.jit.ScanTiles;

/**
 * A scan by tiles, in three steps: the totals of all tiles, their prefix sums, and the pass over all tiles; within a
 * step chunks of tiles run in any order and concurrently. A single pass instead visits all tiles in order. Each chunk
 * has its own running sums, which begin with those of all earlier tiles and grow tile by tile.
 */
interface TileScan extends ScanTiles {
    /** Sets the running sums of a single pass to zero. */
    void begin();

    /** Scans the totals of all tiles into the initial running sums of each chunk. */
    void total();
}
