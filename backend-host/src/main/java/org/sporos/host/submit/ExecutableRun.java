package org.sporos.host.submit;

import org.jspecify.annotations.Nullable;
import org.sporos.backend.PrintLog;
import org.sporos.host.run.DynamicRun;
import org.sporos.host.run.EventTickets;
import org.sporos.host.run.Frames;
import org.sporos.host.run.ProgramRun;
import org.sporos.host.run.RunEnd;
import org.sporos.host.run.RunFailure;
import org.sporos.host.run.ScheduledRun;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.task.KernelCompiler;
import org.sporos.host.task.PieceRecorder;
import org.sporos.host.threads.Scheduler;
import org.sporos.host.tune.ExecutionTuner;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.spi.LoweringContext;
import org.sporos.trace.LaunchTable;

/**
 * The current run of an executable: inline in its submit, serial on any one thread, or parallel; its measured time
 * trains the tuner. All methods but {@link #runsInline()} are called by the thread that begins or ends the run, and
 * those calls are ordered by the state of the inline path or by the queues.
 */
final class ExecutableRun implements RunEnd {
    private final SpaceContext space;
    private final Scheduler scheduler;
    private final KernelCompiler kernels;
    private final Program program;
    private final @Nullable PrintLog prints;
    private final Frames frames;
    private final ProgramRun plain;
    private final ExecutionTuner tuner;
    private final Runnable whenEnded;
    /** The reason why no run can be shared among threads, or null. */
    private final @Nullable String alone;

    /** Written without order: only its lowest bits matter. */
    private long slowSubmits;

    /** The program of the current run: the plain one, or that of recorded runs. */
    private ProgramRun now;

    private @Nullable ProgramRun recorded;
    private @Nullable PieceRecorder recorder;

    /** The current run if it is statically scheduled, or null. */
    private @Nullable ScheduledRun parallelRun;

    private int jobSlot;

    /**
     * True if a submit is likely to run the next run inline. Plain: a hint, checked again under the state of the inline
     * path.
     */
    private boolean runsInline;

    /** @param whenEnded called by the thread that completes the last step of an offered run */
    ExecutableRun(SpaceContext space, LoweringContext context, Runnable whenEnded) {
        this.space = space;
        this.scheduler = space.scheduler();
        this.whenEnded = whenEnded;
        this.prints = PrintLog.of(context);
        this.kernels = KernelCompiler.of(context.kernels(), space.taskContext(), prints);
        this.program = ProgramBuilder.build(context.plan(), space.taskContext(), kernels, context.progress());
        this.frames = new Frames(
                context.params(),
                program.memories(),
                context.levels(),
                program.memoryPlan(),
                space.space().memorySpace(),
                space.taskContext().strict());
        int threads = space.taskContext().threads();
        this.plain = new ProgramRun(program, frames, ListScheduler.of(program, threads), scheduler, threads, this);
        this.now = plain;
        this.alone = program.alone(threads, plain.isFlat() && plain.schedule() == null);
        this.tuner = new ExecutionTuner(program.isSerial(), alone != null ? 1 : threads, System::nanoTime);
        scheduler.expectRuns(plain.dynamic().jobs());
    }

    Program program() {
        return program;
    }

    KernelCompiler kernels() {
        return kernels;
    }

    Frames frames() {
        return frames;
    }

    /** Returns whether runs may be inline. */
    boolean canRunInline() {
        return program.isSerial() && program.eventSteps().length == 0;
    }

    /** Returns whether the next run is likely to be inline. */
    boolean runsInline() {
        return runsInline;
    }

    /** Describes how runs are executed. */
    String describe() {
        return tuner.describe(alone);
    }

    /** Describes how the bodies of a step are run; empty without measurements. */
    String describeBodies(int step) {
        return plain.dynamic().describeBodies(step);
    }

    /** Returns the failure of the run that has ended, or null. */
    @Nullable
    RunFailure failure() {
        return now.executor().failure();
    }

    /** Called by a submit through the queues before it changes any state: it may throw. */
    void beforeSubmit() {
        StackReserve.require(++slowSubmits);
        // Warm-up does not pay for a graph that runs once. It loads classes, so it precedes the queueing of the run.
        if (plain.scheduled() != null && slowSubmits == 2) {
            JitWarmup.begin();
        }
    }

    /** Runs the graph in its submit from begin to end and returns true, or returns false if the run is not inline. */
    boolean runInline() {
        if (!tuner.isInline()) {
            ScheduledRun shared = plain.scheduled();
            return shared != null && driveInline(shared);
        }
        boolean timed = tuner.inlineBegins();
        RunFrame before = beginInline();
        try {
            runSerial();
            endInline(before, false, timed);
        } catch (Throwable noStack) {
            // A plain write first: no stack may be left for the call.
            Refusals.stranded = true;
            frames.leave(before);
            throw noStack;
        }
        return true;
    }

