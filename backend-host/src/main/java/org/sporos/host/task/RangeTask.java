package org.sporos.host.task;

import org.sporos.host.code.TieredLoop;
import org.sporos.policy.RangePolicy;

/** Code that is run once per index of a range of ints. */
final class RangeTask extends LoopTask {
    /** The fewest indexes that are worth a chunk of their own when the user says nothing. */
    static final int LEAST = 16;

    private final int begin;
    private final RunRange range;

    RangeTask(RangePolicy policy, TieredLoop code, TaskContext context) {
        super(code, Chunks.of(policy.size(), policy.chunk(), LEAST, context));
        this.begin = policy.begin();
        this.range = RunRange.of(policy);
    }

    @Override
    public boolean isCutAs(HostTask other) {
        if (other instanceof MergedTask merged) {
            return merged.isCutAs(this);
        }
        return other instanceof RangeTask like
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
        if (chunks.isShort(count)) {
            run(chunks.begin(first), chunks.end(first + count - 1));
        } else {
            super.run(phase, first, count);
        }
    }

    private void run(long from, long to) {
        if (range.isLive()) {
            live(from, to);
        } else {
            code.run(begin + from, (int) (to - from));
        }
    }

    /** Chunks are those of the largest range, of which the run takes the first indexes. */
    private void live(long from, long to) {
        long end = Math.min(to, range.size());
        if (from < end) {
            code.run(range.begin() + from, (int) (end - from));
        }
    }

    @Override
    public void runAll(int phase) {
        if (chunks.size() > Integer.MAX_VALUE) {
            super.runAll(phase);
        } else {
            run(0, chunks.size());
        }
    }
}
