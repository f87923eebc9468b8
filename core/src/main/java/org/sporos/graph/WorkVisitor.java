package org.sporos.graph;

import org.jspecify.annotations.Nullable;

/**
 * A visitor of all kinds of nodes. A new kind adds a method here, which every step of the library must implement.
 *
 * @param <R> the result of the step
 */
public interface WorkVisitor<R extends @Nullable Object> {

    /** Visits a join. */
    R join(Work.Join work);

    /** Visits a body for each index. */
    R parallelFor(Work.ParallelFor work);

    /** Visits reductions. */
    R parallelReduce(Work.ParallelReduce work);

    /** Visits a prefix sum. */
    R parallelScan(Work.ParallelScan work);

    /** Visits a single call on the device. */
    R single(Work.Single work);

    /** Visits a call on the CPU. */
    R hostCall(Work.HostCall work);

    /** Visits a copy. */
    R deepCopy(Work.DeepCopy work);

    /** Visits a fill. */
    R fill(Work.Fill work);

    /** Visits a nested graph. */
    R subGraph(Work.SubGraph work);

    /** Visits captured calls. */
    R captured(Work.Captured work);

    /** Visits a branch. */
    R branch(Work.If work);

    /** Visits a loop. */
    R loop(Work.While work);

    /** Visits a choice of several graphs. */
    R choice(Work.Switch work);

    /** Visits an allocation. */
    R allocate(Work.Allocate work);

    /** Visits a free. */
    R free(Work.Free work);

    R advance(Work.Advance work);

    /** Visits a record of an event. */
    R recordEvent(Work.RecordEvent work);

    /** Visits a wait for an event. */
    R awaitEvent(Work.AwaitEvent work);

    /** Visits a signal of a semaphore. */
    R signalSemaphore(Work.SignalSemaphore work);

    /** Visits a wait for a semaphore. */
    R waitSemaphore(Work.WaitSemaphore work);
}