    /** Drives a shared run from its submit, if helpers are present. */
    private boolean driveInline(ScheduledRun shared) {
        StackReserve.require(++slowSubmits);
        if (!tuner.isBrief()
                || !shared.callerSlot().hasHelpers()
                || !shared.callerSlot().settle()) {
            return false;
        }
        ExecutionTuner.Mode mode = tuner.nextAttended();
        if (mode == ExecutionTuner.Mode.SERIAL) {
            return false;
        }
        if (tuner.isTimed()) {
            scheduler.idledFor(tuner.idle());
        }
        RunFrame before = beginInline();
        boolean drives = mode == ExecutionTuner.Mode.PARALLEL;
        if (drives) {
            shared.drive(tuner.decider().workNanos(space.taskContext().threads()));
        } else {
            runSerial();
        }
        endInline(before, drives && shared.wasShared(), tuner.isTimed());
        return true;
    }

    private @Nullable RunFrame beginInline() {
        frames.showNow();
        if (now != plain) {
            now = plain;
        }
        plain.executor().prepare(EventTickets.NONE);
        return frames.current();
    }

    private void endInline(@Nullable RunFrame before, boolean together, boolean timed) {
        logPrints();
        frames.leave(before);
        frames.freeAll();
        if (timed) {
            learn(together);
        }
    }

    /** Trains the tuner with the times of the run. */
    private void learn(boolean together) {
        tuner.ended(together);
        plain.learn(tuner.decider());
        tuner.shareBody(plain.sharesBody());
        runsInline = tuner.isInline() || tuner.isBrief();
    }

    /** Begins a queued run; returns whether it has ended already, see {@link StreamOperation#begin}. */
    boolean begin(RunOperation entry, StreamOperation.Origin where) {
        frames.show(entry.values);
        now = entry.isRecorded ? Required.internal(recorded, "what does recorded runs") : plain;
        now.executor().prepare(entry.tickets);
        if (entry.isRecorded) {
            Required.internal(recorder, "the recorder").begin();
        }
        ExecutionTuner.Mode mode =
                tuner.next(where != StreamOperation.Origin.ELSEWHERE, where == StreamOperation.Origin.SUBMIT);
        if (mode == ExecutionTuner.Mode.INLINE) {
            if (where == StreamOperation.Origin.POOL) {
                runSerial();
                return true;
            } else if (runInSubmit()) {
                return true;
            }
            tuner.notInline();
        }
        offer(mode);
        return false;
    }

    /** Offers the run to the threads of the pool. */
    private void offer(ExecutionTuner.Mode mode) {
        ScheduledRun shared = mode == ExecutionTuner.Mode.PARALLEL ? now.scheduled() : null;
        DynamicRun dynamic = now.dynamic();
        if (shared != null) {
            shared.callerSlot().leave();
        }
        parallelRun = shared;
        jobSlot = scheduler.activate(shared != null ? shared : dynamic);
        if (shared != null) {
            shared.begin(tuner.decider().workNanos(space.taskContext().threads()), ExecutionTuner.INLINE_LIMIT_NANOS);
        } else if (mode == ExecutionTuner.Mode.PARALLEL) {
            dynamic.offerRoots();
        } else {
            dynamic.offerSerial();
        }
        if (mode != ExecutionTuner.Mode.PARALLEL) {
            scheduler.signalSerial();
        } else if (shared == null || shared.lacksThreads()) {
            scheduler.signal();
        }
    }

    private boolean runInSubmit() {
        if (!scheduler.permits().tryTake()) {
            return false;
        }
        RunFrame before = frames.current();
        runSerial();
        frames.leave(before);
        scheduler.permits().give();
        return true;
    }

    @Override
    public void runSerial() {
        now.runSerial();
    }

    @Override
    public void ended() {
        scheduler.deactivate(jobSlot);
        whenEnded.run();
    }

    /** Ends a queued run. */
    void end() {
        if (now != plain) {
            Required.internal(recorder, "the recorder").end();
        }
        logPrints();
        learn();
        frames.freeAll();
    }

    private void logPrints() {
        if (prints != null) {
            prints.ended();
        }
    }

    /**
     * Trains the tuner with a queued run. Failures are ignored: it may need unavailable native code, and nothing
     * depends on it.
     */
    private void learn() {
        try {
            boolean together = parallelRun == null || parallelRun.wasShared();
            if (!together) {
                scheduler.noteCore();
            }
            learn(together);
        } catch (Throwable t) {
            runsInline = false;
        }
    }

    /** Builds the program of recorded runs: the same tasks in the same order, each timed by a recorder. */
    void beginRecording(LaunchTable table, PieceRecorder notes) {
        int threads = space.taskContext().threads();
        ProgramRun made = new ProgramRun(
                program.recorded(table::number, notes), frames, plain.schedule(), scheduler, threads, this);
        scheduler.expectRuns(made.dynamic().jobs());
        recorder = notes;
        recorded = made;
    }

    /** Releases the program of recorded runs after the last one. */
    void endRecording() {
        ProgramRun made = Required.internal(recorded, "what does recorded runs");
        made.leave();
        scheduler.expectRuns(-made.dynamic().jobs());
    }

    /** Releases everything after the last run. */
    void release() {
        plain.leave();
        scheduler.expectRuns(-plain.dynamic().jobs());
        frames.release();
    }
}
