package org.sporos.host.schedule;

/**
 * The tasks of a graph of kernels, or of the body of a conditional node, distributed among queues ahead of all runs,
 * one queue for each thread. A task is a chunk of a step; chunks with the same share of their steps are in the same
 * queue, which gives chunks an affinity to the thread that has their data in its cache. Each queue is in a topological
 * order. Immutable.
 *
 * @param queues the number of queues
 * @param base the first step: all others are counted from it
 * @param step the step of each task
 * @param chunk the chunk of its step that each task is
 * @param first the first task of each step, and at the end the number of tasks
 * @param firstBefore where the predecessors of each step begin
 * @param before the predecessors of all steps, joins replaced by what they join
 * @param aligned for each of these, whether a chunk waits only for the chunk of the same number
 * @param order the tasks of all queues
 * @param firstOfQueue where each queue begins
 */
@SuppressWarnings("ArrayRecordComponent")
public record StaticSchedule(
        int queues,
        int base,
        int[] step,
        int[] chunk,
        int[] first,
        int[] firstBefore,
        int[] before,
        boolean[] aligned,
        int[] order,
        int[] firstOfQueue) {

    public int tasks() {
        return step.length;
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
