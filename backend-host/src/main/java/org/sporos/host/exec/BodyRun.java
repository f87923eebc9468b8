package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;
import org.sporos.host.exec.Control.Body;

/**
 * The body of a conditional node that holds kernels alone, shared among threads as lists of tasks, pass after pass. A body
 * goes on once at a time; the pool sees it as a run of its own.
 */
final class BodyRun {
    /** A body of which nothing is known is worth to wake others for. */
    private static final long UNKNOWN_WORK_NANOS = 1_000_000;

    private final Owner run;
    private final WorkerPool pool;
    private final Body body;
    private final TapeRun lists;
    private final Tapes tapes;
    /** How long passes took; told by the thread that ends one before the next can begin. */
    private final Recent passes = new Recent();

    private int place;
    private long began;

    private BodyRun(Owner run, StepExecutor executor, WorkerPool pool, Body body, Tapes tapes) {
        this.run = run;
        this.pool = pool;
        this.body = body;
        this.tapes = tapes;
        this.lists = new TapeRun(tapes, executor, pool, this::ended, true);
    }

    /** The run that a body belongs to. */
    interface Owner {
        /** Goes on after the body whose last step is the given one. */
        void bodyEnded(int step);
    }

    /** Returns the bodies of a program that can be shared so, each at the place of its first step; null elsewhere. */
    static @Nullable BodyRun[] of(
            Program program, StepExecutor executor, WorkerPool pool, int threads, Owner run) {
        BodyRun[] all = new BodyRun[program.size()];
        for (int step = 0; step < program.size(); step++) {
            if (program.extra()[step] instanceof Control control) {
                for (Body body : control.bodies()) {
                    Tapes tapes = TapesBuilder.of(program, body, threads);
                    all[body.first()] = tapes == null ? null : new BodyRun(run, executor, pool, body, tapes);
                }
            }
        }
        return all;
    }

    /** Begins a pass. */
    void begin() {
        began = System.nanoTime();
        place = pool.activate(lists);
        long work = passes.isKnown() ? tapes.slots() * passes.typical() : UNKNOWN_WORK_NANOS;
        lists.begin(work, Pace.HERE_NANOS);
        pool.signal();
    }

    private void ended() {
        pool.deactivate(place);
        passes.add(System.nanoTime() - began);
        run.bodyEnded(body.end());
    }
}
