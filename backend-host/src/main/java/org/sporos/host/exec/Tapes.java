package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;
import org.sporos.host.exec.Control.Body;

/**
 * A graph of kernels, or the body of a conditional node, as lists of tasks, one list for each thread that shares it. A task is a chunk of a step; chunks of
 * the same place in their steps are in the same list, so that a thread meets again what it has in its cache. Each list is
 * in a topological order. Immutable.
 *
 * @param slots the number of lists
 * @param base the first step: all others are counted from it
 * @param step the step of each task
 * @param chunk the chunk of its step that each task is
 * @param first the first task of each step, and at the end the number of tasks
 * @param firstBefore where the steps that each step waits for begin
 * @param before the steps that all steps wait for, joins replaced by what they join
 * @param aligned whether a chunk waits only for the chunk of the same number, for each of these
 * @param tape the tasks of all lists
 * @param firstOfSlot where each list begins
 */
@SuppressWarnings("ArrayRecordComponent")
record Tapes(
        int slots,
        int base,
        int[] step,
        int[] chunk,
        int[] first,
        int[] firstBefore,
        int[] before,
        boolean[] aligned,
        int[] tape,
        int[] firstOfSlot) {

    /** Less than so many tasks at a time on average are not worth a second thread. */
    private static final double LEAST_WIDTH = 1.2;

    /** Returns the lists of a program, or null if threads cannot share it or it holds more than kernels. */
    static @Nullable Tapes of(Program program, int threads) {
        return program.chain() ? null : of(program, program.main(), threads);
    }

    /** Returns the lists of a body, or null if threads cannot share it or it holds more than kernels. */
    static @Nullable Tapes of(Program program, Body body, int threads) {
        if (threads == 1 || body.first() == body.end() || !Straight.isFlat(program, body)) {
            return null;
        }
        TapesBuilder builder = new TapesBuilder(program, body, threads);
        return builder.width() < LEAST_WIDTH ? null : builder.build();
    }

    int tasks() {
        return step.length;
    }

    /** Returns the list that each task is in. */
    int[] slotOf() {
        int[] slotOf = new int[tasks()];
        for (int slot = 0; slot < slots; slot++) {
            for (int place = firstOfSlot[slot]; place < firstOfSlot[slot + 1]; place++) {
                slotOf[tape[place]] = slot;
            }
        }
        return slotOf;
    }
}
