package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;

/** All ways to do a run of one program: step by step, scheduled ahead, or on one thread. */
public final class ProgramRun {
    private final Program program;
    private final StepExecutor executor;
    private final DynamicRun dynamic;
    private final WorkerPool pool;
    private final int threads;
    private final RunEnd end;
    private @Nullable StaticSchedule schedule;
    private @Nullable ScheduledRun scheduled;

    /**
     * @param frames the environment of the runs of an executable
     * @param schedule null where the program is not kernels alone, or has too few chunks
     */
    public ProgramRun(
            Program program,
            Frames frames,
            @Nullable StaticSchedule schedule,
            WorkerPool pool,
            int threads,
            RunEnd end) {
        this.program = program;
        this.executor = new StepExecutor(program, frames);
        this.dynamic = new DynamicRun(executor, pool, threads, end);
        this.pool = pool;
        this.threads = threads;
        this.end = end;
        schedule(schedule);
    }

    private void schedule(@Nullable StaticSchedule next) {
        schedule = next;
        scheduled = next == null ? null : new ScheduledRun(next, executor, pool, end::ended, true);
    }

    public StepExecutor executor() {
        return executor;
    }

    public DynamicRun dynamic() {
        return dynamic;
    }

    /** Returns the schedule of the program, or null where threads do not share it by one. */
    public @Nullable StaticSchedule schedule() {
        return schedule;
    }

    /** Returns the runs by that schedule, or null. */
    public @Nullable ScheduledRun scheduled() {
        return scheduled;
    }

    /** Returns whether the program holds kernels alone. */
    public boolean isFlat() {
        return executor.flat(program.main()) != null;
    }

    /** Returns whether a body of a conditional node is shared among threads. */
    public boolean sharesBody() {
        return dynamic.sharesBody();
    }

    /**
     * Makes the schedule anew if the steps of the program were measured since the last call. Called between two runs.
     * Returns whether it has changed.
     */
    public boolean reschedule() {
        SerialProgram serial = executor.flat(program.main());
        if (serial == null || !serial.times().isNew()) {
            return false;
        }
        StaticSchedule next = ListScheduler.of(
                program, program.main(), threads, serial.times().take());
        if (next == null ? schedule == null : next.isCutAs(schedule)) {
            return false;
        }
        leave();
        schedule(next);
        return true;
    }

    /** Gives up the place at which other threads find runs that callers drive. */
    public void leave() {
        if (scheduled != null) {
            scheduled.callerSlot().leave();
        }
    }

    /** Does the whole run on this thread, but for its end. Does not throw. */
    public void walk() {
        executor.walk();
    }
}
