package org.sporos.algorithm;

import org.sporos.graph.NodeRef;

/**
 * One pass of a radix sort: a stable counting sort by one digit. The keys are cut into tiles. The digits of each tile
 * are counted; an exclusive scan over all counts, digit by digit and tile by tile within a digit, gives the place of
 * the first key of each digit of each tile; then the keys of each tile are moved in order. So equal digits keep their
 * order, and the result does not depend on the tiles.
 */
interface RadixPass {

    /** Adds the nodes of a pass by the digit whose lowest bit is that of the shift. */
    NodeRef after(NodeRef before, RadixKeys keys, RadixPayload payload, int shift, int digits);
}
