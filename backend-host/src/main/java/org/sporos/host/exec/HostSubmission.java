package org.sporos.host.exec;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;

/** One tracked run on host. */
final class HostSubmission implements Submission, Awaited {
    private final Pool pool;
    private @Nullable GraphRunException failure;
    private volatile boolean done;

    HostSubmission(Pool pool) {
        this.pool = pool;
    }

    /** Says that the run has ended. */
    void end(@Nullable GraphRunException why) {
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
        pool.await(this, 0);
        GraphRunException why = failure;
        if (why != null) {
            throw why;
        }
    }

    @Override
    public Optional<GraphRunException> failure() {
        return done ? Optional.ofNullable(failure) : Optional.empty();
    }
}
