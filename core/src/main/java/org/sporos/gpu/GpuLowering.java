package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.internal.space.Allocation;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.Event;

/**
 * Lowers a plan to a native graph: one or a few native nodes for each unit, and their edges. Used by one thread, once.
 */
final class GpuLowering implements PlanLowering {
    private final LoweringState state;
    private final GpuDriver driver;
    private final GraphAddresses addresses;
    private final KernelNodes kernels;
    private final CopyNodes copies;
    private final MemoryNodes memory;
    private final ConditionalNodes conditionals;
    private final GatedConditionals gated;
    private final SemaphoreNodes semaphores;
    private final CaptureNodes captures;

    /** @param isOneGraph whether the plan becomes one native graph, so that nodes can allocate memory */
    GpuLowering(LoweringState state, LaunchPlan plan, boolean isOneGraph) {
        this.state = state;
        this.driver = state.driver();
        this.addresses = new GraphAddresses(state.positions());
        this.kernels = new KernelNodes(state, addresses);
        this.copies = new CopyNodes(driver, state.device().memory(), addresses, kernels);
        boolean nativeMemory = isOneGraph && driver.features().allocationNodes();
        this.memory = new MemoryNodes(state.memory(), nativeMemory ? null : buffers(plan), addresses, copies);
        ConditionalContext context = new ConditionalContext(
                state, this, kernels, copies, addresses, new RingNodes(state, kernels, addresses));
        this.conditionals = new ConditionalNodes(context);
        this.gated = new GatedConditionals(context);
        this.semaphores = new SemaphoreNodes(driver, state.device());
        this.captures = new CaptureNodes(state.device(), state.memory());
    }

    /** Returns the buffers that the executable keeps for allocating nodes. */
    static BufferAssignment buffers(LaunchPlan plan) {
        return BufferAssignment.of(plan, memory -> "bytes");
    }

    /** Returns the launches that can fail, in the order of their numbers. */
    List<LaunchSite> sites() {
        return kernels.sites();
    }

    @Override
    public @Nullable Span lower(LaunchPlan plan, long graph) {
        return lower(plan, graph, false);
    }

    @Override
    public @Nullable Span lowerBody(LaunchPlan plan, long graph) {
        boolean before = kernels.inBody(true);
        Span span = lower(plan, graph, true);
        boolean unused = kernels.inBody(before);
        return span;
    }

    private @Nullable Span lower(LaunchPlan plan, long graph, boolean isBody) {
        TwinChains twins = TwinChains.of(plan, this::isChainable);
        Span[] spans = new Span[plan.size()];
        List<Long> roots = new ArrayList<>();
        List<Long> leaves = new ArrayList<>();
        int lastConditional = -1;
        for (LaunchUnit unit : plan.units()) {
            int u = unit.index();
            // A kernel and its first edge are added in one driver call, to save time.
            boolean isAddedWithEdge = state.stamps() == null && isKernels(unit);
            Span before = isAddedWithEdge ? firstPredecessor(plan, twins, spans, u) : null;
            spans[u] = before == null ? lower(unit, graph) : kernels(before, unit, graph);
            if (plan.predecessorCount(u) == 0 && twins.before(u) < 0) {
                roots.add(spans[u].first());
            } else {
                addEdges(plan, twins, spans, u, graph, before);
            }
            if (isBody && isConditional(unit)) {
                if (lastConditional >= 0 && !follows(plan, u, lastConditional)) {
                    driver.addEdge(graph, spans[lastConditional].last(), spans[u].first());
                }
                lastConditional = u;
            }
            if (plan.successorCount(u) == 0 && !twins.isInside(u)) {
                leaves.add(spans[u].last());
            }
        }
        return joinEnds(graph, roots, leaves);
    }

    private static boolean follows(LaunchPlan plan, int unit, int before) {
        return IntStream.range(0, plan.predecessorCount(unit)).anyMatch(k -> plan.predecessor(unit, k) == before);
    }

    /** Returns the first predecessor of a unit, or null. */
    private static @Nullable Span firstPredecessor(LaunchPlan plan, TwinChains twins, Span[] spans, int unit) {
        if (twins.before(unit) >= 0) {
            return spans[twins.before(unit)];
        }
        for (int k = 0; k < plan.predecessorCount(unit); k++) {
            if (!twins.isInside(plan.predecessor(unit, k))) {
                return spans[plan.predecessor(unit, k)];
            }
        }
        return null;
    }

