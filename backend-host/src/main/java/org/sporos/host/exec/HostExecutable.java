package org.sporos.host.exec;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Submission;
import org.sporos.host.task.Kernels;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.RunFrame;
import org.sporos.space.StackReserve;
import org.sporos.spi.Explain;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.RunEffects;
import org.sporos.spi.StallWarning;

/**
 * A graph made ready for host threads. Its runs wait in a queue, the first of them runs; a run is an entry that is used
 * again, so that a submit allocates nothing once as many entries are there as runs wait.
 */
final class HostExecutable implements ExecutableGraph, Awaited, RunEnd {
    private final HostEngine engine;
    private final LoweringContext context;
    private final RunEffects effects;
    private final Program program;
    private final EventTickets tickets;
    private final Frames frames;
    private final StepExecutor executor;
    private final DynamicRun run;
    private final @Nullable TapeRun tapeRun;
    private final @Nullable Straight straight;
    private final @Nullable Shortcut shortcut;
    private final Pace pace;
    /** Why no run can be shared among threads, in words, or null. */
    private final @Nullable String alone;

    private final ArrayDeque<RunEntry> queue = new ArrayDeque<>();
    private final AtomicReference<@Nullable RunEntry> freed = new AtomicReference<>();
    private @Nullable RunEntry free;
    private long submitted;
    /** Written without order: only its lowest bits matter. */
    private long slowSubmits;

    private volatile long ended;
    private volatile boolean closed;
    private boolean released;

    /** The run that goes on; written by the thread that begins it. */
    private @Nullable RunEntry current;

    /** The lists that it is shared by, or null. */
    private @Nullable TapeRun taped;

    private int place;

    /** Whether the shortcut is likely to take the next run. Plain: a hint, checked under the shortcut's state. */
    private boolean runsHere;

    HostExecutable(HostEngine engine, LoweringContext context) {
        this.engine = engine;
        this.context = context;
        this.effects = new RunEffects(context);
        this.program = ProgramBuilder.build(
                context.plan(), engine.taskContext(), Kernels.of(context.kernels(), engine.taskContext()));
        this.tickets = new EventTickets(program);
        this.frames = new Frames(
                context.params(),
                program.memories(),
                program.memoryPlan(),
                engine.space().memorySpace(),
                engine.taskContext().strict());
        int threads = engine.taskContext().threads();
        this.executor = new StepExecutor(program, frames);
        this.run = new DynamicRun(executor, engine.pool(), threads, this);
        Tapes tapes = TapesBuilder.of(program, threads);
        this.tapeRun = tapes == null ? null : new TapeRun(tapes, executor, engine.pool(), this::ended, true);
        this.straight = Straight.of(program);
        engine.pool().expectRuns(run.jobs());
        this.shortcut = program.walkable() && program.eventSteps().length == 0 ? new Shortcut(this) : null;
        this.alone = program.alone(threads, straight != null && tapes == null);
        this.pace = new Pace(program.walkable(), alone != null ? 1 : threads, engine.trials(), System::nanoTime);
        context.retainAll();
        if (program.callsHost()) {
            engine.pool().crew().expectHostCalls();
        }
    }

    @Override
    public Graph graph() {
        return context.graph().origin();
    }

    @Override
    public ExecutionSpace space() {
        return engine.space();
    }

    @Override
    public List<Diagnostic> warnings() {
        return context.warnings();
    }

    @Override
    public void submit() {
        submit(engine.defaultStream());
    }

    @Override
    public void submit(ExecutionStream stream) {
        submit(engine.own(stream));
    }

    private void submit(HostStream stream) {
        Refusals.inRun("submit");
        if (shortcut == null || !runsHere || !shortcut.tryRun(stream)) {
            submit(stream, null);
        }
    }

    /** Does a run in its submit, if it is one of those; nothing else of this executable or the stream goes on. */
    boolean runHere(HostStream stream) {
        if (closed || !engine.isOpen() || !stream.isOpen()) {
            return false;
        }
        if (!pace.isHere()) {
            return tapeRun != null && shareHere(tapeRun, stream);
        }
        pace.hereBegins();
        RunFrame before = beginHere();
        try {
            walkAll();
            endHere(stream, before, false);
        } catch (Throwable noStack) {
            // A plain write first: there may be no stack left for the call.
            Refusals.stranded = true;
            frames.leave(before);
            throw noStack;
        }
        return true;
    }

