package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.Explain;
import org.sporos.backend.PrintLog;
import org.sporos.backend.RunEffects;
import org.sporos.error.CodedStateException;
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
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.PhaseCosts;
import org.sporos.plan.Planner;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;
import org.sporos.trace.LaunchTable;
import org.sporos.trace.Profiler;
import org.sporos.trace.RunCount;

/**
 * One native graph, or the few of a sequence, ready to be launched. A submit is a refresh of changed params and one
 * native launch; where the host must look whether a loop goes on, a thread of the stream's queue makes the launches.
 */
final class GpuExecutable implements ExecutableGraph, StreamRun {
    private final Backend space;
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
    /** The failures that are about to be taken: kept here while one of them cannot be told. */
    private final List<GraphRunException> found = new ArrayList<>();

    private final long[] recorded;
    private final long[] awaited;
    /** Event of the driver that orders runs on several streams; 0 until there are such. */
    private long order;

    private final Leaving leaving;
    private @Nullable GpuStream last;
    /** The marks of that stream at the last launch. */
    private long marks;
    /**
     * True while the stream has it among those whose runs are not known to have ended. Cleared by the thread that waits
     * for the stream, before it waits: a launch whose look at it comes too early for a clearing is covered by the wait
     * that follows.
     */
    private volatile boolean noted;

    private final Object profiling = new Object();
    private final FlightRuns flight = new FlightRuns();

    /** Written without order: only its lowest bits matter. */
    private long submits;

    private boolean closed;

    /** Takes an executable that is closed out of all streams, once its runs have ended. */
    interface Leaving {
        /** @param broken the failure that ended the device, or null */
        void leave(StreamRun closed, @Nullable GpuException broken);
    }

    GpuExecutable(Backend space, GpuDevice device, LoweringContext context, Leaving leaving) {
        this(space, device, context, leaving, null);
    }

    /** @param noted the launches to put stamps around, or null */
    private GpuExecutable(
            Backend space, GpuDevice device, LoweringContext context, Leaving leaving, @Nullable LaunchTable noted) {
        this.space = space;
        this.leaving = leaving;
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
            // Memory in use keeps a closed space's driver open: what is taken first is given back last.
            faults = new FaultRecord(memory);
            prints = PrintRecord.of(memory, text, PrintLog.of(context));
            context.progress().begin(Step.COMPILE, text.entries().size());
            programs = new ExecutablePrograms(device, text, owned);
            context.progress().reached(text.entries().size());
            params = new ParamBlock(memory, context.params(), owned);
            hostCalls = new HostCalls(driver, owned, faults, params.params(), context.levels());
            stamps = noted == null
                    ? null
                    : new StampNodes(
                            memory,
                            programs.of(LibraryProgram.STAMPS),
                            noted,
                            LaunchSequenceBuilder.loops(context.plan()));
            variants = new RingVariants(context.rings(), this::build);
            hostCalls.count();
            recorded = events(NodeEffects::records);
            awaited = events(NodeEffects::awaits);
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** Makes the native graphs for positions of the rings. The launches that can fail have the same numbers in all. */
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

    private long[] events(Function<NodeEffects, @Nullable Event> of) {
        LongStream.Builder found = LongStream.builder();
        for (LaunchUnit unit : context.plan().units()) {
            Event event = of.apply(unit.effects());
            if (event != null) {
                found.add(device.events().of(event));
            }
        }
        return found.build().toArray();
    }

    /** Enqueued work may still write to memory that goes back to its pool. */
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
    public void submit() {
        submit(space.defaultStream());
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
        device.requireUsable();
        requireOpen("submitted");
        boolean mayWaitOutside = !effects.waits().isEmpty();
        if (mayWaitOutside) {
            stream.beforeWait();
        }
        follow(stream);
        if (prints == null) {
            enqueue(stream);
        } else {
            enqueuePrinting(prints, stream);
        }
        marks = stream.marks();
        stream.launched(mayWaitOutside);
        if (Flight.recordsRuns()) {
            flight.launched(graph().label(), space.name());
        }
        if (tracked != null) {
            stream.submitted(tracked);
        }
        note(stream);
    }

    /** Lines of two runs do not mix: each waits for the one before, which stands before it in this stream. */
    private void enqueuePrinting(PrintRecord record, GpuStream stream) {
        stream.settle();
        record.around(stream, sites, () -> enqueue(stream));
    }

    /** Has what is launched next in a stream follow the last run, and that which comes then follow it. */
    private void follow(GpuStream stream) {
        GpuStream before = last;
        if (before != null && before != stream) {
            noted = false;
            if (before.tryEnter()) {
                try {
                    stream.await(order(), before.record(order()));
                } finally {
                    before.leave();
                }
            }
        }
        last = stream;
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
        synchronized (profiling) {
            LoweringContext ofRecorded = recordedContext();
            try (GpuProfile profile = new GpuProfile(new ProfileAccess(ofRecorded))) {
                return Profiler.profile(ofRecorded, space.defaultStream(), profile, runs);
            }
        }
    }

    /** Returns the context of runs with stamps, whose nodes have times of their own: no stamp is within a launch. */
    private LoweringContext recordedContext() {
        return context.plan().hasPhases()
                ? context.with(Planner.plan(
                        context.graph(), context.kernels(), space.merges().withPhases(PhaseCosts.NONE)))
                : context;
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
            return new Noted(device.memory()
                    .reclaimer()
                    .retry(() -> new GpuExecutable(space, device, ofRecorded, leaving, table)));
        }
    }

