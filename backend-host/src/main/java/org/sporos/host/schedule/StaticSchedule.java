package org.sporos.host.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a graph of kernels, or of a conditional body, distributed ahead among queues, one per thread. A task is
 * a piece of a step: consecutive chunks. Pieces with the same share of their steps are in the same queue, for affinity
 * to the thread with their data in its cache. Each queue is in a topological order. Immutable.
 *
 * @param queues the number of queues
 * @param base the first step: all others are relative to it
 * @param step the step of each task
 * @param piece the index of each task within its step
 * @param firstChunk the first chunk of each task, which ends at the first chunk of the next piece of its step
 * @param first the first task of each step, followed by the number of tasks
 * @param firstBefore the index of the first predecessor of each step
 * @param before the predecessors of all steps, joins replaced by their own predecessors
 * @param aligned for each of these edges, whether it holds between pieces of the same number alone
 * @param order the tasks of all queues
 * @param firstOfQueue the index in that order of the first task of each queue
 * @param nanos the time of a run by the cost model of {@link ListScheduler}, 0 without measured steps
 */
@SuppressWarnings("ArrayRecordComponent")
public record StaticSchedule(
        int queues,
        int base,
        int[] step,
        int[] piece,
        int[] firstChunk,
        int[] first,
        int[] firstBefore,
        int[] before,
        boolean[] aligned,
        int[] order,
        int[] firstOfQueue,
        double nanos) {

    public int tasks() {
        return step.length;
    }

    /** Returns whether another schedule of the same body has the same pieces. */
    public boolean isCutAs(@Nullable StaticSchedule other) {
        return other != null && Arrays.equals(first, other.first);
    }

    /** Returns the queue of each task. */
    public int[] queueOf() {
        int[] queueOf = new int[tasks()];
        for (int slot = 0; slot < queues; slot++) {
            for (int index = firstOfQueue[slot]; index < firstOfQueue[slot + 1]; index++) {
                queueOf[order[index]] = slot;
            }
        }
        return queueOf;
    }
}