    /** Does a run in its submit that others share, if it is one of those. */
    private boolean shareHere(TapeRun lists, HostStream stream) {
        StackReserve.require(++slowSubmits);
        if (!pace.isBrief() || !lists.seat().isAttended() || !lists.seat().settle()) {
            return false;
        }
        Pace.Way way = pace.nextAttended();
        if (way == Pace.Way.WALK) {
            return false;
        }
        if (pace.isTimed()) {
            engine.pool().idledFor(pace.idle());
        }
        RunFrame before = beginHere();
        boolean hosts = way == Pace.Way.SHARED && !lists.seat().isLonely();
        if (hosts) {
            lists.host(pace.workNanos(engine.taskContext().threads()));
        } else {
            walkAll();
        }
        endHere(stream, before, hosts && lists.wasShared());
        return true;
    }

    private @Nullable RunFrame beginHere() {
        frames.showNow();
        executor.prepare(EventTickets.NONE);
        return frames.current();
    }

    private void endHere(HostStream stream, @Nullable RunFrame before, boolean together) {
        frames.leave(before);
        frames.freeAll();
        if (pace.isTimed()) {
            pace.ended(together);
            runsHere = pace.isHere() || pace.isBrief();
        }
        RunFailure failure = executor.failure();
        if (failure != null) {
            engine.failures().add(stream, effects, failure);
        }
    }

    /** Called when a run in a submit has ended. */
    void shortcutEnded() {
        engine.pool().signalEndUnfenced();
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

    @Override
    public Submission submitTracked() {
        return tracked(engine.defaultStream());
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        return tracked(engine.own(stream));
    }

    private Submission tracked(HostStream stream) {
        Refusals.inRun("submit");
        HostSubmission submission = new HostSubmission(engine.pool());
        submit(stream, submission);
        return submission;
    }

    /** Steps that can throw come first: once the run stands in the queues, it will begin and end. */
    private void submit(HostStream stream, @Nullable HostSubmission submission) {
        stream.awaitRoom();
        StackReserve.require(++slowSubmits);
        // A graph that runs once gains nothing by a warm-up. It loads classes, so it comes before the run is queued.
        if (tapeRun != null && slowSubmits == 2) {
            Rehearsal.begin();
        }
        RunEntry entry;
        int free = 1;
        synchronized (queue) {
            requireOpen(stream);
            entry = take();
            entry.stream = stream;
            entry.submission = submission;
            frames.snapshot(entry.values);
            free += queue.isEmpty() ? 1 : 0;
            queue.add(entry);
            drawTickets(entry);
            if (shortcut != null) {
                shortcut.close();
            }
            submitted++;
            // Inside of the lock: the order in the stream must be that of the executable.
            free += stream.join(entry) ? 1 : 0;
        }
        if (entry.release(free)) {
            Entry.start(entry, Entry.Place.SUBMIT);
        }
    }

    private void requireOpen(HostStream stream) {
        requireOpen();
        engine.requireOpen();
        stream.requireOpen();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("S219: the executable of graph " + Labels.quoted(graph().label())
                    + " is closed;" + " instantiate the graph again");
        }
    }

    private RunEntry take() {
        if (free == null) {
            free = freed.getAndSet(null);
        }
        RunEntry entry = free;
        if (entry == null) {
            entry = new RunEntry(this, context.params().size(), tickets.count());
        } else {
            free = entry.nextFree;
            entry.nextFree = null;
        }
        entry.reset();
        return entry;
    }

    /** Gives an entry back that nobody refers to. */
    void recycle(RunEntry entry) {
        entry.stream = null;
        entry.submission = null;
        RunEntry top;
        do {
            top = freed.get();
            entry.nextFree = top;
        } while (!freed.compareAndSet(top, entry));
    }

    private void drawTickets(RunEntry entry) {
        try {
            tickets.draw(entry.tickets);
        } catch (Throwable noMemory) {
            queue.removeLast();
            throw noMemory;
        }
    }

    /** Begins a run; see {@link Entry#begin}. */
    boolean begin(RunEntry entry, Entry.Place where) {
        current = entry;
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
        TapeRun lists = way == Pace.Way.SHARED ? tapeRun : null;
        if (lists != null) {
            lists.seat().leave();
        }
        taped = lists;
        place = engine.pool().activate(lists != null ? lists : run);
        if (lists != null) {
            lists.begin(pace.workNanos(engine.taskContext().threads()), Pace.HERE_NANOS);
        } else if (way == Pace.Way.SHARED) {
            run.offerRoots();
        } else {
            run.offerWalk();
        }
        if (way != Pace.Way.SHARED) {
            engine.pool().signalWalk();
        } else if (lists == null || lists.lacksThreads()) {
            engine.pool().signal();
        }
        return false;
    }

