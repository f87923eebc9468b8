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
import org.sporos.internal.base.CompletionThreads;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;

/** One tracked run on host. */
final class HostSubmission implements Submission, Completion {
    private final Scheduler scheduler;
    private @Nullable RunFailure failure;
    private @Nullable GraphRunException thrown;
    private volatile boolean done;
    private @Nullable RunCompletion completion;
    /** The next ended run in the list. */
    private @Nullable HostSubmission next;

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

    /** Completes the stage, which calls its dependent actions. */
    private void complete() {
        Required.internal(completion, "what waits for the end of a run").complete(this);
    }

    @Override
    public Optional<GraphRunException> failure() {
        return done ? Optional.ofNullable(thrown()) : Optional.empty();
    }

    /** Returns one exception, whose message is built at the first call. */
    private synchronized @Nullable GraphRunException thrown() {
        if (thrown == null && failure != null) {
            thrown = FailureText.of(failure);
        }
        return thrown;
    }

    /**
     * Ended tracked runs with stages to be completed. The thread that ends a run must neither allocate nor call user
     * code: it links the run into a list, and one watcher thread passes it to another thread, which completes the
     * stage. The watcher lives while runs with a stage are under way. Thread-safe.
     */
    private static final class EndedRuns {
        static final EndedRuns ALL = new EndedRuns();

        /** The last ended run, the head of the list. */
        private @Nullable HostSubmission last;
        /** The number of runs with a stage that were not passed on yet. */
        private long expected;

        private boolean watched;

        /** Announces a run with a stage. */
        synchronized void expect() {
            if (!watched) {
                CompletionThreads.run(this::watch);
                watched = true;
            }
            expected++;
        }

        /** Adds an ended run. */
        synchronized void ended(HostSubmission run) {
            run.next = last;
            last = run;
            notifyAll();
        }

        private void watch() {
            for (HostSubmission first = next(); first != null; first = next()) {
                HostSubmission run = first;
                while (run != null) {
                    HostSubmission behind = run.next;
                    run.next = null;
                    complete(run);
                    run = behind;
                }
            }
        }

        private static void complete(HostSubmission run) {
            try {
                CompletionThreads.run(run::complete);
            } catch (Throwable noThread) {
                run.complete();
            }
        }

        /** Returns the list of ended runs in order, or null once none is expected. */
        private synchronized @Nullable HostSubmission next() {
            while (last == null && expected > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // Interrupts are ignored: the thread belongs to the library.
                }
            }
            HostSubmission first = null;
            while (last != null) {
                HostSubmission before = last.next;
                last.next = first;
                first = last;
                last = before;
                expected--;
            }
            watched = first != null;
            return first;
        }
    }
}
