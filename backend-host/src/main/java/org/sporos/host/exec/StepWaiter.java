package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;

/** A step of a run that waits outside of the run: for an event, for a semaphore, or for a worker that calls it. */
final class StepWaiter extends Waiter {
    final Run run;
    final int step;
    /** The one behind it in the queue of host calls; guarded by that queue. */
    @Nullable
    StepWaiter nextCall;

    /** When it was put into the queue of host calls, by {@link System#nanoTime()}. */
    long since;

    private StepWaiter(Run run, int step) {
        this.run = run;
        this.step = step;
    }

    /** Returns one for each step of a run that can wait, at the place that the program gives it. */
    static StepWaiter[] of(Run run) {
        StepWaiter[] waiters = new StepWaiter[run.program.waitSteps().length];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = new StepWaiter(run, run.program.waitSteps()[i]);
        }
        return waiters;
    }

    @Override
    void resume() {
        run.resume(step);
    }
}