    private boolean walkInSubmit() {
        if (!engine.pool().permits().tryTake()) {
            return false;
        }
        RunFrame before = frames.current();
        walkAll();
        frames.leave(before);
        engine.pool().permits().give();
        return true;
    }

    @Override
    public void walk() {
        walkAll();
    }

    /** Called by the thread that has done the last step of a run that was offered. */
    @Override
    public void ended() {
        engine.pool().deactivate(place);
        RunEntry entry = Objects.requireNonNull(current);
        Entry after = entry.end();
        if (after != null) {
            Entry.start(after, Entry.Place.POOL);
        }
    }

    /**
     * Ends a run; see {@link Entry#end}. Whatever has happened in it, here it leaves its queue and its stream: nothing below takes
     * memory or calls code of the user, and the stack was looked at when this thread came in.
     */
    @Nullable
    Entry end(RunEntry entry) {
        learn();
        frames.freeAll();
        HostStream stream = Objects.requireNonNull(entry.stream);
        report(entry, stream);
        Entry after = leaveQueue();
        Entry behind = stream.leave(entry);
        entry.letGo();
        engine.pool().signalEnd();
        if (behind != null) {
            after = behind.before(after);
        }
        return after;
    }

    /** Takes note of how the run went, for the next ones. That needs native code, which can be missing; nothing depends on it. */
    private void learn() {
        try {
            boolean together = taped == null || taped.wasShared();
            if (!together) {
                engine.pool().workedAlone();
            }
            pace.ended(together);
            runsHere = pace.isHere() || pace.isBrief();
        } catch (Throwable t) {
            runsHere = false;
        }
    }

    private void report(RunEntry entry, HostStream stream) {
        RunFailure failure = executor.failure();
        HostSubmission submission = entry.submission;
        if (submission != null) {
            submission.end(failure);
        } else if (failure != null) {
            engine.failures().add(stream, effects, failure);
        }
    }

    /** Takes the run that has ended out of the queue, and returns the next one if it must be started now. */
    private @Nullable Entry leaveQueue() {
        RunEntry next;
        synchronized (queue) {
            queue.poll();
            next = queue.peek();
            ended++;
            if (next == null && shortcut != null && !closed) {
                shortcut.open();
            }
        }
        return next != null && next.release(1) ? next.before(null) : null;
    }

    @Override
    public boolean isDone(long target) {
        return ended >= target;
    }

    /** Returns what each run touches. */
    RunEffects effects() {
        return effects;
    }

    /** Returns whether all runs that were submitted have ended. */
    boolean isIdle() {
        return (shortcut == null || shortcut.target() == 0) && ended >= submitted();
    }

    private long submitted() {
        synchronized (queue) {
            return submitted;
        }
    }

    /** Waits until the runs that were submitted until now have ended. */
    void awaitRuns(StallWarning warning) {
        long here = shortcut == null ? 0 : shortcut.target();
        if (here != 0) {
            engine.pool().await(Objects.requireNonNull(shortcut), here);
        }
        engine.pool().await(this, submitted(), warning);
    }

    @Override
    public String explain() {
        requireOpen();
        return Explanation.of(graph().label(), space().name(), program, pace.describe(alone))
                + Explanation.ofIgnoredOptions(context)
                + "\n" + Explain.of(context)
                + "\nas C++:\n" + Explain.code(context, CppDialect.HOST, CppOptions.DEFAULT);
    }

    @Override
    public void close() {
        Refusals.inRun("close");
        long all;
        synchronized (queue) {
            closed = true;
            if (shortcut != null) {
                shortcut.close();
                shortcut.leave();
            }
            all = submitted;
        }
        engine.pool().await(this, all);
        synchronized (queue) {
            if (released) {
                return;
            }
            released = true;
        }
        if (tapeRun != null) {
            tapeRun.seat().leave();
        }
        engine.pool().expectRuns(-run.jobs());
        frames.release();
        context.releaseAll();
        engine.forget(this);
    }

    @Override
    public String toString() {
        return "executable of graph " + Labels.quoted(graph().label()) + " on " + space().name();
    }
}