    /** An executable of the same graph with stamps, whose runs take the place of this one's. */
    private final class Noted implements GpuProfile.Recording {
        private final GpuExecutable other;

        Noted(GpuExecutable other) {
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
            follow(stream);
            return other.submitTracked(stream);
        } finally {
            stream.leave();
        }
    }

    /** Has the stream know of this, which may take memory. The flag comes first: see there. */
    private void note(GpuStream stream) {
        if (!noted) {
            noted = true;
            try {
                stream.submitted(this);
            } catch (Throwable noMemory) {
                noted = false;
                throw noMemory;
            }
        }
    }

    private void requireOpen(String use) {
        if (closed) {
            throw new CodedStateException(
                    "S219",
                    "graph " + Labels.quoted(graph().label()) + " is " + use
                            + " after its executable was closed; instantiate the graph again");
        }
    }

    private void enqueue(GpuStream stream) {
        boolean launched = false;
        LaunchSequence sequence = sequence();
        params.refresh(stream);
        hostCalls.submitted(params.values());
        try {
            awaitEvents(stream);
            StreamQueue.Ticket ticket = null;
            if (sequence.isWatched() || stream.isBusy()) {
                ticket = stream.later(() -> sequence.launch(stream.handle()));
            } else {
                sequence.launch(stream.handle());
            }
            launched = true;
            for (long event : recorded) {
                device.events().recorded(event, ticket);
            }
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        } finally {
            if (!launched) {
                hostCalls.notSubmitted();
            }
        }
    }

    private LaunchSequence sequence() {
        try {
            return variants.now();
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        }
    }

    private void awaitEvents(GpuStream stream) {
        for (long event : awaited) {
            StreamQueue.Ticket ticket = device.events().waiting(event);
            if (ticket != null) {
                stream.later(ticket::await);
            }
        }
    }

    @Override
    public void forgotten() {
        noted = false;
    }

    @Override
    public RunEffects effects() {
        return effects;
    }

    @Override
    public Submission submitTracked() {
        return submitTracked(space.defaultStream());
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
        // Failures of the runs before belong to the fence, not to this run.
        own.settle();
        GpuSubmission submission = new GpuSubmission(this, own);
        launch(own, submission);
        Flight.end(span);
        return submission;
    }

    @Override
    public List<GraphRunException> ended(@Nullable GpuException broken) {
        flight.ended();
        synchronized (found) {
            hostCalls.moveFailures(found);
            try {
                if (prints != null) {
                    prints.take(sites);
                }
                GraphRunException device = faults.take(sites);
                if (device != null) {
                    found.add(device);
                }
            } catch (GpuException e) {
                device.failed(e);
            }
            List<GraphRunException> taken = List.copyOf(found);
            found.clear();
            return taken;
        }
    }

    /** Returns the kind of its space. */
    String kind() {
        return device.kind();
    }

    /** Returns the native graph, the first of several. */
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
        requireOpen("explained");
        LaunchSequence sequence = variants.first();
        return Explain.of(context) + "on " + device.description() + ", native nodes: " + sequence.countNodes() + ", "
                + device.images() + "\n" + sequence
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
        leave();
        try {
            owned.close();
        } catch (GpuException e) {
            device.failed(e);
        }
    }

    /** Waits for all runs: the last one comes after the others. Then no stream may read what is released. */
    private void leave() {
        GpuStream stream = last;
        if (stream != null) {
            GpuException broken = stream.awaitRuns(marks, this::order);
            if (prints != null) {
                takePrints(prints);
            }
            stream.forget(this, broken);
            leaving.leave(this, broken);
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
