package org.sporos.host.task;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.host.code.TieredLoop;
import org.sporos.policy.MDRangePolicy;

/** Code that is run once per index pair or triple of a box, tile by tile. */
final class BoxTask extends LoopTask {
    private final Tiling tiling;
    private final int rank;
    private final RunRange range;
    private final @Nullable MDRangePolicy whole;

    BoxTask(MDRangePolicy policy, TieredLoop code, TaskContext context) {
        this(policy, code, new Tiling(policy, context), context);
    }

    private BoxTask(MDRangePolicy policy, TieredLoop code, Tiling tiling, TaskContext context) {
        super(code, Chunks.ofUnits(tiling.size(), 1, context));
        this.tiling = tiling;
        this.rank = policy.rank();
        this.range = RunRange.of(policy);
        this.whole = IntStream.range(0, rank).anyMatch(d -> policy.tile(d) > 0) ? null : policy;
    }

    @Override
    public void run(int phase, int chunk) {
        for (long tile = chunks.begin(chunk); tile < chunks.end(chunk); tile++) {
            run(tile, tile);
        }
    }

    @Override
    public void run(int phase, int first, int count) {
        if (whole != null && tiling.isCutOnce()) {
            run(chunks.begin(first), chunks.end(first + count - 1) - 1);
        } else {
            super.run(phase, first, count);
        }
    }

    /** Runs what lies between the begin of a tile and the end of another one. */
    private void run(long from, long to) {
        if (range.isLive()) {
            live(from, to);
            return;
        }
        int i = tiling.begin(from, 0);
        int iEnd = tiling.end(to, 0);
        int j = tiling.begin(from, 1);
        int jEnd = tiling.end(to, 1);
        if (rank == 2) {
            code.run(i, iEnd, j, jEnd);
        } else {
            code.run(i, iEnd, j, jEnd, tiling.begin(from, 2), tiling.end(to, 2));
        }
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
        if (i >= iEnd || j >= jEnd) {
            return;
        }
        if (rank == 2) {
            code.run(i, iEnd, j, jEnd);
        } else if (begin(from, 2) < end(to, 2)) {
            code.run(i, iEnd, j, jEnd, begin(from, 2), end(to, 2));
        }
    }

    private int begin(long tile, int d) {
        return (int) Math.max(tiling.begin(tile, d), range.live().get(d).beginNow());
    }

    private int end(long tile, int d) {
        return (int) Math.min(tiling.end(tile, d), range.live().get(d).endNow());
    }

    /** Tiles of the user's own are kept: they may suit a cache. */
    @Override
    public void runAll(int phase) {
        if (whole == null || range.isLive()) {
            super.runAll(phase);
        } else if (rank == 2) {
            code.run(whole.begin(0), whole.end(0), whole.begin(1), whole.end(1));
        } else {
            code.run(whole.begin(0), whole.end(0), whole.begin(1), whole.end(1), whole.begin(2), whole.end(2));
        }
    }
}
