package org.sporos.host.schedule;

/**
 * A graph of kernels, or the body of a conditional node, as lists of tasks, one list for each thread that shares it. A task is a chunk of a step; chunks of
 * the same place in their steps are in the same list, so that a thread meets again what it has in its cache. Each list is
 * in a topological order. Immutable.
 *
 * @param queues the number of lists
 * @param base the first step: all others are counted from it
 * @param step the step of each task
 * @param chunk the chunk of its step that each task is
 * @param first the first task of each step, and at the end the number of tasks
 * @param firstBefore where the steps that each step waits for begin
 * @param before the steps that all steps wait for, joins replaced by what they join
 * @param aligned whether a chunk waits only for the chunk of the same number, for each of these
 * @param order the tasks of all lists
 * @param firstOfQueue where each list begins
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

    /** Returns the list that each task is in. */
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
