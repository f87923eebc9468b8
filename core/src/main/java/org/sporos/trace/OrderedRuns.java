package org.sporos.trace;

import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;

/**
 * Profiled runs that turn the rings of their graph, and are ordered with other runs that use them. Used by one thread.
 */
public final class OrderedRuns implements ProfiledRuns {
    private final ProfiledRuns runs;
    private final RingOrder order;
    private final ExecutionStream stream;

    /** @param stream the stream of the runs */
    public OrderedRuns(ProfiledRuns runs, RingOrder order, ExecutionStream stream) {
        this.runs = runs;
        this.order = order;
        this.stream = stream;
    }

    @Override
    public ExecutionSpace space() {
        return runs.space();
    }

    @Override
    public LoweringContext context() {
        return runs.context();
    }

    @Override
    public int[] parts(LaunchTable table) {
        return runs.parts(table);
    }

    @Override
    public double clockNanos() {
        return runs.clockNanos();
    }

    @Override
    public void prepare(boolean isRecorded) {
        runs.prepare(isRecorded);
    }

    @Override
    public void submit(boolean isRecorded) {
        order.begin(stream);
        ExecutionStream ran = null;
        try {
            runs.submit(isRecorded);
            ran = stream;
        } finally {
            order.end(ran);
        }
    }

    @Override
    public void await() {
        runs.await();
    }

    @Override
    public RunRecord record(LaunchTable table) {
        return runs.record(table);
    }

    @Override
    public void close() {
        runs.close();
    }
}
