package org.sporos.host.run;

import java.util.Locale;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.tune.ExecutionTuner;
import org.sporos.host.tune.MedianWindow;
import org.sporos.host.tune.RegretBudget;

/**
 * The body of a conditional node that holds kernels alone, iteration after iteration: shared among threads by a
 * schedule, or done by the thread that begins it. One iteration runs at a time, as a job of its own in the pool.
 *
 * <p><b>How it chooses.</b> The first iterations are shared, chunk by chunk. Then two iterations on one thread measure
 * each step, and the cost model of {@link ListScheduler} makes the schedule, or none. If shared iterations turn out to
 * take longer than one thread does, the body stays on one thread until it is measured again.
 */
final class BodyRun {
    /** The shared iterations before the first measurement. */
    private static final int FIRST_ITERATIONS = 2;
    /** The most work of an iteration that is measured on one thread: in longer ones handovers matter little. */
    private static final long MOST_MEASURED_NANOS = 20_000_000;
    /** The time until the next measurement, in relation to that of all iterations before: code gets faster at first. */
    private static final int GROWTH = 2;
    /** The most time until then: other work comes and goes. */
    private static final long MOST_WAIT_NANOS = 500_000_000;
    /** The part of the time that shared iterations may lose: a fiftieth. */
    private static final int LOSS_PART = 50;
    /** More than any iteration takes. */
    private static final long UNKNOWN = Long.MAX_VALUE / 64;

    private final Owner run;
    private final StepExecutor executor;
    private final WorkerPool pool;
    private final int threads;
    private final Body body;
    private final SerialProgram serial;
    private @Nullable StaticSchedule schedule;
    /** Null if one thread does the iterations. */
    private @Nullable ScheduledRun shared;
    /** The times of shared iterations, written by the thread that ends one before the next can begin. */
    private final MedianWindow times = new MedianWindow();

    private final RegretBudget budget = new RegretBudget();
    /** How long one thread takes; until that is known, shared iterations lose nothing. */
    private long serialNanos = UNKNOWN;

    private long iterations;
    /** The time of all iterations, and that at which the next measurement is due. */
    private long worked;

    private long due;

    private int place;
    private long began;

    private BodyRun(Owner run, StepExecutor executor, WorkerPool pool, int threads, Body body, SerialProgram serial) {
        this.run = run;
        this.executor = executor;
        this.pool = pool;
        this.threads = threads;
        this.body = body;
        this.serial = serial;
        schedule(ListScheduler.of(executor.program, body, threads, null));
    }

    /** The run that a body belongs to. */
    interface Owner {
        /** Goes on after the body whose last step is the given one. */
        void bodyEnded(int step);
    }

    /** Returns the bodies of conditional nodes that hold kernels alone, indexed by their first step; null elsewhere. */
    static @Nullable BodyRun[] of(
            StepExecutor executor, @Nullable SerialProgram[] flat, WorkerPool pool, int threads, Owner run) {
        Program program = executor.program;
        BodyRun[] all = new BodyRun[program.size()];
        for (Object extra : program.extra()) {
            if (extra instanceof Control control) {
                for (Body body : control.bodies()) {
                    SerialProgram serial = flat[body.first()];
                    all[body.first()] = serial == null ? null : new BodyRun(run, executor, pool, threads, body, serial);
                }
            }
        }
        return all;
    }

    private void schedule(@Nullable StaticSchedule next) {
        if (schedule == null || !schedule.isCutAs(next)) {
            shared = next == null ? null : new ScheduledRun(next, executor, pool, this::ended, true);
        }
        schedule = next;
        times.startAnew();
        budget.grant(serialNanos);
    }

    /**
     * Begins an iteration that threads share, and returns true: the owner is told of its end. Or does it on this thread,
     * and returns false.
     */
    boolean begin() {
        ScheduledRun with = shared;
        requestMeasurement();
        if (with == null || serial.times().isPending()) {
            run();
            return false;
        }
        iterations++;
        began = System.nanoTime();
        place = pool.activate(with);
        with.begin(work(), ExecutionTuner.INLINE_LIMIT_NANOS);
        pool.signal();
        return true;
    }

    /** Does an iteration on this thread. */
    void run() {
        requestMeasurement();
        iterations++;
        began = System.nanoTime();
        serial.run(executor);
        worked += System.nanoTime() - began;
        if (serial.times().isNew()) {
            learn(serial.times().take());
        }
    }

    /** Returns whether it is known how long one thread takes. */
    boolean isMeasured() {
        return serialNanos != UNKNOWN;
    }

    /** Returns words for people. */
    String describe() {
        String one = String.format(Locale.ROOT, "an iteration takes one thread %.1f us", serialNanos / 1e3);
        StaticSchedule now = schedule;
        if (now == null) {
            return one + ", which is not shared";
        }
        String taken = times.isKnown() ? String.format(Locale.ROOT, " and takes %.1f us", times.typical() / 1e3) : "";
        return one + "; it is shared in " + now.tasks() + " pieces by " + now.queues() + " threads" + taken;
    }

    /** Returns whether threads share iterations. */
    boolean isShared() {
        return shared != null;
    }

    /** Returns about how long one thread takes for an iteration. */
    private long work() {
        if (serialNanos != UNKNOWN) {
            return serialNanos;
        }
        return times.isKnown() ? threads * times.typical() : MedianWindow.UNKNOWN_WORK_NANOS;
    }

    /** Has the next two iterations measure the time of each step, if that is due. */
    private void requestMeasurement() {
        if (threads == 1 || worked < due || iterations < FIRST_ITERATIONS) {
            return;
        }
        if (times.isKnown() && threads * times.best() > MOST_MEASURED_NANOS) {
            due = worked + MOST_WAIT_NANOS;
        } else {
            due = Long.MAX_VALUE;
            serial.times().request();
        }
    }

    private void learn(long[] nanos) {
        serialNanos = LongStream.of(nanos).sum();
        schedule(ListScheduler.of(executor.program, body, threads, nanos));
        due = worked + Math.min(MOST_WAIT_NANOS, GROWTH * worked);
    }

    private void ended() {
        pool.deactivate(place);
        took(System.nanoTime() - began);
        run.bodyEnded(body.end());
    }

    /** Takes note of an iteration that threads shared. */
    private void took(long nanos) {
        worked += nanos;
        times.add(nanos);
        // A stall of a thread would have happened to one thread, too.
        budget.add(serialNanos - Math.min(nanos, 2 * serialNanos), serialNanos);
        if (budget.isOverdrawn()) {
            due = Math.min(due, worked + LOSS_PART * RegretBudget.RUNS * serialNanos);
            schedule(null);
        }
    }
}
