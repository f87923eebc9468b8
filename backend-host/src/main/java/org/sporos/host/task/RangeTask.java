package org.sporos.host.task;

import org.sporos.host.jit.TieredLoop;
import org.sporos.policy.Policy;

/** A loop over a range of ints or longs. */
final class RangeTask extends LoopTask {
    /** The most indexes per call of generated code, which counts them by an int. */
    private static final long PIECE = 1 << 30;

    private final RunRange range;

    /** @param isLong whether an index may take long */
    RangeTask(Policy policy, TieredLoop code, boolean isLong, TaskContext context) {
        super(code, Chunks.ofRange(policy.size(), Chunks.wanted(policy), isLong, context));
        this.range = RunRange.of(policy);
    }

    @Override
    public boolean isCutAs(HostTask other) {
        if (other instanceof MergedTask merged) {
            return merged.isCutAs(this);
        }
        return other instanceof RangeTask like
                && !range.isDynamic()
                && like.range.equals(range)
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

    /** Intersects chunks, which are those of the largest range, with the range of the run. */
    private void run(long from, long to) {
        long begin = range.begin();
        long end = Math.min(to, range.size());
        for (long first = from; first < end; first += PIECE) {
            code.run(begin + first, (int) Math.min(PIECE, end - first));
        }
    }
}
