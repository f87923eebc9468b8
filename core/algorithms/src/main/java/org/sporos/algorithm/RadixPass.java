package org.sporos.algorithm;

import org.sporos.graph.NodeRef;

/**
 * One pass of a radix sort: a stable counting sort by one digit. Each tile of keys counts its digits; an exclusive scan
 * over all counts, ordered by digit, then tile, gives the offset of each tile's first key of each digit; then each tile
 * moves its keys in order. The result does not depend on the tiles.
 */
interface RadixPass {

    /** Adds the nodes of a pass by the digit that begins at a bit. */
    NodeRef after(NodeRef before, RadixKeys keys, RadixPayload payload, int shift, int digits);
}
