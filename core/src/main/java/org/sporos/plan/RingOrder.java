package org.sporos.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.RingState;
import org.sporos.space.ExecutionStream;

/**
 * The order of the runs of graphs that share rings: each submit is enclosed by {@link #begin} and {@link #end}, which
 * rotates the rings as often as the run does. Thread-safe.
 */
public final class RingOrder {
    /** The rings in locking order. */
    private final RingState[] rings;
    /** The number of rotations of each ring in a run. */
    private final int[] rotations;

    private RingOrder(RingState[] rings, int[] rotations) {
        this.rings = rings;
        this.rotations = rotations;
    }

    /** Returns the order for the rings of a graph. */
    public static RingOrder of(List<RingState> rings, Graph graph) {
        RingState[] inOrder = RingState.inOrder(rings).toArray(RingState[]::new);
        int[] rotations = new int[inOrder.length];
        for (int r = 0; r < rotations.length; r++) {
            rotations[r] = rotations(inOrder[r], graph);
        }
        return new RingOrder(inOrder, rotations);
    }

    /**
     * Returns the rotations of a ring in a run. A nested graph counts each time it is nested; bodies of conditionals do
     * not count, because they restore the position.
     */
    private static int rotations(RingState ring, Graph graph) {
        int rotations = 0;
        for (Node node : graph.nodes()) {
            Graph nested = node.work().inlined();
            rotations += node.effects().rotates() == ring ? 1 : 0;
            rotations += nested == null ? 0 : rotations(ring, nested);
        }
        return rotations;
    }

    /** Returns whether there are no rings, so that submits need no order. */
    public boolean isEmpty() {
        return rings.length == 0;
    }

    /**
     * Begins a submit to a stream. Other submits with one of the rings block until its end.
     *
     * @throws RuntimeException the failure of an earlier run that this waited for; then the submit is already ended
     */
    public void begin(ExecutionStream stream) {
        int begun = 0;
        try {
            for (; begun < rings.length; begun++) {
                rings[begun].submits(stream, rotations[begun] > 0);
            }
        } finally {
            if (begun < rings.length) {
                end(begun, null);
            }
        }
    }

    /**
     * Ends a submit.
     *
     * @param ran the stream of the run, or null if the submit failed
     */
    public void end(@Nullable ExecutionStream ran) {
        end(rings.length, ran);
    }

    private void end(int begun, @Nullable ExecutionStream ran) {
        for (int r = begun - 1; r >= 0; r--) {
            rings[r].submitted(ran, rotations[r]);
        }
    }

    /** Returns a line for each ring. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rings.length; r++) {
            text.append("uses a ring of " + rings[r].size() + " levels, " + Labels.quoted(rings[r].label())
                    + ", and rotates it " + rotations[r] + (rotations[r] == 1 ? " time a run\n" : " times a run\n"));
        }
        return text.toString();
    }
}
