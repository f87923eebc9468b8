package org.sporos.gpu;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunCompletion;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.internal.base.CompletionThreads;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;

/** One tracked run; it is complete once its stream has settled. Thread-safe. */
final class GpuSubmission implements Submission, StreamRun {
    private final StreamRun executable;
    private final GpuStream stream;
    private boolean done;
    private @Nullable GraphRunException failure;
    private @Nullable RunCompletion completion;

    GpuSubmission(StreamRun executable, GpuStream stream) {
        this.executable = executable;
        this.stream = stream;
    }

    @Override
    public Graph graph() {
        return executable.graph();
    }

    @Override
    public RunEffects effects() {
        return executable.effects();
    }

    /** Sets the outcome of the run. */
    @Override
    public synchronized List<GraphRunException> ended(@Nullable GpuException broken) {
        if (!done) {
            if (broken != null && failure == null) {
                failure = GraphRunException.ofDevice("D401", executable.graph().label(), broken);
            }
            for (GraphRunException one : executable.ended(broken)) {
                if (failure == null) {
                    failure = one;
                } else {
                    failure.addSuppressed(one);
                }
            }
            // Last: after an exception above, the next wait retries.
            done = true;
        }
        return List.of();
    }

    private synchronized boolean isEnded() {
        return done;
    }

    @Override
    public boolean isDone() {
        RunFrame.refuseDeviceCallInHostNode("isDone");
        if (!isEnded() && stream.isIdle()) {
            stream.settle();
        }
        return isEnded();
    }

    @Override
    public void await() {
        RunFrame.refuseInHostNode("await");
        StackReserve.require(0);
        stream.settle();
        throwFailure();
    }

    /** Polls, since a driver's wait has no timeout. The delay adds at most a tenth of the time waited. */
    @Override
    public boolean await(Duration timeout) {
        Required.argument(timeout, "the time to wait for a run");
        RunFrame.refuseInHostNode("await");
        long begin = System.nanoTime();
        long limit = RunCompletion.nanos(timeout);
        while (!isDone()) {
            long waited = System.nanoTime() - begin;
            if (waited >= limit) {
                return false;
            }
            LaunchStream.backOff(waited, limit - waited);
        }
        throwFailure();
        return true;
    }

    private void throwFailure() {
        failure().ifPresent(thrown -> {
            throw thrown;
        });
    }

    @Override
    public CompletionStage<Void> completion() {
        RunFrame.refuseDeviceCallInHostNode("completion");
        // Outside of the lock: settling a stream locks its submissions.
        boolean ended = isDone();
        RunCompletion known;
        synchronized (this) {
            if (completion != null) {
                return completion.stage();
            }
            known = new RunCompletion();
            if (!ended) {
                CompletionThreads.run(() -> complete(known));
            }
            completion = known;
        }
        if (ended) {
            known.complete(this);
        }
        return known.stage();
    }

    private void complete(RunCompletion known) {
        try {
            stream.settle();
            known.complete(this);
        } catch (Throwable e) {
            known.fail(e);
        }
    }

    @Override
    public synchronized Optional<GraphRunException> failure() {
        return Optional.ofNullable(failure);
    }
}
