package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.DistinctWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * One pass of a radix sort: a stable counting sort by one digit. Each work item takes one tile of neighbouring keys. It
 * counts the digits of its tile; an exclusive scan over all counts, digit by digit and tile by tile within a digit,
 * gives the place of the first key of each digit of each tile; then each work item moves the keys of its tile in order.
 * So equal digits keep their order, and the result does not depend on the tiles.
 *
 * @param count the number of keys
 * @param places a row for each tile, a column for each digit
 * @param tile the keys of a tile
 */
record RadixPass(ElementCount count, IntView places, int tile) {

    /** Adds the nodes of a pass. */
    NodeRef after(NodeRef before, RadixKeys keys, RadixPayload payload, int shift, int digits) {
        int tiles = (int) places.extent(0);
        RangePolicy each = RangePolicy.of(tiles).withChunk(1);
        ElementCount n = count;
        IntView table = places;
        int length = tile;
        int mask = digits - 1;
        return before.thenParallelFor("count digits", each, t -> {
                    for (int d = 0; d <= mask; d++) {
                        table.set(t, d, 0);
                    }
                    int begin = t * length;
                    int size = Math.min(length, n.get() - begin);
                    for (int k = 0; k < size; k++) {
                        int d = keys.digit(begin + k, shift, mask);
                        table.set(t, d, table.get(t, d) + 1);
                    }
                })
                .thenParallelScan(
                        "places of digits",
                        RangePolicy.of(tiles * digits),
                        k -> table.get(k % tiles, k / tiles),
                        (k, sum) -> table.set(k % tiles, k / tiles, sum),
                        Scan.exclusiveInt())
                .thenParallelFor("move", each, (RangeBody & DistinctWrites) t -> {
                    int begin = t * length;
                    int size = Math.min(length, n.get() - begin);
                    for (int k = 0; k < size; k++) {
                        int i = begin + k;
                        int d = keys.digit(i, shift, mask);
                        int place = table.get(t, d);
                        table.set(t, d, place + 1);
                        keys.move(i, place);
                        payload.move(i, place);
                    }
                });
    }
}
