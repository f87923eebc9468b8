package org.sporos.host.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.host.task.RotateTask;
import org.sporos.view.IntView;

/**
 * A conditional node: the question it asks and the bodies it chooses from.
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
     * @param end its last step, which all its leaves lead to
     * @param roots the steps that wait for nothing
     */
    public record Body(int first, int end, int[] roots) {}

    /** Returns the body that is chosen now, or null for none. */
    @Nullable
    public Body choose() {
        int index = work.ask();
        return index >= 0 && index < bodies.length ? bodies[index] : null;
    }

    /** Returns whether a loop goes on. */
    public boolean holds() {
        return work.ask() == 0;
    }

    /** Returns the number of iterations that a loop may make. */
    public int maxIterations() {
        return work.maxIterations();
    }

    /** Stores the number of iterations of a loop where the user and its rotations read it. */
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
