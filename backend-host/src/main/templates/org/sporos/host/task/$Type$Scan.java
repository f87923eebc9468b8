[@perType reals; t]
package org.sporos.host.task;

import java.util.Arrays;
import org.sporos.host.natives.NativeLoop;

/** Prefix sums of ${t.type}s in the order of scans, as defined by docs/decisions/0002-order-of-scans.md. */
final class ${t.Type}Scan implements TileScan {
    private final ScanShape shape;
    private final ${t.Type}Source source;
    private final ScanConsumer consumer;
    private final ${t.type}[] totals;
    /** For each chunk: the running sums of each level from tiles up, over the preceding units of the current group. */
    private final ${t.type}[][] sums;
    /** The running sums of each level for the scan of the totals. */
    private final ${t.type}[] running;

    ${t.Type}Scan(ScanShape shape, ${t.Type}Source source, ScanConsumer consumer) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.totals = new ${t.type}[shape.isSinglePass() ? 0 : shape.mostTiles()];
        this.sums = new ${t.type}[shape.chunks().count()][shape.levels()];
        this.running = new ${t.type}[shape.levels()];
    }

    @Override
    public void begin() {
        Arrays.fill(sums[0], 0);
    }

    @Override
    public boolean totals(NativeLoop cpp, int tile, int count) {
        return cpp.totals(shape.first(tile), shape.length(tile, count), totals, tile);
    }

    @Override
    public void totals(int tile, int count) {
        ${t.type}[] a = Buffers.${t.type}s();
        for (int t = tile; t < tile + count; t++) {
            totals[t] = prefixes(t, a);
        }
    }

    @Override
    public void total() {
        Arrays.fill(running, 0);
        int tiles = shape.tiles();
        for (int tile = 0; tile < tiles; tile++) {
            if (shape.beginsChunk(tile)) {
                System.arraycopy(running, 0, sums[shape.chunk(tile)], 0, running.length);
            }
            append(running, tile, totals[tile]);
        }
    }

    @Override
    public boolean pass(NativeLoop cpp, int tile, int count) {
        ${t.type}[] before = sums[shape.chunk(tile)];
        return cpp.scan(shape.first(tile), shape.length(tile, count), tile, before.length, before, 0);
    }

    @Override
    public void pass(int tile, int count) {
        for (int t = tile; t < tile + count; t++) {
            pass(t, sums[shape.chunk(t)]);
        }
    }

    private void pass(int tile, ${t.type}[] bases) {
        ${t.type}[] a = Buffers.${t.type}s();
        ${t.type} before = 0;
        for (${t.type} base : bases) {
            before = base + before;
        }
        source.fill((long) tile * Order.TILE, shape.length(tile), a, 0);
        prefixes(a, shape.length(tile), tile, bases);
        consume(tile, a, before);
    }

    /**
     * Replaces the contributions of a tile by their prefix sums over the range.
     *
     * @param a n values, padded with zeros to a whole row
     * @param bases the running sums of each level, advanced past the tile
     */
    static void prefixes(${t.type}[] a, int n, int tile, ${t.type}[] bases) {
        ${t.type} total = prefixes(a, n);
        for (${t.type} base : bases) {
            lift(a, n, base);
        }
        append(bases, tile, total);
    }

    /** Stores the prefix sums within a tile, and returns the last. */
    private ${t.type} prefixes(int tile, ${t.type}[] a) {
        int n = shape.length(tile);
        source.fill((long) tile * Order.TILE, n, a, 0);
        return prefixes(a, n);
    }

    private static ${t.type} prefixes(${t.type}[] a, int n) {
        ${t.type} carry = 0;
        for (int at = 0; at < n; at += Order.LANES) {
            carry = row(a, at, carry);
        }
        return carry;
    }

    /** Replaces a row of lanes by its prefix sums, each plus the sum of earlier rows, and returns the last. */
    private static ${t.type} row(${t.type}[] a, int at, ${t.type} carry) {
        ${t.type} first = block(a, at);
        ${t.type} half = first + block(a, at + 8);
        ${t.type} third = block(a, at + 16);
        ${t.type} total = half + (third + block(a, at + 24));
        add(a, at, carry);
        add(a, at + 8, first, carry);
        add(a, at + 16, half, carry);
        add(a, at + 24, third, half, carry);
        return carry + total;
    }

    /** Replaces eight values by their prefix sums in log steps, and returns the last. */
    private static ${t.type} block(${t.type}[] a, int at) {
        ${t.type} v0 = a[at];
        ${t.type} v1 = v0 + a[at + 1];
        ${t.type} v2 = a[at + 2];
        ${t.type} v3 = v2 + a[at + 3];
        ${t.type} v4 = a[at + 4];
        ${t.type} v5 = v4 + a[at + 5];
        ${t.type} v6 = a[at + 6];
        ${t.type} v7 = v5 + (v6 + a[at + 7]);
        a[at + 1] = v1;
        a[at + 2] = v1 + v2;
        ${t.type} half = v1 + v3;
        a[at + 3] = half;
        a[at + 4] = half + v4;
        a[at + 5] = half + v5;
        a[at + 6] = half + (v5 + v6);
        a[at + 7] = half + v7;
        return half + v7;
    }

    private static void add(${t.type}[] a, int at, ${t.type} carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + a[l];
        }
    }

    private static void add(${t.type}[] a, int at, ${t.type} inner, ${t.type} carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (inner + a[l]);
        }
    }

    private static void add(${t.type}[] a, int at, ${t.type} inner, ${t.type} outer, ${t.type} carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (outer + (inner + a[l]));
        }
    }

    private static void lift(${t.type}[] a, int n, ${t.type} base) {
        // No prefix sum is -0.0, so that adding 0.0 would change nothing.
        if (base == 0) {
            return;
        }
        for (int k = 0; k < n; k++) {
            a[k] = base + a[k];
        }
    }

    /**
     * Adds the total of a tile to the running sum of its group, the total of a full group to the next level, and so on.
     */
    private static void append(${t.type}[] bases, int tile, ${t.type} total) {
        ${t.type} carry = total;
        for (int level = 0; level < bases.length; level++) {
            int unit = tile >> level * Order.GROUP_BITS;
            carry = bases[level] + carry;
            boolean last = (unit + 1) % Order.GROUP == 0;
            bases[level] = last ? 0 : carry;
            if (!last) {
                return;
            }
        }
    }

    private void consume(int tile, ${t.type}[] a, ${t.type} before) {
        int n = shape.length(tile);
        if (!shape.isInclusive()) {
            System.arraycopy(a, 0, a, 1, n - 1);
            a[0] = before;
        }
        consumer.take(shape.first(tile), n, a);
    }
}
[/@perType]
