package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.Explain;
import org.sporos.backend.PrintLog;
import org.sporos.backend.RunEffects;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.ClosedExecutable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.Unphasing;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;
import org.sporos.trace.LaunchTable;
import org.sporos.trace.ProfiledExecutable;
import org.sporos.trace.ProfiledPart;
import org.sporos.trace.Profiler;
import org.sporos.trace.RunCount;

/**
 * An instantiated native graph, or a sequence of them. A submit copies changed params and makes one native launch; if
 * the host polls loop conditions, a thread of the stream's queue makes the launches.
 */
final class GpuExecutable implements ExecutableGraph, ProfiledExecutable, StreamRun {
    private final ExecutionSpace space;
    private final GpuDevice device;
    private final GpuDriver driver;
    private final LoweringContext context;
    private final RunEffects effects;
    private final NativeResources owned = new NativeResources();
    private final GpuMemory memory;
    private final GpuSource source;
    private final ParamBlock params;
    private final FaultRecord faults;
    private final @Nullable PrintRecord prints;
    private final HostCalls hostCalls;
    private final ExecutablePrograms programs;
    private volatile List<LaunchSite> sites = List.of();
    private final RingVariants variants;
    private final @Nullable StampNodes stamps;
    /** Failures found and not yet returned: kept if reading a further one throws. */
    private final List<GraphRunException> pending = new ArrayList<>();

    private final RunGuards guards;
    private final Event[] recorded;
    private final Event[] awaited;
    /** The native event that orders runs on several streams; 0 until first use. */
    private long order;

    private final CloseListener closeListener;
    private @Nullable GpuStream last;
    /** The number of marks of that stream at the last launch. */
    private long marks;
    /**
     * True while the stream lists this executable as running. Cleared by a thread before it waits for the stream: a
     * launch that still reads true is covered by that wait.
     */
    private volatile boolean listed;

    private final Object profiling = new Object();
    private final FlightRuns flight = new FlightRuns();

    /** A racy counter: only its lowest bits matter. */
    private long submits;

    private boolean closed;

    /** Removes a closed executable from all streams, after its runs have completed. */
    interface CloseListener {
        /** @param broken the failure that ended the device, or null */
        void closed(StreamRun executable, @Nullable GpuException broken);
    }

    GpuExecutable(ExecutionSpace space, GpuDevice device, LoweringContext context, CloseListener closeListener) {
        this(space, device, context, closeListener, null);
    }

