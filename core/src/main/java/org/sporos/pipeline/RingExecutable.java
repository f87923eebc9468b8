package org.sporos.pipeline;

import java.util.List;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.run.RunFrame;
import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * An executable whose graph uses the levels of rings: a submit rotates them as often as the run does, and is ordered with
 * other runs that use them. Thread-safe.
 */
record RingExecutable(ExecutableGraph inner, RingOrder order) implements ExecutableGraph {

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
            order.end(ran);
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
            order.end(ran);
        }
    }

    private void begin(ExecutionStream stream) {
        RunFrame.refuseInHostNode("submit");
        order.begin(stream);
    }

    /** The backends order each run of a profile. */
    @Override
    public Profile profile(int runs) {
        return inner.profile(runs);
    }

    @Override
    public String explain(ExplainOption... options) {
        return inner.explain(options) + order;
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
