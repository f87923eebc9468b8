package org.sporos.host.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.tune.ExecutionTuner;
import org.sporos.host.tune.ModeDecider;
import org.sporos.internal.error.Required;

/**
 * The body of a conditional node of kernels alone. Each iteration is either shared among threads by a static schedule
 * or run serially by the calling thread, as its {@link ModeDecider} decides. One iteration runs at a time, as its own
 * job of the pool.
 */
final class BodyRun {
    private final Owner run;
    private final WorkerPool pool;
    private final int threads;
    private final Body body;
    private final FlatBody flat;
    private final ModeDecider decider;
    private int jobSlot;
    private long began;

    private BodyRun(Owner run, StepExecutor executor, WorkerPool pool, int threads, Body body, SerialProgram serial) {
        this.run = run;
        this.pool = pool;
        this.threads = threads;
        this.body = body;
        StaticSchedule first = ListScheduler.of(executor.program, body, threads, null);
        this.flat = new FlatBody(executor, body, serial, first, pool, threads, this::ended);
        this.decider = new ModeDecider(first == null ? 1 : threads);
    }

    /** The run that contains the body. */
    interface Owner {
        /** Continues the run after the body that ends at the step. */
        void bodyEnded(int step);
    }

    /** Returns the bodies of conditional nodes of kernels alone, indexed by their first step; null elsewhere. */
    static @Nullable BodyRun[] of(StepExecutor executor, WorkerPool pool, int threads, Owner run) {
        Program program = executor.program;
        BodyRun[] all = new BodyRun[program.size()];
        for (Object extra : program.extra()) {
            if (extra instanceof Control control) {
                for (Body body : control.bodies()) {
                    SerialProgram serial = SerialProgram.of(program, body);
                    all[body.first()] = serial == null ? null : new BodyRun(run, executor, pool, threads, body, serial);
                }
            }
        }
        return all;
    }

    /**
     * Starts an iteration. Returns true if threads share it, and its end notifies the owner; or runs it on this thread
     * and returns false.
     */
    boolean begin() {
        ScheduledRun shared = flat.shared();
        if (shared == null || !decider.sharesNext()) {
            run();
            return false;
        }
        began = System.nanoTime();
        jobSlot = pool.activate(shared);
        shared.begin(decider.workNanos(threads), ExecutionTuner.INLINE_LIMIT_NANOS);
        pool.signal();
        return true;
    }

    /** Runs an iteration on this thread. */
    void run() {
        began = System.nanoTime();
        flat.run();
        took(false, false);
    }

    private void ended() {
        pool.deactivate(jobSlot);
        took(
                true,
                Required.internal(flat.shared(), "the schedule of a shared body")
                        .wasShared());
        run.bodyEnded(body.end());
    }

    private void took(boolean wasShared, boolean together) {
        decider.ended(wasShared, together, System.nanoTime() - began, 1);
        flat.learn(decider);
    }

    /** Returns whether the serial time is known. */
    boolean isMeasured() {
        return decider.serial().isKnown();
    }

    /** Returns whether threads share iterations, or a shared iteration is about to be measured. */
    boolean isShared() {
        return flat.shared() != null && (decider.sharesNext() || decider.isMeasuring());
    }

    /** Returns a description for reports. */
    String describe() {
        String one = "an iteration takes one thread " + micros(decider.serial().typical());
        StaticSchedule schedule = flat.schedule();
        if (schedule == null || !decider.sharesNext()) {
            return one + ", which is not shared";
        }
        String taken = decider.shared().isKnown()
                ? " and takes " + micros(decider.shared().typical())
                : "";
        return one + "; it is shared in " + schedule.tasks() + " pieces by " + schedule.queues() + " threads" + taken;
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.1f us", nanos / 1e3);
    }
}
