package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * One pass of a radix sort: a stable counting sort by one digit. Each tile of keys counts its digits; an exclusive scan
 * over all counts, ordered by digit, then tile, gives the offset of each tile's first key of each digit; then each tile
 * moves its keys in order. The result does not depend on the tiles.
 */
interface RadixPass {
    /** Returns the number of tiles. */
    int tiles();

    /** Returns the counts, then offsets, row-major by digit: one element per digit and tile. */
    IntView table();

    /** Adds the node that counts the digits of each tile. */
    NodeRef count(NodeRef before, Digits digits);

    /** Adds the node that moves keys and their payload to the offsets. */
    NodeRef move(NodeRef before, Digits digits, RadixPayload payload);

    /** Adds the nodes of a pass. */
    default NodeRef after(NodeRef before, Digits digits, RadixPayload payload) {
        IntView table = table();
        NodeRef scanned = count(before, digits)
                .thenParallelScan(
                        "offsets of digits",
                        RangePolicy.of(tiles() * (digits.mask() + 1)),
                        k -> table.get(k),
                        (k, sum) -> table.set(k, sum),
                        Scan.exclusiveInt());
        return move(scanned, digits, payload);
    }
}
