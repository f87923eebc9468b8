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
 * The one run that an executable has at a time: inline in its submit, serial on any one thread, or parallel; and what
 * its tuner learns from how long it took. All but {@link #runsInline()} is called by the thread that begins or ends the
 * run, and those are ordered: by the state of the inline path, or by the queues.
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
    /** Why no run can be shared among threads, in words, or null. */
    private final @Nullable String alone;

    /** Written without order: only its lowest bits matter. */
    private long slowSubmits;

    /** The program of the current run: the plain one, or that of a recorded run. */
    private ProgramRun now;

    private @Nullable ProgramRun recorded;
    private @Nullable PieceRecorder recorder;

    /** The current run if it is scheduled ahead, or null. */
    private @Nullable ScheduledRun parallelRun;

    private int place;

    /**
     * True if a submit is likely to do the next run itself. A plain field: a hint, checked under the state of the
     * inline path.
     */
    private boolean runsInline;

    /**
     * @param whenEnded called by the thread that has done the last step of a run that was offered to others
     */
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

    /** Returns whether a submit may do runs itself. */
    boolean canRunInline() {
        return program.isSerial() && program.eventSteps().length == 0;
    }

    /** Returns whether it is likely that the next run can be done so. */
    boolean runsInline() {
        return runsInline;
    }

    /** Returns words for people on how runs are done. */
    String describe() {
        return tuner.describe(alone);
    }

    /** Returns words on how the bodies of a step are done, or the empty string. */
    String describeBodies(int step) {
        return plain.dynamic().describeBodies(step);
    }

    /** Returns why the run that has ended failed, or null. */
    @Nullable
    RunFailure failure() {
        return now.executor().failure();
    }

    /** Called by a submit that goes through the queues, before it changes anything: it may throw. */
    void beforeSubmit() {
        StackReserve.require(++slowSubmits);
        // A graph that runs once gains nothing by a warm-up. It loads classes, so it comes before the run is queued.
        if (plain.scheduled() != null && slowSubmits == 2) {
            JitWarmup.begin();
        }
    }

    /** Does a run in its submit, from its begin to its end, and returns true; or returns false if it is not inline. */
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
            // A plain write first: there may be no stack left for the call.
            Refusals.stranded = true;
            frames.leave(before);
            throw noStack;
        }
        return true;
    }

    /** Drives a run from its submit that other threads share, if it is one of those. */
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

    /** Takes note of how the run went, for the next ones. */
    private void learn(boolean together) {
        tuner.ended(together);
        plain.learn(tuner.decider());
        tuner.shareBody(plain.sharesBody());
        runsInline = tuner.isInline() || tuner.isBrief();
    }

    /**
     * Begins a run that comes from the queues; returns whether it has ended already, see {@link StreamOperation#begin}.
     */
    boolean begin(RunOperation entry, StreamOperation.Place where) {
        frames.show(entry.values);
        now = entry.isRecorded ? Required.internal(recorded, "what does recorded runs") : plain;
        now.executor().prepare(entry.tickets);
        if (entry.isRecorded) {
            Required.internal(recorder, "the recorder").begin();
        }
        ExecutionTuner.Mode mode =
                tuner.next(where != StreamOperation.Place.ELSEWHERE, where == StreamOperation.Place.SUBMIT);
        if (mode == ExecutionTuner.Mode.INLINE) {
            if (where == StreamOperation.Place.POOL) {
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

    /** Lets others find the run. */
    private void offer(ExecutionTuner.Mode mode) {
        ScheduledRun shared = mode == ExecutionTuner.Mode.PARALLEL ? now.scheduled() : null;
        DynamicRun dynamic = now.dynamic();
        if (shared != null) {
            shared.callerSlot().leave();
        }
        parallelRun = shared;
        place = scheduler.activate(shared != null ? shared : dynamic);
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
        scheduler.deactivate(place);
        whenEnded.run();
    }

    /** Ends a run that came from the queues. */
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

    /** Learns from a run of the queues. That needs native code, which can be missing; nothing depends on it. */
    private void learn() {
        try {
            boolean together = parallelRun == null || parallelRun.wasShared();
            if (!together) {
                scheduler.workedAlone();
            }
            learn(together);
        } catch (Throwable t) {
            runsInline = false;
        }
    }

    /** Makes the program of recorded runs: the same tasks in the same order, each with a record of its times. */
    void beginRecording(LaunchTable table, PieceRecorder notes) {
        int threads = space.taskContext().threads();
        ProgramRun made = new ProgramRun(
                program.recorded(table::number, notes), frames, plain.schedule(), scheduler, threads, this);
        scheduler.expectRuns(made.dynamic().jobs());
        recorder = notes;
        recorded = made;
    }

    /** Gives up the program of recorded runs, when no such run is left and none will come. */
    void endRecording() {
        ProgramRun made = Required.internal(recorded, "what does recorded runs");
        made.leave();
        scheduler.expectRuns(-made.dynamic().jobs());
    }

    /** Gives all back, when no run is left and none will come. */
    void release() {
        plain.leave();
        scheduler.expectRuns(-plain.dynamic().jobs());
        frames.release();
    }
}
