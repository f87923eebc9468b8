package org.sporos.host.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a graph of kernels, or of the body of a conditional node, distributed among queues ahead of all runs,
 * one queue for each thread. A task is a piece of a step: some chunks that follow each other. Pieces with the same share
 * of their steps are in the same queue, which gives them an affinity to the thread that has their data in its cache.
 * Each queue is in a topological order. Immutable.
 *
 * @param queues the number of queues
 * @param base the first step: all others are counted from it
 * @param step the step of each task
 * @param piece the index of each task within its step
 * @param firstChunk the first chunk of each task; the last one ends where the next piece of its step begins
 * @param first the first task of each step, and at the end the number of tasks
 * @param firstBefore where the predecessors of each step begin
 * @param before the predecessors of all steps, joins replaced by what they join
 * @param aligned for each of these, whether a piece waits only for the piece of the same number
 * @param order the tasks of all queues
 * @param firstOfQueue where each queue begins
 * @param nanos how long a run takes by the cost model of {@link ListScheduler}, 0 if its steps were not measured
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

    /** Returns the queue that each task is in. */
    public int[] queueOf() {
        int[] queueOf = new int[tasks()];
        for (int slot = 0; slot < queues; slot++) {
            for (int place = firstOfQueue[slot]; place < firstOfQueue[slot + 1]; place++) {
                queueOf[order[place]] = slot;
            }
        }
        return queueOf;
    }
}
