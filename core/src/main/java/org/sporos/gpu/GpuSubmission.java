package org.sporos.gpu;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;

/** One tracked launch: an event after it tells its end. Thread-safe. */
final class GpuSubmission implements Submission {
    private final GpuExecutable executable;
    private final GpuStream stream;
    private boolean done;
    private @Nullable GraphRunException failure;

    GpuSubmission(GpuExecutable executable, GpuStream stream) {
        this.executable = executable;
        this.stream = stream;
        stream.track(this);
    }

    /** Takes the outcome of the run, once it has ended. */
    synchronized void end() {
        if (!done) {
            done = true;
            for (GraphRunException one : executable.takeFailures()) {
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
        }
    }

    @Override
    public synchronized boolean isDone() {
        if (!done && stream.isIdle()) {
            end();
        }
        return done;
    }

    @Override
    public void await() {
        stream.settle();
        end();
        GraphRunException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public synchronized Optional<GraphRunException> failure() {
        return Optional.ofNullable(failure);
    }
}
