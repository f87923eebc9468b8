package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.graph.ExecutableGraph;
import org.sporos.kernel.cache.BinaryCache;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.plan.Merges;
import org.sporos.run.EagerCall;
import org.sporos.run.EagerOrder;
import org.sporos.run.RunFrame;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.space.MemorySpace;
import org.sporos.space.StackReserve;
import org.sporos.spi.Backend;
import org.sporos.spi.CallCache;
import org.sporos.spi.LoweringContext;

/** One GPU as an execution space. Thread-safe. */
public final class GpuSpace implements Backend, EagerOrder.Runs {
    private final String kind;
    private final GpuDriver driver;
    private final CppDialect dialect;
    private final GpuImages images;
    private final GpuPrograms programs;
    private final GpuEvents events;
    private final Set<GpuStream> streams = ConcurrentHashMap.newKeySet();
    private final UnreportedFailures ofClosedStreams = new UnreportedFailures();
    private final GpuStream defaultStream;
    private final long copies;
    private final DeviceMemorySpace memory;
    private final Owned owned = new Owned();
    private final CallCache calls = new CallCache();
    private volatile @Nullable GpuException ended;
    private volatile boolean closed;
    /** Written without order: only its lowest bits matter. */
    private long fences;

    private GpuSpace(String kind, GpuDriver driver, CppDialect dialect, BinaryCache cache, long copies) {
        this.kind = kind;
        this.driver = driver;
        this.dialect = dialect;
        this.events = new GpuEvents(driver);
        this.images = new GpuImages(driver, cache);
        this.programs = new GpuPrograms(driver, images);
        this.copies = copies;
        this.defaultStream = new GpuStream(this, "default");
        streams.add(defaultStream);
        this.memory = new DeviceMemorySpace(name(), driver, copies);
    }

    /** Returns a space of a kind, such as {@code cuda}, on an open driver, which it closes in the end. */
    public static GpuSpace open(String kind, GpuDriver driver, CppDialect dialect) {
        return open(kind, driver, dialect, BinaryCache.ofUser());
    }

    static GpuSpace open(String kind, GpuDriver driver, CppDialect dialect, BinaryCache cache) {
        try {
            long copies = driver.createStream();
            try {
                GpuSpace space = new GpuSpace(kind, driver, dialect, cache, copies);
                EagerOrder.register(space);
                return space;
            } catch (GpuException e) {
                driver.destroyStream(copies);
                throw e;
            }
        } catch (GpuException e) {
            driver.close();
            throw e;
        }
    }

    GpuDriver driver() {
        return driver;
    }

    CppDialect dialect() {
        return dialect;
    }

    /** Returns the owner of what graphs leave to the space because it outlives them. */
    Owned owned() {
        return owned;
    }

    /** Returns a stream for what is made ready while graphs run. */
    long setup() {
        return copies;
    }

    GpuEvents events() {
        return events;
    }

    GpuPrograms programs() {
        return programs;
    }

    GpuImages images() {
        return images;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String name() {
        return kind + ":" + driver.properties().ordinal();
    }

    @Override
    public String description() {
        GpuProperties p = driver.properties();
        return name() + ": " + p.name() + " (" + p.architecture() + ", " + p.multiprocessors() + " multiprocessors, "
                + (p.memoryBytes() >> 30) + " GiB, driver " + p.driverVersion() + ")";
    }

    @Override
    public int concurrency() {
        return driver.properties().multiprocessors() * driver.properties().maxBlockThreads();
    }

    @Override
    public DeviceMemorySpace memorySpace() {
        return memory;
    }

    @Override
    public boolean canReach(MemorySpace other) {
        return other == memory;
    }

    /** Returns how many threads the device can hold at once, about. */
    long residentThreads() {
        return 2048L * multiprocessors();
    }

    int multiprocessors() {
        return driver.properties().multiprocessors();
    }

    /** A reduction has a thread for 16 to 64 indexes. */
    @Override
    public Merges merges() {
        long threads = residentThreads();
        return Merges.ofLoops(threads)
                .withoutEdges()
                .withoutJoins()
                .withFills()
                .withReductions(8 * threads)
                .withSideBySide(2 * multiprocessors());
    }

    @Override
    public CallCache calls() {
        return calls;
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
        requireUsable();
        GpuStream stream = new GpuStream(this, Required.argument(label, "the label of a stream"));
        streams.add(stream);
        return stream;
    }

    void streamClosed(GpuStream stream) {
        ofClosedStreams.addAll(stream.failures());
        streams.remove(stream);
    }

    /** Returns a stream as one of this space's own. */
    GpuStream own(ExecutionStream stream) {
        if (!(stream instanceof GpuStream own) || own.space() != this) {
            throw new CodedArgumentException(
                    "S218",
                    "stream " + Labels.quoted(stream.label()) + " belongs to space "
                            + Labels.quoted(stream.space().name()) + "; submit to a stream of "
                            + Labels.quoted(name()));
        }
        own.requireOpen();
        return own;
    }

    /** Notes a failure of the driver; some of them end the device's context. */
    void failed(GpuException failure) {
        if (ended == null && driver.isFatal(failure.status())) {
            ended = failure;
        }
    }

    void requireUsable() {
        GpuException end = ended;
        if (closed || end != null) {
            String how = closed ? " is closed" : " was ended by a failure of the device: " + end;
            throw new CodedStateException("S217", "space " + Labels.quoted(name()) + how, end);
        }
    }

    /** Waits for all runs and keeps what failed for the next fence. */
    void settle() {
        streams.forEach(GpuStream::settle);
    }

    @Override
    public void fence() {
        RunFrame.refuseInHostNode("fence");
        StackReserve.require(fences++);
        List<RuntimeException> failures = new ArrayList<>(ofClosedStreams.take());
        for (GpuStream stream : streams) {
            stream.settle();
            failures.addAll(stream.failures().take());
        }
        calls.trim();
        if (isUsable()) {
            programs.trim();
        }
        GpuStream.throwFirst(failures);
    }

    /** Waits for whole streams: a native stream cannot be asked when one of its runs has ended. */
    @Override
    public void await(EagerCall call, Consumer<RuntimeException> failures) {
        ofClosedStreams.take(call).forEach(failures);
        streams.forEach(stream -> stream.await(call, failures));
    }

    @Override
    public GraphMemoryStatistics graphMemory() {
        requireUsable();
        return new GraphMemoryStatistics(driver.graphMemoryInUse(), driver.graphMemoryBytes());
    }

    @Override
    public long trimGraphMemory() {
        requireUsable();
        long before = driver.graphMemoryBytes();
        driver.trimGraphMemory();
        return Math.max(0, before - driver.graphMemoryBytes());
    }

    @Override
    public boolean isUsable() {
        return !closed && ended == null;
    }

    @Override
    public ExecutableGraph lower(LoweringContext context) {
        requireUsable();
        return memory.reclaimer().retry(() -> new GpuExecutable(this, context));
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
        calls.close();
        List.copyOf(streams).forEach(GpuStream::close);
        owned.close();
        try {
            driver.synchronize(copies);
            // A driver may lose count of it with its last context.
            driver.trimGraphMemory();
        } catch (GpuException e) {
            failed(e);
        }
        driver.destroyStream(copies);
        programs.close();
        events.close();
        memory.close(driver::close);
        EagerOrder.unregister(this);
    }

    @Override
    public String toString() {
        return description();
    }
}
