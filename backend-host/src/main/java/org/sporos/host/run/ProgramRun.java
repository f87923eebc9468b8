package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.tune.ModeDecider;

/** The executors of one program: dynamic, static and serial. Used by the thread that begins or ends a run. */
public final class ProgramRun {
    private final Program program;
    private final StepExecutor executor;
    private final DynamicRun dynamic;
    /** The program itself if it consists of kernels alone. */
    private final @Nullable FlatBody main;

    /**
     * @param frames the environment of the runs of an executable
     * @param schedule null if the program is not of kernels alone, or has too few chunks
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
        SerialProgram serial = SerialProgram.of(program, program.main());
        this.main = serial == null
                ? null
                : new FlatBody(executor, program.main(), serial, schedule, pool, threads, end::ended);
    }

    public StepExecutor executor() {
        return executor;
    }

    public DynamicRun dynamic() {
        return dynamic;
    }

    /** Returns the static schedule of the program, or null if there is none. */
    public @Nullable StaticSchedule schedule() {
        return main == null ? null : main.schedule();
    }

    /** Returns the runs by that schedule, or null. */
    public @Nullable ScheduledRun scheduled() {
        return main == null ? null : main.shared();
    }

    /** Returns whether the program consists of kernels alone. */
    public boolean isFlat() {
        return main != null;
    }

    /** Returns whether threads share a body of a conditional node. */
    public boolean sharesBody() {
        return dynamic.sharesBody();
    }

    /** Exchanges forecasts and requests with the decider of the executable, between two runs. */
    public void learn(ModeDecider decider) {
        if (main != null) {
            main.learn(decider);
        }
    }

    /** Releases the job slot of caller-driven runs. */
    public void leave() {
        if (main != null) {
            main.leave();
        }
    }

    /** Runs the whole program on this thread, without the end of the run. Does not throw. */
    public void runSerial() {
        try {
            executor.enterKernel();
            if (main == null) {
                runSerial(program.main());
            } else {
                main.run();
            }
        } catch (Throwable t) {
            executor.fail(t);
        }
    }

    private void runSerial(Body body) {
        BodyRun kernels = dynamic.body(body);
        if (kernels != null) {
            kernels.run();
        } else {
            for (int step = body.first(); step < body.end(); step++) {
                runSerial(step);
            }
        }
    }

    private void runSerial(int step) {
        switch (program.kind()[step]) {
            case StepKind.EMPTY -> {
                // An empty step only orders others, and serial order keeps that order.
            }
            case StepKind.TASK -> executor.work(step);
            case StepKind.BRANCH -> {
                Body chosen = executor.chosen(step);
                if (chosen != null) {
                    runSerial(chosen);
                }
            }
            case StepKind.LOOP -> {
                executor.enterLoop(step);
                while (executor.holds(step)) {
                    runSerial(((Control) program.extra()[step]).bodies()[0]);
                }
            }
            default -> executor.act(step);
        }
    }
}
