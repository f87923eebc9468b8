//#if real
package org.sporos.host.task;

/** Prefix sums of $type$s in the order of scans, which docs/decisions/0002-order-of-scans.md lays down. */
final class $Type$Scan implements TileScan {
    private final ScanShape shape;
    private final $Type$Source source;
    private final ScanConsumer consumer;
    /** The sums of tiles. */
    private final $type$[] totals;
    /** For each level from tiles up: the sums of the units before each unit in its group. */
    private final $type$[][] bases;

    $Type$Scan(ScanShape shape, $Type$Source source, ScanConsumer consumer) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.totals = new $type$[shape.isSinglePass() ? 0 : shape.tiles()];
        this.bases = new $type$[shape.levels()][];
        for (int level = 0; level < bases.length; level++) {
            bases[level] = new $type$[shape.units(level)];
        }
    }

    @Override
    public void total(int tile) {
        totals[tile] = prefixes(tile, Buffers.$type$s());
    }

    @Override
    public void total() {
        for (int tile = 0; tile < shape.tiles(); tile++) {
            append(tile, totals[tile]);
        }
    }

    @Override
    public void pass(int tile) {
        $type$[] a = Buffers.$type$s();
        $type$ total = prefixes(tile, a);
        $type$ before = 0;
        for (int level = 0; level < bases.length; level++) {
            $type$ base = bases[level][tile >> level * Order.GROUP_BITS];
            before = base + before;
            lift(a, shape.length(tile), base);
        }
        consume(tile, a, before);
        if (shape.isSinglePass()) {
            append(tile, total);
        }
    }

    /** Puts the prefix sums of a tile by itself into an array, and returns the last. */
    private $type$ prefixes(int tile, $type$[] a) {
        int n = shape.length(tile);
        source.fill((long) tile * Order.TILE, n, a, 0);
        $type$ carry = 0;
        for (int at = 0; at < n; at += Order.LANES) {
            carry = row(a, at, carry);
        }
        return carry;
    }

    /** Turns a row of lanes into its prefix sums, each on top of the sum of the rows before, and returns the last. */
    private static $type$ row($type$[] a, int at, $type$ carry) {
        $type$ first = block(a, at);
        $type$ half = first + block(a, at + 8);
        $type$ third = block(a, at + 16);
        $type$ total = half + (third + block(a, at + 24));
        add(a, at, carry);
        add(a, at + 8, first, carry);
        add(a, at + 16, half, carry);
        add(a, at + 24, third, half, carry);
        return carry + total;
    }

    /** Turns eight values into their prefix sums by halves, and returns the last. */
    private static $type$ block($type$[] a, int at) {
        $type$ v0 = a[at];
        $type$ v1 = v0 + a[at + 1];
        $type$ v2 = a[at + 2];
        $type$ v3 = v2 + a[at + 3];
        $type$ v4 = a[at + 4];
        $type$ v5 = v4 + a[at + 5];
        $type$ v6 = a[at + 6];
        $type$ v7 = v5 + (v6 + a[at + 7]);
        a[at + 1] = v1;
        a[at + 2] = v1 + v2;
        $type$ half = v1 + v3;
        a[at + 3] = half;
        a[at + 4] = half + v4;
        a[at + 5] = half + v5;
        a[at + 6] = half + (v5 + v6);
        a[at + 7] = half + v7;
        return half + v7;
    }

    private static void add($type$[] a, int at, $type$ carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + a[l];
        }
    }

    private static void add($type$[] a, int at, $type$ inner, $type$ carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (inner + a[l]);
        }
    }

    private static void add($type$[] a, int at, $type$ inner, $type$ outer, $type$ carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (outer + (inner + a[l]));
        }
    }

    private static void lift($type$[] a, int n, $type$ base) {
        // No prefix sum is -0.0, so that adding 0.0 would change nothing.
        if (base == 0) {
            return;
        }
        for (int k = 0; k < n; k++) {
            a[k] = base + a[k];
        }
    }

    /** Notes the sum of a tile, after all tiles before: what it is to the tiles that follow. */
    private void append(int tile, $type$ total) {
        $type$ carry = total;
        for (int level = 0; level < bases.length; level++) {
            int unit = tile >> level * Order.GROUP_BITS;
            $type$ sum = bases[level][unit] + carry;
            boolean last = (unit + 1) % (1 << Order.GROUP_BITS) == 0;
            if (unit + 1 < bases[level].length) {
                bases[level][unit + 1] = last ? 0 : sum;
            }
            if (!last) {
                return;
            }
            carry = sum;
        }
    }

    private void consume(int tile, $type$[] a, $type$ before) {
        long first = shape.begin() + (long) tile * Order.TILE;
        int n = shape.length(tile);
        if (!shape.isInclusive()) {
            System.arraycopy(a, 0, a, 1, n - 1);
            a[0] = before;
        }
        consumer.take(first, n, a);
    }
}
//#end
