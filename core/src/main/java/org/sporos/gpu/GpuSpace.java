package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.AffectedRuns;
import org.sporos.backend.StallWatch;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.LoopScope;
import org.sporos.plan.PhaseCosts;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.space.MemorySpace;
import org.sporos.spi.Backend;
import org.sporos.spi.CallCache;
import org.sporos.spi.Followers;
import org.sporos.spi.JoinedParts;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.spi.PartRun;
import org.sporos.trace.SpacesProfile;

/** One GPU as an execution space. Thread-safe. */
public final class GpuSpace implements Backend, EagerOrder.Runs {
    /** Measured on an H100: docs/benchmarks/shapes-of-small-work.md. */
    private static final PhaseCosts PHASES = new PhaseCosts(1.0, 0.2, 0.24, 3.4);

    private static final PhaseCosts PHASES_AND_WAVES = PHASES.withWaves(1.0, 64);

    private final GpuDevice device;
    private final GpuDriver driver;
    private final Set<GpuStream> streams = ConcurrentHashMap.newKeySet();
    private final GpuStream.Siblings siblings = new Streams();
    private final UnreportedFailures ofClosedStreams = new UnreportedFailures();
    private final GpuStream defaultStream;
    private final StallWatch stalls;
    private final CallCache calls = new CallCache();
    private final Followers followers = new Followers();
    /** Written without order: only its lowest bits matter. */
    private long fences;

    private GpuSpace(String kind, GpuDriver driver, CppDialect dialect, BinaryCache cache, long setup) {
        this.driver = driver;
        this.device = new GpuDevice(kind, driver, dialect, cache, setup, this::settle);
        this.defaultStream = new GpuStream(this, device, "default", siblings);
        streams.add(defaultStream);
        device.memory().register();
        this.stalls = StallWatch.ofSpace(
                name(),
                () -> streams.stream()
                        .flatMap(stream -> stream.settling().stream())
                        .toList(),
                () -> streams.stream().mapToLong(GpuStream::settled).sum(),
                () -> streams.stream()
                        .mapToLong(stream -> stream.settling().size())
                        .sum());
    }

    /** Returns a space of a kind, such as {@code cuda}, which owns the open driver. */
    public static GpuSpace open(String kind, GpuDriver driver, CppDialect dialect) {
        return open(kind, driver, dialect, BinaryCache.ofUser());
    }

    static GpuSpace open(String kind, GpuDriver driver, CppDialect dialect, BinaryCache cache) {
        try {
            long setup = driver.createStream();
            try {
                GpuSpace space = new GpuSpace(kind, driver, dialect, cache, setup);
                EagerOrder.register(space);
                return space;
            } catch (GpuException e) {
                driver.destroyStream(setup);
                throw e;
            }
        } catch (GpuException e) {
            driver.close();
            throw e;
        }
    }

    /** Returns the shared state of its streams and executables. */
    GpuDevice device() {
        return device;
    }

    @Override
    public String kind() {
        return device.kind();
    }

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public String description() {
        return device.description();
    }

    @Override
    public int concurrency() {
        return driver.properties().multiprocessors() * driver.properties().maxBlockThreads();
    }

    @Override
    public DeviceMemorySpace memorySpace() {
        return device.memory();
    }

    @Override
    public boolean canReach(MemorySpace other) {
        return Required.argument(other, "a memory space") == device.memory();
    }

    @Override
    public boolean canCopy(MemorySpace other) {
        return canReach(other) || device.memory().isPeer(other);
    }

    /** With fused loops in a reduction, each thread has at least 4 indexes. */
    @Override
    public FusionSupport merges() {
        long threads = driver.properties().residentThreads();
        return FusionSupport.ofLoops(threads)
                .withoutEdges()
                .withoutJoins()
                .withFills()
                .withReductions(4 * threads)
                .withSideBySide(2 * driver.properties().multiprocessors())
                .withPhases(phases())
                .withPersistentLoops(driver.features().persistentLoops() ? LoopScope.WAVE : LoopScope.NONE);
    }

    private PhaseCosts phases() {
        return driver.features().waves() ? PHASES_AND_WAVES : PHASES;
    }

    @Override
    public CallCache calls() {
        return calls;
    }

    @Override
    public Followers followers() {
        return followers;
    }

    @Override
    public int sharedBytes() {
        return driver.properties().sharedBytes();
    }

