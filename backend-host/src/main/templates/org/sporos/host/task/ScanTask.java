package org.sporos.host.task;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.natives.NativeLoop;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.ReductionOp;

/**
 * A parallel scan in three phases: totals of tiles, their prefix sums, and the pass over all tiles; or that pass alone
 * on one thread.
 *
 * @param whole the loop of contribution, sums and consumer, or null
 */
record ScanTask(
        ScanShape shape, List<TieredLoop> codes, String whyLambdas, TileScan scan, @Nullable TieredLoop whole)
        implements HostTask {
    static ScanTask of(Work.ParallelScan work, Node node, TaskContext context, KernelCompiler kernels) {
        ScanShape shape = ScanShape.of(work.policy(), work.scan().isInclusive(), context);
        TieredLoop code = kernels.scan(node, work);
        return code == null
                ? ofParts(work, node, shape, kernels)
                : new ScanTask(shape, List.of(code), "", inOneLoop(work, shape, code), code);
    }

    /** Returns a scan with separate code or lambdas for contribution and consumer. */
    private static ScanTask ofParts(Work.ParallelScan work, Node node, ScanShape shape, KernelCompiler kernels) {
        TieredLoop code = kernels.contribution(node, 0, work.policy(), ReductionOp.CUSTOM, null);
        TieredLoop taker = kernels.consumer(node, work.policy());
        CodeSource source = code == null ? null : new CodeSource(code, work.policy());
        ScanConsumer consumer =
                taker == null ? ScanConsumer.of(ListedBody.of(work.policy(), work.consumer())) : taker::take;
        TileScan scan = ofParts(work, shape, source, consumer);
        String why = code == null ? kernels.whyLambda(node, 0) : taker == null ? kernels.whyLambda(node, 1) : "";
        List<TieredLoop> codes = code == null || taker == null ? List.of() : List.of(code, taker);
        return new ScanTask(shape, codes, why, scan, null);
    }

    private static TileScan inOneLoop(Work.ParallelScan work, ScanShape shape, TieredLoop code) {
        return switch (work.scan().type()) {
[#list reals as t]
            case ${t.TYPE} ->
                new ${t.Type}Scan(
                        shape,
                        (first, n, into, at) -> code.fillInJava(shape.begin() + first, n, into, at),
                        code::takeInJava);
[/#list]
            default -> LongScan.of(shape, code);
        };
    }

    private static TileScan ofParts(
            Work.ParallelScan work, ScanShape shape, @Nullable CodeSource code, ScanConsumer consumer) {
        Policy policy = work.policy();
        KernelBody body = ListedBody.of(policy, work.contribution());
        return switch (work.scan().type()) {
[#list reductions as t]
            case ${t.TYPE} -> new ${t.Sum}Scan(shape, code != null ? code : ${t.Type}Sources.of(policy, body), consumer);
[/#list]
            default -> throw new InternalException("no sums of " + work.scan().type());
        };
    }

    @Override
    public int phases() {
        return shape.isSinglePass() ? 1 : 3;
    }

    @Override
    public int chunks(int phase) {
        return phase == 1 ? 1 : shape.chunks().count();
    }

    @Override
    public Tier tier() {
        return codes.isEmpty() ? Tier.LOOP : KernelCompiler.tier(codes);
    }

    @Override
    public String note() {
        return codes.isEmpty()
                ? "no C++: its contribution or its consumer is a lambda that is called as it is" + whyLambdas
                : KernelCompiler.note(codes);
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 1) {
            scan.total();
            return;
        }
        if (phases() == 1) {
            scan.begin();
        }
        int end = Math.min((int) shape.chunks().end(chunk), shape.tiles());
        for (int tile = (int) shape.chunks().begin(chunk); tile < end; ) {
            int count = Math.min(ScanShape.MOST_AT_ONCE, end - tile);
            if (phase == phases() - 1) {
                pass(tile, count);
            } else {
                totals(tile, count);
            }
            tile += count;
        }
    }

    private void pass(int tile, int count) {
        if (whole == null) {
            scan.pass(tile, count);
        } else {
            whole.pass(scan, tile, count);
        }
    }

    private void totals(int tile, int count) {
        if (whole == null) {
            scan.totals(tile, count);
        } else {
            whole.totals(scan, tile, count);
        }
    }

    /**
     * Prefix sums of longs, or of ints as longs. They wrap, so any order gives the same bits, and one sum runs over all
     * tiles.
     */
    private static final class LongScan implements TileScan {
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

        /** A scan tile by tile, with a buffer between contribution and consumer. */
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

        /** The total of the last tile, which may be shorter, is never needed. */
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

        /** Stores the prefix sums of a tile, inclusive or exclusive, on top of a base; returns the last sum. */
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
}