    /** @param stamped the launches with stamps, or null */
    private GpuExecutable(
            ExecutionSpace space,
            GpuDevice device,
            LoweringContext context,
            CloseListener closeListener,
            @Nullable LaunchTable stamped) {
        this.space = space;
        this.closeListener = closeListener;
        this.device = device;
        this.driver = device.driver();
        this.context = context;
        this.effects = new RunEffects(context);
        this.memory = new GpuMemory(
                driver,
                device.memory(),
                device.setup(),
                owned,
                "graph " + Labels.quoted(context.graph().label()));
        context.retainAll();
        owned.add(context::releaseAll);
        try {
            source = GpuSource.of(device, context);
            CppProgram text = source.text();
            device.memory().requireRoom(context.graph().label(), GpuMemoryNeeds.of(device, context, source));
            // Allocated first and so released last: memory in use keeps the driver of a closed space open.
            faults = new FaultRecord(memory);
            prints = PrintRecord.of(memory, text, PrintLog.of(context));
            int entries = text.entries().size();
            context.progress().begin(Step.COMPILE, entries);
            programs = new ExecutablePrograms(device, text, owned);
            context.progress().reached(entries);
            params = new ParamBlock(memory, context.params(), owned);
            hostCalls = new HostCalls(driver, owned, faults, params.params(), context.levels());
            stamps = stamped == null
                    ? null
                    : new StampNodes(
                            memory,
                            programs.of(LibraryProgram.STAMPS),
                            stamped,
                            LaunchSequenceBuilder.loops(context.plan()));
            variants = new RingVariants(context.rings(), this::build);
            hostCalls.endCount();
            guards = RunGuards.of(context.plan());
            recorded = events(NodeEffects::records);
            awaited = events(NodeEffects::awaits);
            guards.instantiated();
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** Builds the native graphs for ring positions. Launches have the same numbers in all of them. */
    private LaunchSequence build(Map<RingState, Integer> positions) {
        LaunchTables tables = new LaunchTables(memory, source, context.plan());
        LaunchSequenceBuilder.Built built = LaunchSequenceBuilder.build(
                new LoweringState(
                        device,
                        owned,
                        memory,
                        source.kernels(),
                        source.text(),
                        programs,
                        params,
                        faults.address(),
                        prints == null ? 0 : prints.address(),
                        hostCalls,
                        tables,
                        stamps,
                        positions),
                context.plan());
        tables.upload();
        sites = built.sites();
        built.sequence().upload(memory.stream());
        memory.settle();
        return built.sequence();
    }

    /** Returns an array: submits iterate over it without an allocation. */
    private Event[] events(Function<NodeEffects, @Nullable Event> of) {
        List<Event> events = new ArrayList<>();
        for (LaunchUnit unit : context.plan().units()) {
            Event event = of.apply(unit.effects());
            if (event != null) {
                events.add(event);
            }
        }
        return events.toArray(Event[]::new);
    }

    /** Waits first, because enqueued work may still write to memory that returns to its pool. */
    private void closeAfter(Throwable failure) {
        try {
            memory.settle();
        } catch (GpuException also) {
            failure.addSuppressed(also);
        }
        try {
            owned.close();
        } catch (RuntimeException also) {
            failure.addSuppressed(also);
        }
    }

    @Override
    public Graph graph() {
        return context.graph().origin();
    }

    @Override
    public ExecutionSpace space() {
        return space;
    }

    @Override
    public List<Diagnostic> warnings() {
        return context.warnings();
    }

    @Override
    public void submit(ExecutionStream stream) {
        RunFrame.refuseInHostNode("submit");
        StackReserve.require(submits++);
        GpuStream own = GpuStream.entered(space, stream);
        try {
            FlightSpan span = Flight.recordsSubmits() ? flightSubmit(stream) : FlightSpan.NONE;
            own.awaitRoom();
            launch(own, null);
            Flight.end(span);
        } finally {
            own.leave();
        }
    }

    private FlightSpan flightSubmit(ExecutionStream stream) {
        return Flight.submit(graph().label(), space.name(), stream.label());
    }

    private synchronized void launch(GpuStream stream, @Nullable GpuSubmission tracked) {
        boolean unused = begin(stream);
        if (prints == null) {
            enqueue(stream);
        } else {
            enqueuePrinting(prints, stream);
        }
        end(stream, tracked);
    }

    /** Checks and orders a run before its launch; returns whether a wait was enqueued. */
    private boolean begin(GpuStream stream) {
        device.requireUsable();
        requireOpen("submitted");
        guards.submitting();
        if (mayWaitOutside()) {
            stream.beforeWait();
        }
        return orderAfterLast(stream);
    }

    private boolean mayWaitOutside() {
        return !effects.waits().isEmpty();
    }

    /** Counts and lists a run after its launch. */
    private void end(GpuStream stream, @Nullable GpuSubmission tracked) {
        marks = stream.marks();
        long count = stream.launched(mayWaitOutside());
        guards.submitted(stream, count);
        if (Flight.recordsRuns()) {
            flight.launched(graph().label(), space.name());
        }
        if (tracked != null) {
            stream.submitted(tracked);
        }
        list(stream);
    }

    /** Returns why its native graph cannot be a child graph of {@link JoinedGraph}, or null if it can. */
    @Nullable
    String joinObstacle() {
        if (prints != null) {
            return "prints";
        } else if (awaited.length > 0) {
            return "waits for an event";
        }
        Map<NodeKind, Integer> nodes = variants.first().countNodes();
        if (nodes.containsKey(NodeKind.CONDITIONAL) || variants.first().isPolled()) {
            return "branches or loops";
        }
        return nodes.containsKey(NodeKind.ALLOCATE) ? "allocates memory" : null;
    }

    /** Returns the owner of its native objects, which frees those first that were added last. */
    NativeResources owned() {
        return owned;
    }

    /** Begins a run whose launch is that of a joined graph in another stream, or in its own one. */
    synchronized void beginJoined(GpuStream stream, GpuStream launching) {
        boolean isOrdered = begin(stream);
        boolean isEnqueued = params.refresh(stream) || isOrdered;
        if (isEnqueued && stream != launching) {
            launching.await(order(), stream.record(order()));
        }
        hostCalls.submitted(params.values());
    }

    /** Undoes {@link #beginJoined} after a failed launch. */
    void notJoined() {
        hostCalls.notSubmitted();
    }

    /**
     * Ends the submit of a run by a joined graph.
     *
     * @param ticket the queued launch; null if it was made directly
     * @param tracked the submission of the run, or null
     */
    synchronized void endJoined(
            GpuStream stream, StreamQueue.@Nullable Ticket ticket, @Nullable GpuSubmission tracked) {
        eventsRecorded(ticket);
        end(stream, tracked);
    }

    /** Launches the run after the previous one has ended, so that lines of two runs do not mix. */
    private void enqueuePrinting(PrintRecord record, GpuStream stream) {
        stream.settle();
        record.launch(stream, sites, () -> enqueue(stream));
    }

    /**
     * Orders the next launch in a stream after the last run, and later launches after that; returns whether that took a
     * wait.
     */
    private boolean orderAfterLast(GpuStream stream) {
        GpuStream before = last;
        if (before != null && before != stream) {
            listed = false;
            if (before.tryEnter()) {
                try {
                    stream.await(order(), before.record(order()));
                } finally {
                    before.leave();
                }
            }
        }
        last = stream;
        return before != null && before != stream;
    }

    private long order() {
        if (order == 0) {
            order = owned.add(driver.createEvent(), driver::destroyEvent);
        }
        return order;
    }

    @Override
    public Profile profile(int runs) {
        RunFrame.refuseInHostNode("profile");
        RunCount.require(graph(), runs);
        return profiled(part -> Profiler.profile(part, runs));
    }

    @Override
    public Profile profiled(Function<ProfiledPart, Profile> use) {
        synchronized (profiling) {
            LoweringContext ofRecorded = recordedContext();
            try (GpuProfile profile = new GpuProfile(new ProfileAccess(ofRecorded))) {
                return use.apply(new ProfiledPart(ofRecorded, space.defaultStream(), profile));
            }
        }
    }

    /** Returns the context of runs with stamps, without phases, so that each node is a launch with times of its own. */
    private LoweringContext recordedContext() {
        return context.plan().hasPhases() ? context.with(Unphasing.of(context.plan())) : context;
    }

    /** The calls that a profile makes. */
    private final class ProfileAccess implements GpuProfile.Runs {
        private final LoweringContext ofRecorded;

        ProfileAccess(LoweringContext ofRecorded) {
            this.ofRecorded = ofRecorded;
        }

        @Override
        public Submission submit() {
            return submitTracked();
        }

        @Override
        public GpuProfile.Recording recording(LaunchTable table) {
            synchronized (GpuExecutable.this) {
                device.requireUsable();
                requireOpen("profiled");
            }
            return new StampedRecording(device.memory()
                    .reclaimer()
                    .retry(() -> new GpuExecutable(space, device, ofRecorded, closeListener, table)));
        }
    }

    /** A second executable of the graph, with stamps; its runs are ordered as runs of this one. */
    private final class StampedRecording implements GpuProfile.Recording {
        private final GpuExecutable other;

        StampedRecording(GpuExecutable other) {
            this.other = other;
        }

        @Override
        public StampNodes stamps() {
            return Required.internal(other.stamps, "the stamps of an executable");
        }

        @Override
        public Submission submit() {
            return submitInstead(other);
        }

        @Override
        public void close() {
            other.close();
        }
    }

    private synchronized Submission submitInstead(GpuExecutable other) {
        device.requireUsable();
        requireOpen("profiled");
        GpuStream stream = GpuStream.entered(space, space.defaultStream());
        try {
            stream.awaitRoom();
            boolean unused = orderAfterLast(stream);
            return other.submitTracked(stream);
        } finally {
            stream.leave();
        }
    }

    /**
     * Adds this to the running executables of the stream, which may allocate. The flag is set first: see {@link
     * #listed}.
     */
    private void list(GpuStream stream) {
        if (!listed) {
            listed = true;
            try {
                stream.submitted(this);
            } catch (Throwable noMemory) {
                listed = false;
                throw noMemory;
            }
        }
    }

    private void requireOpen(String use) {
        if (closed) {
            throw ClosedExecutable.refusal(graph().label(), use);
        }
    }

    private void enqueue(GpuStream stream) {
        boolean launched = false;
        LaunchSequence sequence = sequence();
        boolean unused = params.refresh(stream);
        hostCalls.submitted(params.values());
        try {
            awaitEvents(stream);
            StreamQueue.Ticket ticket = null;
            if (sequence.isPolled() || stream.isBusy()) {
                ticket = stream.enqueue(() -> sequence.launch(stream.handle()));
            } else {
                sequence.launch(stream.handle());
            }
            launched = true;
            eventsRecorded(ticket);
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        } finally {
            if (!launched) {
                hostCalls.notSubmitted();
            }
        }
    }

    private void eventsRecorded(StreamQueue.@Nullable Ticket launch) {
        for (Event event : recorded) {
            device.events().recorded(event, launch);
        }
    }

    private LaunchSequence sequence() {
        try {
            return variants.current();
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        }
    }

    /** The nodes wait for the events of this device; for a record of another one, the whole run waits. */
    private void awaitEvents(GpuStream stream) {
        GpuDevice.GpuEvents own = device.events();
        for (Event event : awaited) {
            GpuDevice.GpuEvents recorder = own.recorder(event);
            StreamQueue.Ticket ticket = own.waiting(own.of(event));
            if (recorder != own) {
                stream.awaitRecord(recorder, event);
            } else if (ticket != null) {
                stream.enqueue(ticket::await);
            }
        }
    }

    @Override
    public void unlisted() {
        listed = false;
    }

    @Override
    public RunEffects effects() {
        return effects;
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        RunFrame.refuseInHostNode("submit");
        StackReserve.require(submits++);
        GpuStream own = GpuStream.entered(space, stream);
        try {
            FlightSpan span = Flight.recordsSubmits() ? flightSubmit(stream) : FlightSpan.NONE;
            return submitTracked(own, span);
        } finally {
            own.leave();
        }
    }

    private synchronized Submission submitTracked(GpuStream own, FlightSpan span) {
        // Failures of earlier runs belong to the fence.
        own.settle();
        GpuSubmission submission = new GpuSubmission(this, own);
        launch(own, submission);
        Flight.end(span);
        return submission;
    }

    @Override
    public List<GraphRunException> ended(@Nullable GpuException broken) {
        flight.ended();
        synchronized (pending) {
            hostCalls.moveFailures(pending);
            guards.moveFailures(pending);
            try {
                if (prints != null) {
                    prints.take(sites);
                }
                GraphRunException device = faults.take(sites);
                if (device != null) {
                    pending.add(device);
                }
            } catch (GpuException e) {
                device.failed(e);
            }
            List<GraphRunException> taken = List.copyOf(pending);
            pending.clear();
            return taken;
        }
    }

    /** Returns the kind of its space. */
    String kind() {
        return device.kind();
    }

    /** Returns the native graph, or the first of several. */
    long nativeGraph() {
        return variants.first().firstGraph();
    }

    /** Returns the native executable of {@link #nativeGraph()}. */
    long nativeExecutable() {
        return variants.first().firstExecutable();
    }

    @Override
    public synchronized String explain(ExplainOption... options) {
        boolean code = Explain.hasCode(options);
        device.requireUsable();
        requireOpen("explained");
        LaunchSequence sequence = variants.first();
        return Explain.of(context) + "on " + device.description() + ", native nodes: " + sequence.countNodes() + ", "
                + device.images() + "\n" + sequence + programs.occupancy(source.text())
                + (code ? "\n" + source.text().kernels() : "");
    }

    @Override
    public void close() {
        RunFrame.refuseInHostNode("close");
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        awaitRuns();
        try {
            owned.close();
        } catch (GpuException e) {
            device.failed(e);
        }
        guards.closed();
    }

    /** Waits for the last run, and removes this from all streams before its memory is released. */
    private void awaitRuns() {
        GpuStream stream = last;
        if (stream != null) {
            GpuException broken = stream.awaitRuns(marks, this::order);
            if (prints != null) {
                takePrints(prints);
            }
            stream.remove(this, broken);
            closeListener.closed(this, broken);
        }
    }

    private void takePrints(PrintRecord record) {
        try {
            record.takeEnded(sites);
        } catch (GpuException e) {
            device.failed(e);
        }
    }
}
