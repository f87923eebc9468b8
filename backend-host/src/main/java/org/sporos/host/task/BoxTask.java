package org.sporos.host.task;

import java.util.stream.IntStream;
import org.sporos.host.jit.TieredLoop;
import org.sporos.policy.MDRangePolicy;

/** Code that is run once per index tuple of a box, tile by tile. */
final class BoxTask extends LoopTask {
    private final Tiling tiling;
    private final int rank;
    private final RunRange range;
    /** True if the library has chosen all tiles. Tiles of the user are kept, as they may suit a cache. */
    private final boolean whole;

    BoxTask(MDRangePolicy policy, TieredLoop code, TaskContext context) {
        this(policy, code, new Tiling(policy, context), context);
    }

    private BoxTask(MDRangePolicy policy, TieredLoop code, Tiling tiling, TaskContext context) {
        super(code, Chunks.ofUnits(tiling.size(), 1, context));
        this.tiling = tiling;
        this.rank = policy.rank();
        this.range = RunRange.of(policy);
        this.whole = IntStream.range(0, rank).allMatch(d -> policy.tile(d) == 0);
    }

    @Override
    public void run(int phase, int chunk) {
        for (long tile = chunks.begin(chunk); tile < chunks.end(chunk); tile++) {
            run(tile, tile);
        }
    }

    @Override
    public void run(int phase, int first, int count) {
        if (whole && tiling.isCutOnce()) {
            run(chunks.begin(first), chunks.end(first + count - 1) - 1);
        } else {
            super.run(phase, first, count);
        }
    }

    /** Runs what lies between the begin of a tile and the end of another one. */
    private void run(long from, long to) {
        if (range.isDynamic()) {
            live(from, to);
            return;
        }
        code.run(
                tiling.begin(from, 0),
                tiling.end(to, 0),
                tiling.begin(from, 1),
                tiling.end(to, 1),
                tiling.begin(from, 2),
                tiling.end(to, 2),
                tiling.begin(from, 3),
                tiling.end(to, 3));
    }

    /** Tiles are those of the largest box, of which the run takes what lies in its own. */
    private void live(long from, long to) {
        if (range.size() == 0) {
            return;
        }
        int i = begin(from, 0);
        int iEnd = end(to, 0);
        int j = begin(from, 1);
        int jEnd = end(to, 1);
        int k = begin(from, 2);
        int kEnd = end(to, 2);
        int l = begin(from, 3);
        int lEnd = end(to, 3);
        if (i < iEnd && j < jEnd && k < kEnd && l < lEnd) {
            code.run(i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        }
    }

    private int begin(long tile, int d) {
        int begin = tiling.begin(tile, d);
        return d < rank ? (int) Math.max(begin, range.live().get(d).beginNow()) : begin;
    }

    private int end(long tile, int d) {
        int end = tiling.end(tile, d);
        return d < rank ? (int) Math.min(end, range.live().get(d).endNow()) : end;
    }

    @Override
    public void runAll(int phase) {
        if (whole && !range.isDynamic()) {
            code.run(
                    tiling.begin(0),
                    tiling.end(0),
                    tiling.begin(1),
                    tiling.end(1),
                    tiling.begin(2),
                    tiling.end(2),
                    tiling.begin(3),
                    tiling.end(3));
        } else {
            super.runAll(phase);
        }
    }
}
