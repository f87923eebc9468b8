package org.sporos.host.submit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunCompletion;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.host.run.Completion;
import org.sporos.host.run.RunFailure;
import org.sporos.host.threads.Scheduler;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;

/** One tracked run on host. */
final class HostSubmission extends EndedRuns.Waited implements Submission, Completion {
    private final Scheduler scheduler;
    private @Nullable RunFailure failure;
    private @Nullable GraphRunException thrown;
    private volatile boolean done;
    private @Nullable RunCompletion completion;

    HostSubmission(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Marks the run as ended. Neither allocates nor calls user code. */
    void end(@Nullable RunFailure why) {
        failure = why;
        synchronized (this) {
            done = true;
            notifyAll();
            if (completion != null) {
                EndedRuns.ALL.ended(this);
            }
        }
    }

    @Override
    public boolean isDone(long target) {
        return done;
    }

    @Override
    public boolean isDone() {
        RunFrame.refuseDeviceCallInHostNode("isDone");
        return done;
    }

    @Override
    public void await() {
        Refusals.inRun("await");
        scheduler.await(this, 0);
        throwFailure();
    }

    /** Workers execute the run, since a thread that participated could not stop in time. */
    @Override
    public boolean await(Duration timeout) {
        Required.argument(timeout, "the time to wait for a run");
        Refusals.inRun("await");
        if (!isDoneWithin(RunCompletion.nanos(timeout))) {
            return false;
        }
        throwFailure();
        return true;
    }

    private synchronized boolean isDoneWithin(long nanos) {
        long begin = System.nanoTime();
        boolean interrupted = false;
        long left = nanos;
        while (!done && left > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = nanos - (System.nanoTime() - begin);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    private void throwFailure() {
        GraphRunException why = thrown();
        if (why != null) {
            throw why;
        }
    }

    @Override
    public CompletionStage<Void> completion() {
        RunFrame.refuseDeviceCallInHostNode("completion");
        RunCompletion known;
        boolean ended;
        synchronized (this) {
            if (completion != null) {
                return completion.stage();
            }
            known = new RunCompletion();
            ended = done;
            if (!ended) {
                EndedRuns.ALL.expect();
            }
            completion = known;
        }
        if (ended) {
            known.complete(this);
        }
        return known.stage();
    }

    @Override
    void complete() {
        Required.internal(completion, "what waits for the end of a run").complete(this);
    }

    @Override
    public Optional<GraphRunException> failure() {
        return done ? Optional.ofNullable(thrown()) : Optional.empty();
    }

    /** Returns the same exception at each call; its message is built at the first. */
    private synchronized @Nullable GraphRunException thrown() {
        if (thrown == null && failure != null) {
            thrown = FailureText.of(failure);
        }
        return thrown;
    }
}
