package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Program;

/** A step that waits outside of the run: for an event, a semaphore, or a worker thread for its host call. */
public final class StepWaiter extends Waiter implements Runnable {
    private final Owner run;
    private final int step;
    /** The next one in the queue of host calls; guarded by that queue. */
    @Nullable
    public StepWaiter nextCall;

    /** The time at which it entered the queue of host calls, by {@link System#nanoTime()}. */
    public long since;

    private StepWaiter(Owner run, int step) {
        this.run = run;
        this.step = step;
    }

    /** The run that contains the step. */
    interface Owner {
        /** Makes a step ready again after its wait. */
        void resume(int step);

        /** Runs a host call. */
        void call(int step);
    }

    /** Returns a waiter for each waiting step, indexed by its slot in the program. */
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

    /** Runs the host call of the step. */
    @Override
    public void run() {
        run.call(step);
    }
}
