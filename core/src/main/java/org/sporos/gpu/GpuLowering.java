package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.plan.MemoryPlan;
import org.sporos.space.Event;

/**
 * Makes the native graph of a plan: one native node or a few for each unit, and the edges among them. Used by one thread,
 * once.
 */
final class GpuLowering {
    private final LoweringState state;
    private final GpuDriver driver;
    private final KernelNodes kernels;
    private final CopyNodes copies;
    private final MemoryNodes memory;
    private final ConditionalNodes conditionals;
    private final GatedConditionals gated;
    private final SemaphoreNodes semaphores;
    private final CaptureNodes captures;

    /** @param isOneGraph whether all goes into one native graph, so that nodes can allocate memory */
    GpuLowering(LoweringState state, LaunchPlan plan, boolean isOneGraph) {
        this.state = state;
        this.driver = state.driver();
        GraphAddresses addresses = new GraphAddresses();
        this.kernels = new KernelNodes(state, addresses);
        this.copies = new CopyNodes(driver, addresses, kernels);
        boolean nativeMemory = isOneGraph && driver.features().allocationNodes();
        this.memory = new MemoryNodes(state.memory(), nativeMemory ? null : pool(plan), addresses, copies);
        NodeAdders adders = new NodeAdders(state, this, kernels, copies, addresses);
        this.conditionals = new ConditionalNodes(adders);
        this.gated = new GatedConditionals(adders);
        this.semaphores = new SemaphoreNodes(driver, state.space());
        this.captures = new CaptureNodes(state.space());
    }

    private static MemoryPlan pool(LaunchPlan plan) {
        return MemoryPlan.of(plan, memory -> "bytes");
    }

    /** Returns the launches that can fail, in the order of their numbers. */
    List<KernelNodes.LaunchSite> sites() {
        return kernels.sites();
    }

    /**
     * Adds the nodes of a plan to a native graph, several roots and several leaves joined by kernels that do nothing.
     * Returns the nodes that begin first and end last, or null if there is none.
     */
    @Nullable
    Span lower(LaunchPlan plan, long graph) {
        Twins twins = Twins.of(plan, this::mayWait);
        Span[] spans = new Span[plan.size()];
        List<Long> roots = new ArrayList<>();
        List<Long> leaves = new ArrayList<>();
        for (LaunchUnit unit : plan.units()) {
            int u = unit.index();
            // A kernel is added together with its first edge: each call of a driver takes its time.
            long before = isKernels(unit) ? firstBefore(plan, twins, spans, u) : KernelNodes.NONE;
            spans[u] = before == KernelNodes.NONE ? lower(unit, graph) : kernels(before, unit, graph);
            if (plan.predecessorCount(u) == 0 && twins.before(u) < 0) {
                roots.add(spans[u].first());
            } else {
                follow(plan, twins, spans, u, graph, before);
            }
            if (plan.successorCount(u) == 0 && !twins.isInside(u)) {
                leaves.add(spans[u].last());
            }
        }
        return gather(graph, roots, leaves);
    }

    /** Returns the first node that a unit waits for, or none. */
    private static long firstBefore(LaunchPlan plan, Twins twins, Span[] spans, int unit) {
        if (twins.before(unit) >= 0) {
            return spans[twins.before(unit)].last();
        }
        for (int k = 0; k < plan.predecessorCount(unit); k++) {
            if (!twins.isInside(plan.predecessor(unit, k))) {
                return spans[plan.predecessor(unit, k)].last();
            }
        }
        return KernelNodes.NONE;
    }

    /** Hangs a unit on what it waits for, but for a node that it hangs on already. */
    private void follow(LaunchPlan plan, Twins twins, Span[] spans, int unit, long graph, long known) {
        int count = twins.before(unit) >= 0 ? 1 : plan.predecessorCount(unit);
        for (int k = 0; k < count; k++) {
            int before = twins.before(unit) >= 0 ? twins.before(unit) : plan.predecessor(unit, k);
            boolean isLast = twins.before(unit) >= 0 || !twins.isInside(before);
            if (isLast && spans[before].last() != known) {
                driver.addEdge(graph, spans[before].last(), spans[unit].first());
            }
        }
    }

    /** Returns whether a unit is nothing but launches of kernels. */
    private boolean isKernels(LaunchUnit unit) {
        return unit.bodies().isEmpty()
                && state.kernels().indexOf(unit) >= 0
                && (unit.isMerged() || !(unit.work() instanceof Work.Switch));
    }

    /** Kernels end by themselves; what waits for something outside of the graph must hold up nothing else. */
    private boolean mayWait(LaunchUnit unit) {
        return unit.bodies().isEmpty() && state.kernels().indexOf(unit) >= 0 || unit.work() instanceof Work.Fill;
    }

    /** A launch costs for each root and leaf beyond the first; an empty node would not help, the driver dissolves it. */
    @Nullable
    Span gather(long graph, List<Long> roots, List<Long> leaves) {
        if (roots.isEmpty()) {
            return null;
        }
        long root = roots.get(0);
        if (roots.size() > 1) {
            root = kernels.nothing(graph);
            for (long node : roots) {
                driver.addEdge(graph, root, node);
            }
        }
        long leaf = leaves.get(0);
        if (leaves.size() > 1) {
            leaf = kernels.nothing(graph);
            for (long node : leaves) {
                driver.addEdge(graph, node, leaf);
            }
        }
        return new Span(root, leaf);
    }

    /** Returns what adds conditionals where graphs cannot branch. */
    GatedConditionals gated() {
        return gated;
    }

    /** Adds the nodes of one unit. */
    Span lower(LaunchUnit unit, long graph) {
        return unit.isMerged() ? kernels(unit, graph) : lower(unit, unit.work(), graph);
    }

    private Span lower(LaunchUnit unit, Work work, long graph) {
        if (unit.empty()) {
            return Span.one(driver.addEmpty(graph));
        } else if (work instanceof Work.Fill fill) {
            return copies.fill(graph, fill);
        } else if (work instanceof Work.DeepCopy copy) {
            return copies.copy(graph, copy);
        } else if (work instanceof Work.HostCall call) {
            return Span.one(driver.addHost(graph, state.hostCalls().of(unit, call)));
        } else if (work instanceof Work.Allocate allocate) {
            return memory.allocate(graph, allocate);
        } else if (work instanceof Work.Free free) {
            return memory.free(graph, free);
        } else if (work instanceof Work.RecordEvent record) {
            return Span.one(driver.addEventRecord(graph, event(record.event())));
        } else if (work instanceof Work.AwaitEvent await) {
            return Span.one(driver.addEventWait(graph, event(await.event())));
        } else if (work instanceof Work.SignalSemaphore signal) {
            return semaphores.signal(graph, signal);
        } else if (work instanceof Work.WaitSemaphore wait) {
            return semaphores.await(graph, wait);
        } else if (work instanceof Work.Captured captured) {
            return captures.add(unit, captured, graph);
        } else if (!unit.bodies().isEmpty() || work instanceof Work.Switch) {
            return driver.features().conditionalNodes() ? conditionals.add(unit, graph) : gated.add(unit, graph);
        }
        return kernels(unit, graph);
    }

    private Span kernels(LaunchUnit unit, long graph) {
        return kernels(KernelNodes.NONE, unit, graph);
    }

    private Span kernels(long before, LaunchUnit unit, long graph) {
        return kernels.all(
                before, unit, graph, state.text().launches().get(state.kernels().indexOf(unit)));
    }

    private long event(Event event) {
        return state.space().events().of(event);
    }
}
