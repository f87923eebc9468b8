package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;

/**
 * All ways to do a run of one program: step by step, scheduled ahead, or on one thread.
 *
 * @param scheduled null where the program is not kernels alone, or has too few chunks
 * @param serial null where the program is not kernels alone
 */
public record ProgramRun(
        Program program,
        StepExecutor executor,
        DynamicRun dynamic,
        @Nullable ScheduledRun scheduled,
        @Nullable SerialProgram serial) {

    /** Returns those of a program whose steps run in the frames of an executable. */
    public static ProgramRun of(
            Program program,
            Frames frames,
            @Nullable StaticSchedule schedule,
            WorkerPool pool,
            int threads,
            RunEnd end) {
        StepExecutor executor = new StepExecutor(program, frames);
        return new ProgramRun(
                program,
                executor,
                new DynamicRun(executor, pool, threads, end),
                schedule == null ? null : new ScheduledRun(schedule, executor, pool, end::ended, true),
                SerialProgram.of(program));
    }

    /** Does the whole run on this thread, but for its end. Does not throw. */
    public void walk(Frames frames) {
        try {
            if (serial == null) {
                executor.walk();
            } else {
                frames.enterKernel();
                serial.run(executor);
            }
        } catch (Throwable t) {
            executor.fail(t);
        }
    }
}
