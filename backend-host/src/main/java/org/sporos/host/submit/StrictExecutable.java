package org.sporos.host.submit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/** An executable of a strict space, which keeps account of its runs. */
record StrictExecutable(HostExecutable inner, StrictOrder order) implements ExecutableGraph {

    /** A tracked run of a strict space. */
    private record Tracked(Submission inner, VectorClock after, StrictOrder order) implements Submission {

        /** A run that is seen to have ended has been waited for. */
        @Override
        public boolean isDone() {
            boolean done = inner.isDone();
            if (done) {
                order.cover(after);
            }
            return done;
        }

        @Override
        public void await() {
            Refusals.inRun("await");
            try {
                inner.await();
            } finally {
                isDone();
            }
        }

        @Override
        public boolean await(Duration timeout) {
            Refusals.inRun("await");
            try {
                return inner.await(timeout);
            } finally {
                isDone();
            }
        }

        @Override
        public CompletionStage<Void> completion() {
            return inner.completion().whenComplete((nothing, failure) -> isDone());
        }

        @Override
        public Optional<GraphRunException> failure() {
            return inner.failure();
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
        submit(inner.defaultStream());
    }

    @Override
    public void submit(ExecutionStream stream) {
        inner.submit(stream);
        order.submitted(graph(), inner.effects(), stream);
    }

    @Override
    public Submission submitTracked() {
        return submitTracked(inner.defaultStream());
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        Submission submission = inner.submitTracked(stream);
        return new Tracked(submission, order.submitted(graph(), inner.effects(), stream), order);
    }

    /** All its runs have ended when it returns. */
    @Override
    public Profile profile(int runs) {
        VectorClock after = order.submitted(graph(), inner.effects(), inner.defaultStream());
        try {
            return inner.profile(runs);
        } finally {
            order.cover(after);
        }
    }

    @Override
    public String explain(ExplainOption... options) {
        return inner.explain(options);
    }

    @Override
    public void close() {
        VectorClock after = order.after(inner.effects());
        inner.close();
        order.cover(after);
        order.forget(inner.effects());
    }

    @Override
    public String toString() {
        return inner.toString();
    }
}
