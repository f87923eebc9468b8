package org.sporos.host.schedule;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.view.IntView;

/**
 * A conditional node: the question it asks and the bodies it chooses from.
 *
 * @param work the If, While or Switch
 * @param bodies then and else, the loop body, or the cases
 */
@SuppressWarnings("ArrayRecordComponent")
public record Control(Work work, Body[] bodies) {

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
        int index;
        if (work instanceof Work.If branch) {
            index = branch.condition().test() ? 0 : 1;
        } else {
            index = ((Work.Switch) work).selector().index();
        }
        return index >= 0 && index < bodies.length ? bodies[index] : null;
    }

    /** Returns whether a loop goes on. */
    public boolean holds() {
        return ((Work.While) work).condition().test();
    }

    /** Returns the number of passes that a loop may take. */
    public int maxPasses() {
        return ((Work.While) work).maxPasses();
    }

    /** Writes the number of passes of a loop where the user wants it. */
    public void tell(int passes) {
        IntView view = ((Work.While) work).passes();
        if (view != null) {
            view.set(passes);
        }
    }
}
