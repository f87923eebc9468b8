package org.sporos.host.task;

import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;

/** A body called once per index of a range of longs. */
final class LongRangeTask implements HostTask {
    private final long begin;
    private final LongRangeBody body;
    private final Chunks chunks;

    LongRangeTask(LongRangePolicy policy, LongRangeBody body, TaskContext context) {
        this.begin = policy.begin();
        this.body = body;
        this.chunks = Chunks.of(policy.size(), policy.chunk(), RangeTask.LEAST, context);
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
    public void run(int phase, int chunk) {
        loop(body, begin + chunks.begin(chunk), begin + chunks.end(chunk));
    }

    private static void loop(LongRangeBody body, long begin, long end) {
        for (long i = begin; i < end; i++) {
            body.at(i);
        }
    }
}