    @Override
    public boolean needsPinnedCopies() {
        return true;
    }

    @Override
    public boolean canUse(ExternalSemaphore semaphore) {
        return !semaphore.isInProcess() && driver.features().semaphoreNodes();
    }

    @Override
    public GpuStream defaultStream() {
        return defaultStream;
    }

    @Override
    public ExecutionStream stream(String label) {
        RunFrame.refuseDeviceCallInHostNode("stream");
        device.requireUsable();
        String known = Required.argument(label, "the label of a stream");
        GpuStream stream = new GpuStream(this, device, known, siblings);
        streams.add(stream);
        return stream;
    }

    private final class Streams implements GpuStream.Siblings {
        @Override
        public void closed(GpuStream stream) {
            ofClosedStreams.addAll(stream.failures());
            streams.remove(stream);
        }

        @Override
        public long progress() {
            return streams.stream().mapToLong(GpuStream::progress).sum();
        }
    }

    private void remove(StreamRun closed, @Nullable GpuException broken) {
        streams.forEach(stream -> stream.remove(closed, broken));
    }

    /** Waits for all runs in flight; their failures are thrown by the next fence. */
    void settle() {
        streams.forEach(GpuStream::settle);
    }

    @Override
    public void fence() {
        RunFrame.refuseInHostNode("fence");
        followers.fence(this::fenceOwn);
    }

    private void fenceOwn() {
        StackReserve.require(fences++);
        List<RuntimeException> failures = new ArrayList<>(ofClosedStreams.take());
        for (GpuStream stream : streams) {
            stream.settle();
            failures.addAll(stream.failures().take());
        }
        calls.trim();
        if (isUsable()) {
            device.programs().trim();
        }
        GpuStream.throwFirst(failures);
    }

    /** Waits for whole streams: a native stream does not report the end of a single run. */
    @Override
    public void await(EagerCall call, Consumer<RuntimeException> failures) {
        ofClosedStreams.take(call).forEach(failures);
        streams.forEach(stream -> stream.await(call, failures));
    }

    @Override
    public GraphMemoryStatistics graphMemory() {
        RunFrame.refuseDeviceCallInHostNode("graphMemory");
        device.requireUsable();
        return new GraphMemoryStatistics(driver.graphMemoryInUse(), driver.graphMemoryBytes());
    }

    @Override
    public long trimGraphMemory() {
        RunFrame.refuseDeviceCallInHostNode("trimGraphMemory");
        device.requireUsable();
        long before = driver.graphMemoryBytes();
        driver.trimGraphMemory();
        return Math.max(0, before - driver.graphMemoryBytes());
    }

    @Override
    public boolean isUsable() {
        return device.isUsable();
    }

    @Override
    public boolean isClosed() {
        return device.isClosed();
    }

    @Override
    public MemoryNeeds memoryNeeds(LoweringContext context) {
        device.requireUsable();
        return GpuMemoryNeeds.of(device, context, GpuSource.of(device, context));
    }

    @Override
    public long freeBytes() {
        device.requireUsable();
        return device.memory().freeBytes();
    }

    @Override
    public Profile profile(Graph graph, List<PartRun> parts, int runs) {
        return SpacesProfile.profile(graph, defaultStream(), parts, runs);
    }

    @Override
    public @Nullable JoinedParts join(List<PartRun> parts, Consumer<String> obstacle) {
        return JoinedGraph.of(this, device, parts, obstacle);
    }

    @Override
    public ExecutableGraph lower(LoweringContext context) {
        device.requireUsable();
        return device.memory().reclaimer().retry(() -> new GpuExecutable(this, device, context, this::remove));
    }

    @Override
    public void close() {
        RunFrame.refuseInHostNode("close");
        if (!device.close()) {
            return;
        }
        calls.close();
        List.copyOf(streams).forEach(GpuStream::close);
        device.owned().close();
        try {
            driver.synchronize(device.setup());
            // Before the last context is destroyed: a driver may miscount graph memory afterwards.
            driver.trimGraphMemory();
        } catch (GpuException e) {
            device.failed(e);
        }
        driver.destroyStream(device.setup());
        device.programs().close();
        device.events().close();
        device.memory().close(driver::close);
        EagerOrder.unregister(this);
        stalls.close();
        AffectedRuns.warn(name(), ofClosedStreams.all());
    }

    @Override
    public String toString() {
        return description();
    }
}
