package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.schedule.StepKind;

/** The executors of one program: dynamic, scheduled ahead, and serial. Used by the thread that begins or ends a run. */
public final class ProgramRun {
    private final Program program;
    private final StepExecutor executor;
    /** The bodies that hold kernels alone, indexed by their first step. */
    private final @Nullable SerialProgram[] flat;

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
        this.flat = SerialProgram.of(program);
        this.dynamic = new DynamicRun(executor, flat, pool, threads, end);
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
        return flat[program.main().first()] != null;
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
        SerialProgram serial = flat[program.main().first()];
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

    /** Releases the slot in which other threads find runs that callers drive. */
    public void leave() {
        if (scheduled != null) {
            scheduled.callerSlot().leave();
        }
    }

    /** Does the whole run on this thread, but for its end. Does not throw. */
    public void walk() {
        try {
            executor.enterKernel();
            walk(program.main());
        } catch (Throwable t) {
            executor.fail(t);
        }
    }

    private void walk(Body body) {
        BodyRun kernels = dynamic.body(body);
        SerialProgram serial = flat[body.first()];
        if (kernels != null) {
            kernels.run();
        } else if (serial != null) {
            serial.run(executor);
        } else {
            for (int step = body.first(); step < body.end(); step++) {
                walk(step);
            }
        }
    }

    private void walk(int step) {
        switch (program.kind()[step]) {
            case StepKind.EMPTY -> {
                // Its only work is the order of others, which this order keeps.
            }
            case StepKind.TASK -> executor.work(step);
            case StepKind.BRANCH -> {
                Body chosen = executor.chosen(step);
                if (chosen != null) {
                    walk(chosen);
                }
            }
            case StepKind.LOOP -> {
                executor.enterLoop(step);
                while (executor.holds(step)) {
                    walk(((Control) program.extra()[step]).bodies()[0]);
                }
            }
            default -> executor.act(step);
        }
    }
}