    /** Adds the edges from the predecessors of a unit, except the edge that already exists. */
    private void addEdges(
            LaunchPlan plan, TwinChains twins, Span[] spans, int unit, long graph, @Nullable Span existing) {
        int count = twins.before(unit) >= 0 ? 1 : plan.predecessorCount(unit);
        for (int k = 0; k < count; k++) {
            int before = twins.before(unit) >= 0 ? twins.before(unit) : plan.predecessor(unit, k);
            boolean isLast = twins.before(unit) >= 0 || !twins.isInside(before);
            if (isLast && spans[before] != existing) {
                kernels.addEdge(graph, spans[before], spans[unit]);
            }
        }
    }

    /** Returns whether a unit consists of kernel launches only. */
    private boolean isKernels(LaunchUnit unit) {
        return unit.bodies().isEmpty() && state.kernels().indexOf(unit) >= 0 && !isConditional(unit);
    }

    private static boolean isConditional(LaunchUnit unit) {
        return !unit.isMerged() && !unit.empty() && unit.work().conditional() != null;
    }

    /**
     * Returns whether a unit may be chained after an unrelated one: kernels and fills without a priority, but no node
     * that may block on work outside of the graph.
     */
    private boolean isChainable(LaunchUnit unit) {
        return unit.priority() == 0 && (isKernels(unit) || isFill(unit));
    }

    private static boolean isFill(LaunchUnit unit) {
        return unit.effects().agent() == Agent.DEVICE && unit.node().role() == null;
    }

    /**
     * Each root and leaf beyond the first makes a launch slower. The joints are empty kernels, since the driver removes
     * empty nodes.
     */
    @Override
    public @Nullable Span joinEnds(long graph, List<Long> roots, List<Long> leaves) {
        if (roots.isEmpty()) {
            return null;
        }
        long root = roots.get(0);
        if (roots.size() > 1) {
            root = kernels.emptyKernel(graph);
            for (long node : roots) {
                driver.addEdge(graph, root, node);
            }
        }
        long leaf = leaves.get(0);
        if (leaves.size() > 1) {
            leaf = kernels.emptyKernel(graph);
            for (long node : leaves) {
                driver.addEdge(graph, node, leaf);
            }
        }
        return new Span(root, leaf, false, false);
    }

    /** Returns the lowering of conditionals where native graphs cannot branch. */
    GatedConditionals gated() {
        return gated;
    }

    /** Adds the nodes of one unit. */
    Span lower(LaunchUnit unit, long graph) {
        Span span = lowerWithoutStamps(unit, graph);
        StampNodes stamps = state.stamps();
        return stamps == null ? span : stamps.surround(unit, span, graph, kernels.gate());
    }

    private Span lowerWithoutStamps(LaunchUnit unit, long graph) {
        if (unit.empty()) {
            return Span.one(driver.addEmpty(graph));
        }
        return unit.isMerged() ? kernels(unit, graph) : unit.work().accept(new NodeVisitor(unit, graph));
    }

    private Span conditional(LaunchUnit unit, long graph) {
        return driver.features().conditionalNodes() ? conditionals.add(unit, graph) : gated.add(unit, graph);
    }

    private Span kernels(LaunchUnit unit, long graph) {
        return kernels(null, unit, graph);
    }

    private Span kernels(@Nullable Span before, LaunchUnit unit, long graph) {
        return kernels.addLaunch(
                before, unit, graph, state.text().launches().get(state.kernels().indexOf(unit)));
    }

    private long event(Event event) {
        return state.device().events().of(event);
    }

    /** Adds the native nodes for each kind of work. */
    private final class NodeVisitor implements WorkVisitor<Span> {
        private final LaunchUnit unit;
        private final long graph;

        NodeVisitor(LaunchUnit unit, long graph) {
            this.unit = unit;
            this.graph = graph;
        }

        @Override
        public Span join(Work.Join work) {
            return Span.one(driver.addEmpty(graph));
        }

        @Override
        public Span parallelFor(Work.ParallelFor work) {
            return kernels(unit, graph);
        }

