package org.sporos.gpu;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.space.StackReserve;

/** One tracked launch: an event after it tells its end. Thread-safe. */
final class GpuSubmission implements Submission {
    private final StreamRun executable;
    private final GpuStream stream;
    private boolean done;
    private @Nullable GraphRunException failure;

    GpuSubmission(StreamRun executable, GpuStream stream) {
        this.executable = executable;
        this.stream = stream;
        stream.track(this::end);
    }

    /**
     * Takes the outcome of the run, once it has ended.
     *
     * @param broken what ended the device, or null
     */
    synchronized void end(@Nullable GpuException broken) {
        if (!done) {
            if (broken != null && failure == null) {
                failure = GraphRunException.ofDevice("D401", executable.graph().label(), broken);
            }
            for (GraphRunException one : executable.takeFailures()) {
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
            // Last: what throws above is tried again by the next who waits.
            done = true;
        }
    }

    private synchronized boolean isEnded() {
        return done;
    }

    @Override
    public boolean isDone() {
        if (!isEnded() && stream.isIdle()) {
            stream.settle();
        }
        return isEnded();
    }

    @Override
    public void await() {
        StackReserve.require(0);
        stream.settle();
        failure().ifPresent(thrown -> {
            throw thrown;
        });
    }

    @Override
    public synchronized Optional<GraphRunException> failure() {
        return Optional.ofNullable(failure);
    }
}
