package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Program;

/** A step of a run that waits outside of the run: for an event, for a semaphore, or for a worker that calls it. */
public final class StepWaiter extends Waiter implements Runnable {
    private final Owner run;
    private final int step;
    /** The one behind it in the queue of host calls; guarded by that queue. */
    @Nullable
    public StepWaiter nextCall;

    /** When it was put into the queue of host calls, by {@link System#nanoTime()}. */
    public long since;

    private StepWaiter(Owner run, int step) {
        this.run = run;
        this.step = step;
    }

    /** The run that a step belongs to. */
    interface Owner {
        /** Makes a step ready again that has waited. */
        void resume(int step);

        /** Does a host call. */
        void call(int step);
    }

    /** Returns one for each step of a run that can wait, at the place that the program gives it. */
    static StepWaiter[] of(Program program, Owner run) {
        StepWaiter[] waiters = new StepWaiter[program.waitSteps().length];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = new StepWaiter(run, program.waitSteps()[i]);
        }
        return waiters;
    }

    @Override
    public void resume() {
        run.resume(step);
    }

    /** Does the host call that the step is. */
    @Override
    public void run() {
        run.call(step);
    }
}
