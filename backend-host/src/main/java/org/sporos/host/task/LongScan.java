package org.sporos.host.task;

/** Prefix sums of longs, or of ints as longs. They wrap, so any order gives the same bits. */
final class LongScan implements TileScan {
    private final ScanShape shape;
    private final LongSource source;
    private final ScanConsumer consumer;
    /** The sums of tiles, then the sums of all tiles before each tile. */
    private final long[] bases;

    LongScan(ScanShape shape, LongSource source, ScanConsumer consumer) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.bases = new long[shape.tiles() + 1];
    }

    @Override
    public void total(int tile) {
        bases[tile + 1] = prefixes(tile, Buffers.longs(), 0);
    }

    @Override
    public void total() {
        for (int tile = 1; tile <= shape.tiles(); tile++) {
            bases[tile] += bases[tile - 1];
        }
    }

    @Override
    public void pass(int tile) {
        long[] a = Buffers.longs();
        long after = prefixes(tile, a, bases[tile]);
        if (shape.isSinglePass()) {
            bases[tile + 1] = after;
        }
        consumer.take(shape.begin() + (long) tile * Order.TILE, shape.length(tile), a);
    }

    /** Puts the prefix sums of a tile into an array, each with or without its own, from a sum before it; returns the last. */
    private long prefixes(int tile, long[] a, long before) {
        int n = shape.length(tile);
        source.fill((long) tile * Order.TILE, n, a, 0);
        return shape.isInclusive() ? inclusive(a, n, before) : exclusive(a, n, before);
    }

    private static long inclusive(long[] a, int n, long before) {
        long sum = before;
        for (int k = 0; k < n; k++) {
            sum += a[k];
            a[k] = sum;
        }
        return sum;
    }

    private static long exclusive(long[] a, int n, long before) {
        long sum = before;
        for (int k = 0; k < n; k++) {
            long own = a[k];
            a[k] = sum;
            sum += own;
        }
        return sum;
    }
}
