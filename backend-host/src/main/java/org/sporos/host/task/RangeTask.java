package org.sporos.host.task;

import org.sporos.host.code.TieredLoop;
import org.sporos.policy.RangePolicy;

/** Code that is run once per index of a range of ints. */
final class RangeTask implements HostTask {
    /** The fewest indexes that are worth a chunk of their own when the user says nothing. */
    static final int LEAST = 16;

    private final int begin;
    private final RunRange range;
    private final TieredLoop code;
    private final Chunks chunks;

    RangeTask(RangePolicy policy, TieredLoop code, TaskContext context) {
        this.begin = policy.begin();
        this.range = RunRange.of(policy);
        this.code = code;
        this.chunks = Chunks.of(policy.size(), policy.chunk(), LEAST, context);
    }

    @Override
    public int phases() {
        return 1;
    }

    @Override
    public int chunks(int phase) {
        return chunks.count();
    }

    @Override
    public Tier tier() {
        return Kernels.tier(code);
    }

    @Override
    public String note() {
        return Kernels.note(code);
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
            HostTask.super.run(phase, first, count);
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
            HostTask.super.runAll(phase);
        } else {
            run(0, chunks.size());
        }
    }
}
