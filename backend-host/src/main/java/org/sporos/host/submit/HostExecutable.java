package org.sporos.host.submit;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.Explain;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.host.run.Completion;
import org.sporos.host.run.EventTickets;
import org.sporos.host.run.RunFailure;
import org.sporos.host.threads.Scheduler;
import org.sporos.internal.error.ClosedExecutable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;
import org.sporos.trace.ProfiledExecutable;
import org.sporos.trace.ProfiledPart;
import org.sporos.trace.Profiler;
import org.sporos.trace.RunCount;

/**
 * A graph lowered for host threads. Its runs wait in a queue, and the first of them is active. Most runs of a short
 * graph bypass that queue by the {@link InlineSubmitPath}.
 */
final class HostExecutable extends InlineSubmitPath.Runner
        implements ExecutableGraph, ProfiledExecutable, Completion, RunOperation.Owner {
    private final SpaceContext space;
    private final Scheduler scheduler;
    private final HostStream defaultStream;
    private final Consumer<HostExecutable> forget;
    private final LoweringContext context;
    private final RunEffects effects;
    private final ExecutableRun run;
    private final EventTickets tickets;
    private final RunOperation.Pool entries;
    private final @Nullable InlineSubmitPath inlinePath;
    private final @Nullable TableGuard tables;

    /** Held during a profile, so that there is one recorder at a time. */
    private final Object profiling = new Object();

    private final ArrayDeque<RunOperation> queue = new ArrayDeque<>();
    private long submitted;
    private volatile long ended;
    private volatile boolean closed;
    private boolean released;

    /** The active run; written by the thread that begins it. */
    private @Nullable RunOperation current;

    /** Its span in flight recordings; written by the same thread. */
    private FlightSpan flight = FlightSpan.NONE;

    /** @param forget called with the executable when it is closed */
    HostExecutable(
            SpaceContext space, HostStream defaultStream, LoweringContext context, Consumer<HostExecutable> forget) {
        this.space = space;
        this.scheduler = space.scheduler();
        this.defaultStream = defaultStream;
        this.context = context;
        this.forget = forget;
        this.effects = new RunEffects(context);
        this.run = new ExecutableRun(space, context, this::ended);
        this.tickets = new EventTickets(run.program());
        this.entries = new RunOperation.Pool(this, run.frames().values(), tickets.count());
        this.inlinePath = run.canRunInline() ? new InlineSubmitPath(this) : null;
        this.tables = TableGuard.of(context.graph(), context.kernels());
        context.retainAll();
        if (run.program().callsHost()) {
            scheduler.workerThreads().expectHostCalls();
        }
    }

    @Override
    public Graph graph() {
        return context.graph().origin();
    }

    @Override
    public ExecutionSpace space() {
        return space.space();
    }

    @Override
    public List<Diagnostic> warnings() {
        return context.warnings();
    }

    /** Returns the default stream. */
    HostStream defaultStream() {
        return defaultStream;
    }

    /** Returns the memory effects of each run. */
    RunEffects effects() {
        return effects;
    }

    @Override
    public void submit(ExecutionStream stream) {
        submit(HostStream.of(stream, space));
    }

    private void submit(HostStream stream) {
        Refusals.inRun("submit");
        requireUnchangedTables();
        if (Flight.recordsSubmits()) {
            FlightSpan span = flightSubmit(stream);
            enqueue(stream);
            Flight.end(span);
        } else {
            enqueue(stream);
        }
    }

    private void requireUnchangedTables() {
        if (tables != null) {
            tables.requireUnchanged();
        }
    }

    private FlightSpan flightSubmit(HostStream stream) {
        return Flight.submit(graph().label(), space().name(), stream.label());
    }

    private void enqueue(HostStream stream) {
        if (inlinePath == null || !run.runsInline() || !inlinePath.tryRun(stream)) {
            submit(stream, null, false);
        }
    }

    @Override
    boolean runInline(HostStream stream) {
        FlightSpan span = flightRun();
        // A closed executable keeps its inline path closed.
        if (!space.isOpen() || !stream.isOpen() || !run.runInline()) {
            return false;
        }
        RunFailure failure = run.failure();
        if (failure != null) {
            space.failures().add(stream, effects, failure);
        } else {
            space.failures().ended(effects);
        }
        Flight.end(span);
        return true;
    }

    private FlightSpan flightRun() {
        return Flight.recordsRuns() ? Flight.run(graph().label(), space().name()) : FlightSpan.NONE;
    }

    @Override
    void inlineRunEnded() {
        scheduler.signalEndUnfenced();
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        return tracked(HostStream.of(stream, space));
    }

    private Submission tracked(HostStream stream) {
        Refusals.inRun("submit");
        requireUnchangedTables();
        FlightSpan span = Flight.recordsSubmits() ? flightSubmit(stream) : FlightSpan.NONE;
        HostSubmission submission = new HostSubmission(scheduler);
        submit(stream, submission, false);
        Flight.end(span);
        return submission;
    }

    /** Steps that can throw come first: a queued run always begins and ends. */
    private void submit(HostStream stream, @Nullable HostSubmission submission, boolean isRecorded) {
        stream.awaitRoom();
        run.beforeSubmit();
        RunOperation entry;
        int free = 1;
        synchronized (queue) {
            requireOpen("submitted");
            space.requireOpen();
            stream.requireOpen();
            entry = entries.take();
            entry.stream = stream;
            entry.submission = submission;
            entry.isRecorded = isRecorded;
            run.frames().snapshot(entry.values);
            free += queue.isEmpty() ? 1 : 0;
            queue.add(entry);
            drawTickets(entry);
            if (inlinePath != null) {
                inlinePath.close();
            }
            submitted++;
            // Inside of the lock: the stream and the executable must have the same order.
            free += stream.queue().join(entry) ? 1 : 0;
        }
        if (entry.release(free)) {
            StreamOperation.start(entry, StreamOperation.Origin.SUBMIT);
        }
    }

    private void requireOpen(String use) {
        if (closed) {
            space.requireOpen();
            throw ClosedExecutable.refusal(graph().label(), use);
        }
    }

    private void drawTickets(RunOperation entry) {
        try {
            tickets.draw(entry.tickets);
        } catch (Throwable noMemory) {
            queue.removeLast();
            throw noMemory;
        }
    }

    @Override
    public void recycle(RunOperation entry) {
        entries.recycle(entry);
    }

    @Override
    public boolean begin(RunOperation entry, StreamOperation.Origin where) {
        current = entry;
        flight = flightRun();
        return run.begin(entry, where);
    }

    /** Called by the thread that completed the last step of an offered run. */
    private void ended() {
        StreamOperation after = Objects.requireNonNull(current).end();
        if (after != null) {
            StreamOperation.start(after, StreamOperation.Origin.POOL);
        }
    }

    /**
     * A run always leaves its queue and its stream here: nothing below allocates or calls user code, and the stack was
     * checked at the entry of this thread.
     */
    @Override
    public @Nullable StreamOperation end(RunOperation entry) {
        run.end();
        Flight.end(flight);
        HostStream stream = Objects.requireNonNull(entry.stream);
        report(entry, stream);
        StreamOperation after = leaveQueue();
        StreamOperation behind = stream.queue().leave(entry);
        entry.letGo();
        scheduler.signalEnd();
        if (behind != null) {
            after = behind.before(after);
        }
        return after;
    }

    private void report(RunOperation entry, HostStream stream) {
        RunFailure failure = run.failure();
        HostSubmission submission = entry.submission;
        if (submission != null) {
            submission.end(failure);
        } else if (failure != null) {
            space.failures().add(stream, effects, failure);
        }
        if (failure == null) {
            space.failures().ended(effects);
        }
    }

    /** Removes the ended run from the queue, and returns the next one if it must be started now. */
    private @Nullable StreamOperation leaveQueue() {
        RunOperation next;
        synchronized (queue) {
            queue.poll();
            next = queue.peek();
            ended++;
            if (next == null && inlinePath != null && !closed) {
                inlinePath.open();
            }
        }
        return next != null && next.release(1) ? next.before(null) : null;
    }

    @Override
    public boolean isDone(long target) {
        return ended >= target;
    }

    /** Returns whether all submitted runs have ended. */
    boolean isIdle() {
        return queued() <= 0;
    }

    /** Returns the number of ended inline runs. */
    long inlineRuns() {
        return inlinePath == null ? 0 : inlinePath.ended();
    }

    /** Returns the number of unfinished runs. */
    long queued() {
        long inline = inlinePath == null || inlinePath.target() == 0 ? 0 : 1;
        return inline + submitted() - ended;
    }

    private long submitted() {
        synchronized (queue) {
            return submitted;
        }
    }

    /** Waits for all runs submitted so far. */
    void awaitRuns() {
        long here = inlinePath == null ? 0 : inlinePath.target();
        if (here != 0) {
            scheduler.await(Objects.requireNonNull(inlinePath), here);
        }
        scheduler.await(this, submitted());
    }

    @Override
    public Profile profile(int runs) {
        Refusals.inRun("profile");
        requireUnchangedTables();
        RunCount.require(graph(), runs);
        return profiled(part -> Profiler.profile(part, runs));
    }

    @Override
    public Profile profiled(Function<ProfiledPart, Profile> use) {
        synchronized (profiling) {
            requireOpen("profiled");
            try (HostProfile profile = new HostProfile(run, this::profiled)) {
                return use.apply(new ProfiledPart(context, defaultStream, profile));
            }
        }
    }

    private Submission profiled(boolean isRecorded) {
        HostSubmission submission = new HostSubmission(scheduler);
        submit(defaultStream, submission, isRecorded);
        return submission;
    }

    @Override
    public String explain(ExplainOption... options) {
        boolean code = Explain.hasCode(options);
        requireOpen("explained");
        return Explanation.of(
                        graph().label(),
                        space().name(),
                        run.program(),
                        run.describe(),
                        Explain.summary(context),
                        run::describeBodies)
                + Explanation.ofIgnoredOptions(context)
                + "\n" + Explain.details(context)
                + (code ? cpp() : "");
    }

    private String cpp() {
        String text = run.kernels().cppText();
        return text.isEmpty() ? "\nno kernel is compiled as C++\n" : "\nas C++:\n" + text;
    }

    @Override
    public void close() {
        Refusals.inRun("close");
        long all;
        synchronized (queue) {
            closed = true;
            if (inlinePath != null) {
                inlinePath.close();
                inlinePath.leave();
            }
            all = submitted;
        }
        scheduler.await(this, all);
        synchronized (queue) {
            if (released) {
                return;
            }
            released = true;
        }
        run.release();
        context.releaseAll();
        forget.accept(this);
    }

    @Override
    public String toString() {
        return "executable of graph " + Labels.quoted(graph().label()) + " on " + space().name();
    }
}
