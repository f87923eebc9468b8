package org.sporos.host.task;

/** Prefix sums of floats in the order of scans, which docs/decisions/0002-order-of-scans.md lays down. */
final class FloatScan implements TileScan {
    private final ScanShape shape;
    private final FloatSource source;
    private final ScanConsumer consumer;
    /** The sums of tiles. */
    private final float[] totals;
    /** For each level from tiles up: the sums of the units before each unit in its group. */
    private final float[][] bases;

    FloatScan(ScanShape shape, FloatSource source, ScanConsumer consumer) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.totals = new float[shape.isSinglePass() ? 0 : shape.tiles()];
        this.bases = new float[shape.levels()][];
        for (int level = 0; level < bases.length; level++) {
            bases[level] = new float[shape.units(level)];
        }
    }

    @Override
    public void total(int tile) {
        totals[tile] = prefixes(tile, Buffers.floats());
    }

    @Override
    public void total() {
        for (int tile = 0; tile < shape.tiles(); tile++) {
            append(tile, totals[tile]);
        }
    }

    @Override
    public void pass(int tile) {
        float[] a = Buffers.floats();
        float total = prefixes(tile, a);
        float before = 0;
        for (int level = 0; level < bases.length; level++) {
            float base = bases[level][tile >> level * Order.GROUP_BITS];
            before = base + before;
            lift(a, shape.length(tile), base);
        }
        consume(tile, a, before);
        if (shape.isSinglePass()) {
            append(tile, total);
        }
    }

    /** Puts the prefix sums of a tile by itself into an array, and returns the last. */
    private float prefixes(int tile, float[] a) {
        int n = shape.length(tile);
        source.fill((long) tile * Order.TILE, n, a, 0);
        float carry = 0;
        for (int at = 0; at < n; at += Order.LANES) {
            carry = row(a, at, carry);
        }
        return carry;
    }

    /** Turns a row of lanes into its prefix sums, each on top of the sum of the rows before, and returns the last. */
    private static float row(float[] a, int at, float carry) {
        float first = block(a, at);
        float half = first + block(a, at + 8);
        float third = block(a, at + 16);
        float total = half + (third + block(a, at + 24));
        add(a, at, carry);
        add(a, at + 8, first, carry);
        add(a, at + 16, half, carry);
        add(a, at + 24, third, half, carry);
        return carry + total;
    }

    /** Turns eight values into their prefix sums by halves, and returns the last. */
    private static float block(float[] a, int at) {
        float v0 = a[at];
        float v1 = v0 + a[at + 1];
        float v2 = a[at + 2];
        float v3 = v2 + a[at + 3];
        float v4 = a[at + 4];
        float v5 = v4 + a[at + 5];
        float v6 = a[at + 6];
        float v7 = v5 + (v6 + a[at + 7]);
        a[at + 1] = v1;
        a[at + 2] = v1 + v2;
        float half = v1 + v3;
        a[at + 3] = half;
        a[at + 4] = half + v4;
        a[at + 5] = half + v5;
        a[at + 6] = half + (v5 + v6);
        a[at + 7] = half + v7;
        return half + v7;
    }

    private static void add(float[] a, int at, float carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + a[l];
        }
    }

    private static void add(float[] a, int at, float inner, float carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (inner + a[l]);
        }
    }

    private static void add(float[] a, int at, float inner, float outer, float carry) {
        for (int l = at; l < at + 8; l++) {
            a[l] = carry + (outer + (inner + a[l]));
        }
    }

    private static void lift(float[] a, int n, float base) {
        // No prefix sum is -0.0, so that adding 0.0 would change nothing.
        if (base == 0) {
            return;
        }
        for (int k = 0; k < n; k++) {
            a[k] = base + a[k];
        }
    }

    /** Notes the sum of a tile, after all tiles before: what it is to the tiles that follow. */
    private void append(int tile, float total) {
        float carry = total;
        for (int level = 0; level < bases.length; level++) {
            int unit = tile >> level * Order.GROUP_BITS;
            float sum = bases[level][unit] + carry;
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

    private void consume(int tile, float[] a, float before) {
        long first = shape.begin() + (long) tile * Order.TILE;
        int n = shape.length(tile);
        if (!shape.isInclusive()) {
            System.arraycopy(a, 0, a, 1, n - 1);
            a[0] = before;
        }
        consumer.take(first, n, a);
    }
}
