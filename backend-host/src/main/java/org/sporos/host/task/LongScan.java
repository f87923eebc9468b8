package org.sporos.host.task;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.natives.NativeLoop;

/**
 * Prefix sums of longs, or of ints as longs. They wrap, so any order gives the same bits, and one sum runs over all
 * tiles.
 */
final class LongScan implements TileScan {
    private final ScanShape shape;
    private final @Nullable LongSource source;
    private final @Nullable ScanConsumer consumer;
    private final @Nullable TieredLoop code;
    private final long[] totals;
    /** The running sum of each chunk. */
    private final long[] sums;

    private LongScan(
            ScanShape shape, @Nullable LongSource source, @Nullable ScanConsumer consumer, @Nullable TieredLoop code) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.code = code;
        this.totals = new long[shape.isSinglePass() ? 0 : shape.mostTiles()];
        this.sums = new long[shape.chunks().count()];
    }

    /** A scan tile by tile, with a buffer between contributions and consumer. */
    LongScan(ScanShape shape, LongSource source, ScanConsumer consumer) {
        this(shape, source, consumer, null);
    }

    /** A scan in one loop. */
    static LongScan of(ScanShape shape, TieredLoop code) {
        return new LongScan(shape, null, null, code);
    }

    @Override
    public void begin() {
        sums[0] = 0;
    }

    @Override
    public boolean totals(NativeLoop cpp, int tile, int count) {
        return cpp.totals(shape.first(tile), shape.length(tile, count), totals, tile);
    }

    @Override
    public void totals(int tile, int count) {
        for (int t = tile; t < tile + count; t++) {
            totals[t] = code == null ? prefixes(t, Buffers.longs(), 0) : total(code, t);
        }
    }

    /** Nothing follows the last tile, which may be shorter. */
    private long total(TieredLoop loop, int tile) {
        return shape.length(tile) == Order.TILE ? loop.totalInJava(shape.first(tile)) : 0;
    }

    @Override
    public void total() {
        long sum = 0;
        int tiles = shape.tiles();
        for (int tile = 0; tile < tiles; tile++) {
            if (shape.beginsChunk(tile)) {
                sums[shape.chunk(tile)] = sum;
            }
            sum += totals[tile];
        }
    }

    @Override
    public boolean pass(NativeLoop cpp, int tile, int count) {
        return cpp.scan(shape.first(tile), shape.length(tile, count), tile, 0, sums, shape.chunk(tile));
    }

    @Override
    public void pass(int tile, int count) {
        int chunk = shape.chunk(tile);
        if (code != null) {
            sums[chunk] = code.scanInJava(shape.first(tile), shape.length(tile, count), sums[chunk]);
            return;
        }
        long[] a = Buffers.longs();
        for (int t = tile; t < tile + count; t++) {
            sums[chunk] = prefixes(t, a, sums[chunk]);
            Objects.requireNonNull(consumer).take(shape.first(t), shape.length(t), a);
        }
    }

    /**
     * Puts the prefix sums of a tile into an array, each with or without its own, from a sum before it; returns the
     * last.
     */
    private long prefixes(int tile, long[] a, long before) {
        int n = shape.length(tile);
        Objects.requireNonNull(source).fill((long) tile * Order.TILE, n, a, 0);
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
