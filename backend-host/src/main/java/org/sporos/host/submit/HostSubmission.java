package org.sporos.host.submit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.host.run.Completion;
import org.sporos.host.run.RunFailure;
import org.sporos.host.threads.Scheduler;

/** One tracked run on host. */
final class HostSubmission implements Submission, Completion {
    private final Scheduler scheduler;
    private @Nullable RunFailure failure;
    private @Nullable GraphRunException thrown;
    private volatile boolean done;

    HostSubmission(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Says that the run has ended. */
    void end(@Nullable RunFailure why) {
        failure = why;
        done = true;
    }

    @Override
    public boolean isDone(long target) {
        return done;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void await() {
        Refusals.inRun("await");
        scheduler.await(this, 0);
        GraphRunException why = thrown();
        if (why != null) {
            throw why;
        }
    }

    @Override
    public Optional<GraphRunException> failure() {
        return done ? Optional.ofNullable(thrown()) : Optional.empty();
    }

    /** Returns the same failure each time, whose text is made at the first. */
    private synchronized @Nullable GraphRunException thrown() {
        if (thrown == null && failure != null) {
            thrown = FailureText.of(failure);
        }
        return thrown;
    }
}
