package org.sporos.host.task;

import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;

/** A body called once per index of a range of ints. */
final class RangeTask implements HostTask {
    /** The fewest indexes that are worth a chunk of their own when the user says nothing. */
    static final int LEAST = 16;

    private final int begin;
    private final RangeBody body;
    private final Chunks chunks;

    RangeTask(RangePolicy policy, RangeBody body, TaskContext context) {
        this.begin = policy.begin();
        this.body = body;
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
    public void run(int phase, int chunk) {
        loop(body, (int) (begin + chunks.begin(chunk)), (int) (begin + chunks.end(chunk)));
    }

    private static void loop(RangeBody body, int begin, int end) {
        for (int i = begin; i < end; i++) {
            body.at(i);
        }
    }
}
