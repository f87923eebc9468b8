package org.sporos.host.task;

import org.sporos.host.code.TieredLoop;
import org.sporos.policy.LongRangePolicy;

/** Code that is run once per index of a range of longs. */
final class LongRangeTask extends LoopTask {
    /** The indexes that code is given at once: their number is an int. */
    private static final long PIECE = 1 << 30;

    private final long begin;
    private final RunRange range;

    LongRangeTask(LongRangePolicy policy, TieredLoop code, TaskContext context) {
        super(code, Chunks.of(policy.size(), policy.chunk(), RangeTask.LEAST, context));
        this.begin = policy.begin();
        this.range = RunRange.of(policy);
    }

    @Override
    public boolean isCutAs(HostTask other) {
        if (other instanceof MergedTask merged) {
            return merged.isCutAs(this);
        }
        return other instanceof LongRangeTask like
                && !range.isLive()
                && !like.range.isLive()
                && like.begin == begin
                && like.chunks.equals(chunks);
    }

    @Override
    public void run(int phase, int chunk) {
        run(chunks.begin(chunk), chunks.end(chunk));
    }

    @Override
    public void run(int phase, int first, int count) {
        run(chunks.begin(first), chunks.end(first + count - 1));
    }

    @Override
    public void runAll(int phase) {
        run(0, chunks.size());
    }

    /** Chunks are those of the largest range, of which the run takes the first indexes. */
    private void run(long from, long to) {
        long begins = range.isLive() ? range.begin() : begin;
        long end = range.isLive() ? Math.min(to, range.size()) : to;
        for (long first = from; first < end; first += PIECE) {
            code.run(begins + first, (int) Math.min(PIECE, end - first));
        }
    }
}
