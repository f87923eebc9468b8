package org.sporos.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Submission;
import org.sporos.run.RunFrame;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.RingState;

/**
 * An executable whose graph uses the levels of rings: a submit turns them as often as the run does, and is ordered with
 * other runs that use them. Thread-safe.
 */
final class RingExecutable implements ExecutableGraph {
    private final ExecutableGraph inner;
    /** In the order in which they are locked. */
    private final RingState[] rings;
    /** How often a run turns each ring. */
    private final int[] turns;

    private RingExecutable(ExecutableGraph inner, List<RingState> rings, int[] turns) {
        this.inner = inner;
        this.rings = rings.toArray(RingState[]::new);
        this.turns = turns;
    }

    /** Returns an executable with the order that the rings of its graph ask for. */
    static RingExecutable of(ExecutableGraph inner, List<RingState> rings, Graph graph) {
        List<RingState> inOrder = RingState.inOrder(rings);
        int[] turns = new int[inOrder.size()];
        for (int r = 0; r < turns.length; r++) {
            turns[r] = turns(inOrder.get(r), graph);
        }
        return new RingExecutable(inner, inOrder, turns);
    }

    /** Bodies of conditionals turn nothing; a nested graph counts as often as it is nested. */
    private static int turns(RingState ring, Graph graph) {
        int turns = 0;
        for (Node node : graph.nodes()) {
            Graph nested = node.work().inlined();
            turns += node.effects().turns() == ring ? 1 : 0;
            turns += nested == null ? 0 : turns(ring, nested);
        }
        return turns;
    }

    private void begin(ExecutionStream stream) {
        RunFrame.refuseInHostNode("submit");
        int begun = 0;
        try {
            for (; begun < rings.length; begun++) {
                rings[begun].submits(stream, turns[begun] > 0);
            }
        } finally {
            if (begun < rings.length) {
                end(begun, null);
            }
        }
    }

    /** @param ran the stream that has the run, or null if the submit has failed */
    private void end(int begun, @Nullable ExecutionStream ran) {
        for (int r = begun - 1; r >= 0; r--) {
            rings[r].submitted(ran, turns[r]);
        }
    }

    @Override
    public Graph graph() {
        return inner.graph();
    }

    @Override
    public ExecutionSpace space() {
        return inner.space();
    }

    @Override
    public List<Diagnostic> warnings() {
        return inner.warnings();
    }

    @Override
    public void submit() {
        submit(space().defaultStream());
    }

    @Override
    public void submit(ExecutionStream stream) {
        begin(stream);
        ExecutionStream ran = null;
        try {
            inner.submit(stream);
            ran = stream;
        } finally {
            end(rings.length, ran);
        }
    }

    @Override
    public Submission submitTracked() {
        return submitTracked(space().defaultStream());
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        begin(stream);
        ExecutionStream ran = null;
        try {
            Submission submission = inner.submitTracked(stream);
            ran = stream;
            return submission;
        } finally {
            end(rings.length, ran);
        }
    }

    @Override
    public String explain() {
        StringBuilder text = new StringBuilder(inner.explain());
        for (int r = 0; r < rings.length; r++) {
            text.append("uses a ring of " + rings[r].size() + " levels, " + Labels.quoted(rings[r].label())
                    + ", and turns it " + turns[r] + (turns[r] == 1 ? " time a run\n" : " times a run\n"));
        }
        return text.toString();
    }

    @Override
    public void close() {
        inner.close();
    }

    @Override
    public String toString() {
        return inner.toString();
    }
}
