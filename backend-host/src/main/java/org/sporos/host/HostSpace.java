package org.sporos.host;

import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.host.submit.HostEngine;
import org.sporos.host.task.TaskContext;
import org.sporos.internal.error.Required;
import org.sporos.plan.FusionSupport;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.GraphMemoryStatistics;
import org.sporos.space.MemorySpace;
import org.sporos.spi.Backend;
import org.sporos.spi.CallCache;
import org.sporos.spi.Followers;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.spi.PartRun;
import org.sporos.trace.SpacesProfile;

/** Threads of this process as a space for graphs. */
final class HostSpace implements Backend {
    /** The prefix of specifications of host spaces. */
    static final String KIND = "host";

    /** A loop of this many indexes keeps a thread busy for longer than the wake-up of another one. */
    private static final int BUSY = 16_384;

    private final HostOptions options;
    private final MemorySpace memory;
    private final HostEngine engine;
    private final CallCache calls = new CallCache();
    private final Followers followers = new Followers();

    HostSpace(HostOptions options) {
        this.options = options;
        this.memory = options.strict() ? new StrictMemorySpace() : MemorySpace.host();
        this.engine = new HostEngine(this, new TaskContext(options.threads(), options.strict(), options.kernels()));
    }

    @Override
    public String name() {
        return options.strict() ? "host,strict" : KIND;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String description() {
        int threads = options.threads();
        return "host: " + threads + (threads == 1 ? " thread" : " threads") + " of Java "
                + Runtime.version().feature() + " on " + System.getProperty("os.name") + ' '
                + System.getProperty("os.arch")
                + (options.strict() ? ", strict: its memory is out of reach of ordinary code" : "");
    }

    @Override
    public int concurrency() {
        return options.threads();
    }

    @Override
    public MemorySpace memorySpace() {
        return memory;
    }

    @Override
    public boolean canReach(MemorySpace other) {
        Required.argument(other, "a memory space");
        return options.strict() ? other == memory : other.isHostAccessible();
    }

    @Override
    public boolean canCopy(MemorySpace other) {
        return canReach(other) || options.strict() && other instanceof StrictMemorySpace;
    }

    @Override
    public boolean runsJavaBodies() {
        return true;
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
    public boolean needsPinnedCopies() {
        return options.strict();
    }

    @Override
    public int sharedBytes() {
        return options.sharedBytes();
    }

    @Override
    public FusionSupport merges() {
        return FusionSupport.ofLoops((long) BUSY * options.threads());
    }

    @Override
    public boolean canUse(ExternalSemaphore semaphore) {
        return semaphore.isInProcess();
    }

    @Override
    public ExecutionStream defaultStream() {
        return engine.defaultStream();
    }

    @Override
    public ExecutionStream stream(String label) {
        return engine.stream(label);
    }

    @Override
    public MemoryNeeds memoryNeeds(LoweringContext context) {
        return engine.memoryNeeds(context);
    }

    @Override
    public long freeBytes() {
        return engine.freeBytes();
    }

    @Override
    public Profile profile(Graph graph, List<PartRun> parts, int runs) {
        return SpacesProfile.profile(graph, defaultStream(), parts, runs);
    }

    @Override
    public ExecutableGraph lower(LoweringContext context) {
        return engine.lower(context);
    }

    @Override
    public void fence() {
        try {
            followers.fence(engine::fence);
        } finally {
            calls.trim();
        }
    }

    @Override
    public GraphMemoryStatistics graphMemory() {
        engine.requireOpen("graphMemory");
        return GraphMemoryStatistics.NONE;
    }

    @Override
    public long trimGraphMemory() {
        engine.requireOpen("trimGraphMemory");
        return 0;
    }

    @Override
    public boolean isUsable() {
        return engine.isOpen();
    }

    @Override
    public boolean isClosed() {
        return !engine.isOpen();
    }

    @Override
    public void close() {
        engine.close();
        calls.close();
    }

    @Override
    public String toString() {
        return name();
    }
}
