package org.sporos.host.run;

import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.tune.ModeDecider;

/**
 * A body of kernels alone, in its serial and its shared form; its schedule is rebuilt after its steps were timed. Used
 * by the thread that begins or ends a run.
 */
final class FlatBody {
    private final StepExecutor executor;
    private final Body body;
    private final SerialProgram serial;
    private final WorkerPool pool;
    private final int threads;
    private final Runnable end;
    private @Nullable StaticSchedule schedule;
    private @Nullable ScheduledRun shared;

    /** @param schedule null if threads cannot share the body */
    FlatBody(
            StepExecutor executor,
            Body body,
            SerialProgram serial,
            @Nullable StaticSchedule schedule,
            WorkerPool pool,
            int threads,
            Runnable end) {
        this.executor = executor;
        this.body = body;
        this.serial = serial;
        this.pool = pool;
        this.threads = threads;
        this.end = end;
        schedule(schedule);
    }

    private void schedule(@Nullable StaticSchedule next) {
        leave();
        schedule = next;
        shared = next == null ? null : new ScheduledRun(next, executor, pool, end, true);
    }

    /** Runs the body on this thread. */
    void run() {
        serial.run(executor);
    }

    @Nullable
    StaticSchedule schedule() {
        return schedule;
    }

    /** Returns its runs by the static schedule, or null. */
    @Nullable
    ScheduledRun shared() {
        return shared;
    }

    /** Exchanges forecasts and requests with its decider, between two runs. */
    void learn(ModeDecider decider) {
        StepTimes times = serial.times();
        if (times.isNew()) {
            long[] nanos = times.take();
            double sum = LongStream.of(nanos).sum();
            Program program = executor.program;
            StaticSchedule next = ListScheduler.of(program, body, threads, nanos);
            decider.foresee(sum, next == null ? sum : next.nanos());
            if (next != null && decider.gains() && !next.isCutAs(schedule)) {
                schedule(next);
            }
        }
        if (decider.wantsSteps()) {
            times.request();
        }
    }

    /** Releases the job slot of caller-driven runs. */
    void leave() {
        if (shared != null) {
            shared.callerSlot().leave();
        }
    }
}
