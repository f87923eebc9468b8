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
 * The body of a conditional node that holds kernels alone, iteration after iteration: shared among threads by a
 * schedule, or done by the thread that begins it, as its {@link ModeDecider} says. One iteration runs at a time, as a
 * job of its own in the pool.
 */
final class BodyRun {
    private final Owner run;
    private final WorkerPool pool;
    private final int threads;
    private final Body body;
    private final FlatBody flat;
    private final ModeDecider decider;
    private int place;
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

    /** The run that a body belongs to. */
    interface Owner {
        /** Goes on after the body whose last step is the given one. */
        void bodyEnded(int step);
    }

    /** Returns the bodies of conditional nodes that hold kernels alone, indexed by their first step; null elsewhere. */
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
     * Begins an iteration that threads share, and returns true: the owner is told of its end. Or does it on this thread,
     * and returns false.
     */
    boolean begin() {
        ScheduledRun shared = flat.shared();
        if (shared == null || !decider.sharesNext()) {
            run();
            return false;
        }
        began = System.nanoTime();
        place = pool.activate(shared);
        shared.begin(decider.workNanos(threads), ExecutionTuner.INLINE_LIMIT_NANOS);
        pool.signal();
        return true;
    }

    /** Does an iteration on this thread. */
    void run() {
        began = System.nanoTime();
        flat.run();
        took(false, false);
    }

    private void ended() {
        pool.deactivate(place);
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

    /** Returns whether it is known how long one thread takes. */
    boolean isMeasured() {
        return decider.serial().isKnown();
    }

    /** Returns whether threads share iterations, or will soon try. */
    boolean isShared() {
        return flat.shared() != null && (decider.sharesNext() || decider.isMeasuring());
    }

    /** Returns words for people. */
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