        @Override
        public Span parallelReduce(Work.ParallelReduce work) {
            return kernels(unit, graph);
        }

        @Override
        public Span parallelScan(Work.ParallelScan work) {
            return kernels(unit, graph);
        }

        @Override
        public Span single(Work.Single work) {
            return kernels(unit, graph);
        }

        @Override
        public Span hostCall(Work.HostCall work) {
            return Span.one(driver.addHost(graph, state.hostCalls().of(unit, work, addresses)));
        }

        @Override
        public Span deepCopy(Work.DeepCopy work) {
            return copies.copy(unit, graph, work);
        }

        @Override
        public Span fill(Work.Fill work) {
            return copies.fill(unit, graph, work);
        }

        @Override
        public Span subGraph(Work.SubGraph work) {
            return Span.one(driver.addEmpty(graph));
        }

        @Override
        public Span captured(Work.Captured work) {
            return captures.add(unit, work, graph);
        }

        @Override
        public Span branch(Work.If work) {
            return conditional(unit, graph);
        }

        @Override
        public Span loop(Work.While work) {
            return conditional(unit, graph);
        }

        @Override
        public Span choice(Work.Switch work) {
            return conditional(unit, graph);
        }

        @Override
        public Span allocate(Work.Allocate work) {
            return memory.allocate(graph, work);
        }

        @Override
        public Span free(Work.Free work) {
            return memory.free(graph, work);
        }

        @Override
        public Span advance(Work.Advance work) {
            addresses.rotate(work.ring(), 1);
            return Span.one(driver.addEmpty(graph));
        }

        @Override
        public Span recordEvent(Work.RecordEvent work) {
            return Span.one(driver.addEventRecord(graph, event(work.event())));
        }

        @Override
        public Span awaitEvent(Work.AwaitEvent work) {
            return Span.one(driver.addEventWait(graph, event(work.event())));
        }

        @Override
        public Span signalSemaphore(Work.SignalSemaphore work) {
            return semaphores.signal(graph, work);
        }

        @Override
        public Span waitSemaphore(Work.WaitSemaphore work) {
            return semaphores.await(graph, work);
        }
    }

    /**
     * Adds the nodes that allocate and free graph memory. Without native allocation nodes, or with several native
     * graphs, the executable holds the memory for its lifetime. Used by one thread.
     */
    private static final class MemoryNodes {
        private final GpuDriver driver;
        private final GpuMemory memory;
        private final @Nullable BufferAssignment plan;
        private final long[] buffers;
        private final GraphAddresses addresses;
        private final CopyNodes copies;

        /** @param plan the buffers held by the executable; null with native allocation nodes */
        MemoryNodes(GpuMemory memory, @Nullable BufferAssignment plan, GraphAddresses addresses, CopyNodes copies) {
            this.driver = memory.driver();
            this.memory = memory;
            this.plan = plan;
            this.buffers = new long[plan == null ? 0 : plan.buffers()];
            this.addresses = addresses;
            this.copies = copies;
        }

        /** Adds an allocation; graph memory is zeroed as that of views. */
        Span allocate(long graph, Work.Allocate allocate) {
            Allocation allocated = allocate.view().allocation();
            long bytes = wholeInts(allocated.bytes());
            if (plan != null) {
                long address = address(plan, plan.buffer(allocated));
                addresses.put(allocated, address);
                return Span.one(copies.fill(graph, address, bytes, 0));
            }
            long[] node = driver.addAllocate(graph, bytes);
            addresses.put(allocated, node[1]);
            return Span.then(driver, graph, Span.one(node[0]), Span.one(copies.fill(graph, node[1], bytes, 0)));
        }

        private static long wholeInts(long bytes) {
            return Math.max(Integer.BYTES, (bytes + 3) / 4 * 4);
        }

        private long address(BufferAssignment all, int buffer) {
            if (buffers[buffer] == 0) {
                buffers[buffer] = memory.device(wholeInts(all.bytes(buffer)));
            }
            return buffers[buffer];
        }

        Span free(long graph, Work.Free free) {
            if (plan != null) {
                return Span.one(driver.addEmpty(graph));
            }
            return Span.one(driver.addFree(graph, addresses.base(free.view().allocation())));
        }
    }
}
