package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;
import org.sporos.host.task.Kernels;
import org.sporos.space.RunFrame;
import org.sporos.space.StackReserve;
import org.sporos.spi.LoweringContext;

/**
 * The one run that an executable has at a time: how it is done, by the thread that begins it, by any one thread, or by
 * several; and what is learnt from how long it took. All but {@link #runsHere()} is called by the thread that begins or
 * ends the run, and those are ordered: by the state of the inline path, or by the queues.
 */
final class ExecutableRun implements RunEnd {
    private final SpaceContext space;
    private final Pool pool;
    private final Program program;
    private final Frames frames;
    private final StepExecutor executor;
    private final DynamicRun dynamic;
    private final @Nullable TapeRun tapeRun;
    private final @Nullable Straight straight;
    private final Pace pace;
    private final Runnable whenEnded;
    /** Why no run can be shared among threads, in words, or null. */
    private final @Nullable String alone;

    /** Written without order: only its lowest bits matter. */
    private long slowSubmits;

    /** The lists that the run that goes on is shared by, or null. */
    private @Nullable TapeRun taped;

    private int place;

    /** Whether a submit is likely to do the next run itself. Plain: a hint, checked under the state of the inline path. */
    private boolean runsHere;

    /**
     * @param whenEnded called by the thread that has done the last step of a run that was offered to others
     */
    ExecutableRun(SpaceContext space, LoweringContext context, Runnable whenEnded) {
        this.space = space;
        this.pool = space.pool();
        this.whenEnded = whenEnded;
        this.program = ProgramBuilder.build(
                context.plan(), space.taskContext(), Kernels.of(context.kernels(), space.taskContext()));
        this.frames = new Frames(
                context.params(),
                program.memories(),
                program.memoryPlan(),
                space.space().memorySpace(),
                space.taskContext().strict());
        int threads = space.taskContext().threads();
        this.executor = new StepExecutor(program, frames);
        this.dynamic = new DynamicRun(executor, pool, threads, this);
        Tapes tapes = TapesBuilder.of(program, threads);
        this.tapeRun = tapes == null ? null : new TapeRun(tapes, executor, pool, this::ended, true);
        this.straight = Straight.of(program);
        this.alone = program.alone(threads, straight != null && tapes == null);
        this.pace = new Pace(program.walkable(), alone != null ? 1 : threads, space.trials(), System::nanoTime);
        pool.expectRuns(dynamic.jobs());
    }

    Program program() {
        return program;
    }

    Frames frames() {
        return frames;
    }

    /** Returns whether a submit may do runs itself. */
    boolean canRunHere() {
        return program.walkable() && program.eventSteps().length == 0;
    }

    /** Returns whether it is likely that the next run can be done so. */
    boolean runsHere() {
        return runsHere;
    }

    /** Returns words for people on how runs are done. */
    String describe() {
        return pace.describe(alone);
    }

    /** Returns why the run that has ended failed, or null. */
    @Nullable
    RunFailure failure() {
        return executor.failure();
    }

    /** Called by a submit that goes through the queues, before it changes anything: it may throw. */
    void beforeSubmit() {
        StackReserve.require(++slowSubmits);
        // A graph that runs once gains nothing by a warm-up. It loads classes, so it comes before the run is queued.
        if (tapeRun != null && slowSubmits == 2) {
            Rehearsal.begin();
        }
    }

    /** Does a run in its submit, from its begin to its end, and returns true; or returns false if it is none of those. */
    boolean runHere() {
        if (!pace.isHere()) {
            return tapeRun != null && shareHere(tapeRun);
        }
        pace.hereBegins();
        RunFrame before = beginHere();
        try {
            walkAll();
            endHere(before, false);
        } catch (Throwable noStack) {
            // A plain write first: there may be no stack left for the call.
            Refusals.stranded = true;
            frames.leave(before);
            throw noStack;
        }
        return true;
    }

    /** Does a run in its submit that others share, if it is one of those. */
    private boolean shareHere(TapeRun lists) {
        StackReserve.require(++slowSubmits);
        if (!pace.isBrief() || !lists.seat().isAttended() || !lists.seat().settle()) {
            return false;
        }
        Pace.Way way = pace.nextAttended();
        if (way == Pace.Way.WALK) {
            return false;
        }
        if (pace.isTimed()) {
            pool.idledFor(pace.idle());
        }
        RunFrame before = beginHere();
        boolean hosts = way == Pace.Way.SHARED && !lists.seat().isLonely();
        if (hosts) {
            lists.host(pace.workNanos(space.taskContext().threads()));
        } else {
            walkAll();
        }
        endHere(before, hosts && lists.wasShared());
        return true;
    }

    private @Nullable RunFrame beginHere() {
        frames.showNow();
        executor.prepare(EventTickets.NONE);
        return frames.current();
    }

    private void endHere(@Nullable RunFrame before, boolean together) {
        frames.leave(before);
        frames.freeAll();
        if (pace.isTimed()) {
            pace.ended(together);
            runsHere = pace.isHere() || pace.isBrief();
        }
    }

    private void walkAll() {
        try {
            if (straight == null) {
                executor.walk();
            } else {
                frames.enterKernel();
                straight.run(executor);
            }
        } catch (Throwable t) {
            executor.fail(t);
        }
    }

    /** Begins a run that comes from the queues; returns whether it has ended already, see {@link Entry#begin}. */
    boolean begin(RunEntry entry, Entry.Place where) {
        frames.show(entry.values);
        executor.prepare(entry.tickets);
        Pace.Way way = pace.next(where != Entry.Place.ELSEWHERE, where == Entry.Place.SUBMIT);
        if (way == Pace.Way.HERE) {
            if (where == Entry.Place.POOL) {
                walkAll();
                return true;
            } else if (walkInSubmit()) {
                return true;
            }
            pace.notHere();
        }
        offer(way);
        return false;
    }

    /** Lets others find the run. */
    private void offer(Pace.Way way) {
        TapeRun lists = way == Pace.Way.SHARED ? tapeRun : null;
        if (lists != null) {
            lists.seat().leave();
        }
        taped = lists;
        place = pool.activate(lists != null ? lists : dynamic);
        if (lists != null) {
            lists.begin(pace.workNanos(space.taskContext().threads()), Pace.HERE_NANOS);
        } else if (way == Pace.Way.SHARED) {
            dynamic.offerRoots();
        } else {
            dynamic.offerWalk();
        }
        if (way != Pace.Way.SHARED) {
            pool.signalWalk();
        } else if (lists == null || lists.lacksThreads()) {
            pool.signal();
        }
    }

    private boolean walkInSubmit() {
        if (!pool.permits().tryTake()) {
            return false;
        }
        RunFrame before = frames.current();
        walkAll();
        frames.leave(before);
        pool.permits().give();
        return true;
    }

    @Override
    public void walk() {
        walkAll();
    }

    @Override
    public void ended() {
        pool.deactivate(place);
        whenEnded.run();
    }

    /** Ends a run that came from the queues. */
    void end() {
        learn();
        frames.freeAll();
    }

    /** Takes note of how the run went, for the next ones. That needs native code, which can be missing; nothing depends on it. */
    private void learn() {
        try {
            boolean together = taped == null || taped.wasShared();
            if (!together) {
                pool.workedAlone();
            }
            pace.ended(together);
            runsHere = pace.isHere() || pace.isBrief();
        } catch (Throwable t) {
            runsHere = false;
        }
    }

    /** Gives all back, when no run is left and none will come. */
    void release() {
        if (tapeRun != null) {
            tapeRun.seat().leave();
        }
        pool.expectRuns(-dynamic.jobs());
        frames.release();
    }
}
