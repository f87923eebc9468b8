package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * A pass for few fast threads. Each work item takes one tile of neighbouring keys, counts their digits in its row of
 * the table, and moves the keys in order.
 *
 * @param count the number of keys
 * @param places a row for each tile, a column for each digit
 * @param tile the keys of a tile
 */
record TiledRadixPass(ElementCount count, IntView places, int tile) implements RadixPass {

    @Override
    public NodeRef after(NodeRef before, RadixKeys keys, RadixPayload payload, int shift, int digits) {
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
                .thenParallelFor("move", each, (RangeBody & DisjointWrites) t -> {
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
