package org.sporos.host.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.host.task.RotateTask;
import org.sporos.view.IntView;

/**
 * A conditional node: its condition and its bodies.
 *
 * @param work the If, While or Switch
 * @param bodies then and else, the loop body, or the cases
 * @param rotations the tasks that restore the positions of rings after a loop
 */
@SuppressWarnings("ArrayRecordComponent")
public record Control(Conditional work, Body[] bodies, List<RotateTask> rotations) {

    /**
     * The steps of one plan.
     *
     * @param first its first step
     * @param end its last step, the common successor of all its leaves
     * @param roots the steps without predecessors
     */
    public record Body(int first, int end, int[] roots) {}

    /** Evaluates the condition; returns the chosen body, or null for none. */
    @Nullable
    public Body choose() {
        int index = work.ask();
        return index >= 0 && index < bodies.length ? bodies[index] : null;
    }

    /** Evaluates the condition of a loop; returns whether it continues. */
    public boolean holds() {
        return work.ask() == 0;
    }

    /** Returns the largest number of iterations of a loop. */
    public int maxIterations() {
        return work.maxIterations();
    }

    /** Stores the number of iterations of a loop for its rotations and for the user's view. */
    public void tell(int iterations) {
        for (int k = 0; k < rotations.size(); k++) {
            rotations.get(k).iterations(iterations);
        }
        IntView view = work.iterations();
        if (view != null) {
            view.set(iterations);
        }
    }
}
