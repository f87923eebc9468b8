package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.tune.ExecutionTuner;
import org.sporos.host.tune.MedianWindow;

/**
 * The body of a conditional node that holds kernels alone, scheduled ahead and shared among threads, pass after pass. A
 * body goes on once at a time; the pool sees it as a job of its own.
 */
final class BodyRun {
    private final Owner run;
    private final WorkerPool pool;
    private final Body body;
    private final ScheduledRun shared;
    private final StaticSchedule schedule;
    /** The times of passes, written by the thread that ends one before the next can begin. */
    private final MedianWindow passes = new MedianWindow();

    private int place;
    private long began;

    private BodyRun(Owner run, StepExecutor executor, WorkerPool pool, Body body, StaticSchedule schedule) {
        this.run = run;
        this.pool = pool;
        this.body = body;
        this.schedule = schedule;
        this.shared = new ScheduledRun(schedule, executor, pool, this::ended, true);
    }

    /** The run that a body belongs to. */
    interface Owner {
        /** Goes on after the body whose last step is the given one. */
        void bodyEnded(int step);
    }

    /** Returns the bodies of a program that can be shared so, each at the place of its first step; null elsewhere. */
    static @Nullable BodyRun[] of(Program program, StepExecutor executor, WorkerPool pool, int threads, Owner run) {
        BodyRun[] all = new BodyRun[program.size()];
        for (int step = 0; step < program.size(); step++) {
            if (program.extra()[step] instanceof Control control) {
                for (Body body : control.bodies()) {
                    StaticSchedule schedule = ListScheduler.of(program, body, threads);
                    all[body.first()] = schedule == null ? null : new BodyRun(run, executor, pool, body, schedule);
                }
            }
        }
        return all;
    }

    /** Begins a pass. */
    void begin() {
        began = System.nanoTime();
        place = pool.activate(shared);
        long work = passes.isKnown() ? schedule.queues() * passes.typical() : MedianWindow.UNKNOWN_WORK_NANOS;
        shared.begin(work, ExecutionTuner.INLINE_LIMIT_NANOS);
        pool.signal();
    }

    private void ended() {
        pool.deactivate(place);
        passes.add(System.nanoTime() - began);
        run.bodyEnded(body.end());
    }
}
