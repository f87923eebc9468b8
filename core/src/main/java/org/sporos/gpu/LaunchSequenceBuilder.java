package org.sporos.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Builds the launch sequence of a plan. Where native graphs cannot loop, the plan is split at each loop: one graph for
 * the units before it, one for a chunk of its iterations, and the next for the units after it. Used by one thread,
 * once.
 */
final class LaunchSequenceBuilder {
    /** The approximate number of native nodes in a chunk of iterations. */
    private static final int CHUNK_NODES = 256;

    private static final int MAX_CHUNK = 32;

    /** The pinned bytes of the loop results that the host polls. */
    static final int FLAG_BYTES = 2 * Integer.BYTES;

    private final LoweringState state;
    private final GpuDriver driver;
    private final GpuLowering lowering;
    private final Map<LaunchUnit, LaunchSequence.Flag> flags = new HashMap<>();

    private LaunchSequenceBuilder(LoweringState state, LaunchPlan plan, boolean isOneGraph) {
        this.state = state;
        this.driver = state.driver();
        this.lowering = new GpuLowering(state, plan, isOneGraph);
    }

    /** A sequence, and its launches by the number that faults refer to. */
    record Built(LaunchSequence sequence, List<LaunchSite> sites) {}

    static Built build(LoweringState state, LaunchPlan plan) {
        boolean isOneGraph = isOneGraph(state.driver().features(), plan);
        LaunchSequenceBuilder builder = new LaunchSequenceBuilder(state, plan, isOneGraph);
        List<LaunchSequence.Step> steps = new ArrayList<>();
        if (isOneGraph) {
            long graph = builder.graph();
            builder.lowering.lower(plan, graph);
            steps.add(builder.segment(graph));
        } else {
            builder.add(plan, steps);
        }
        return new Built(
                new LaunchSequence(state.driver(), state.device().memory().reclaimer(), steps),
                builder.lowering.sites());
    }

    /** Returns whether a plan becomes one native graph. */
    static boolean isOneGraph(GpuFeatures features, LaunchPlan plan) {
        return features.conditionalNodes() || !loops(plan);
    }

    /** Returns whether a plan or a body in it has a loop. */
    static boolean loops(LaunchPlan plan) {
        return plan.units().stream().anyMatch(LaunchSequenceBuilder::loops);
    }

    private static boolean loops(LaunchUnit unit) {
        return isLoop(unit) || unit.bodies().stream().anyMatch(LaunchSequenceBuilder::loops);
    }

    private static boolean isLoop(LaunchUnit unit) {
        return unit.isConditional(Conditional.Kind.WHILE);
    }

    private long graph() {
        return state.owned().add(driver.createGraph(), driver::destroyGraph);
    }

    private LaunchSequence.Segment segment(long graph) {
        return new LaunchSequence.Segment(
                graph, state.owned().add(driver.instantiate(graph), driver::destroyExecutable));
    }

    /** A native graph under construction from some units of a plan. */
    private final class Part {
        private final LaunchPlan plan;
        private final List<LaunchSequence.Step> steps;
        private final @Nullable Span[] spans;
        private final List<Long> roots = new ArrayList<>();
        private final List<Long> leaves = new ArrayList<>();
        private long graph;

        Part(LaunchPlan plan, List<LaunchSequence.Step> steps) {
            this.plan = plan;
            this.steps = steps;
            this.spans = new Span[plan.size()];
        }

        /** Returns the graph, created at first use. */
        long open() {
            if (graph == 0) {
                graph = graph();
            }
            return graph;
        }

        /** Adds the edges from the predecessors of a unit in the same graph. */
        void put(LaunchUnit unit, @Nullable Span span) {
            if (span == null) {
                return;
            }
            boolean isRoot = true;
            for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
                Span before = spans[plan.predecessor(unit.index(), k)];
                if (before != null) {
                    driver.addEdge(graph, before.last(), span.first());
                    leaves.remove((Long) before.last());
                    isRoot = false;
                }
            }
            spans[unit.index()] = span;
            if (isRoot) {
                roots.add(span.first());
            }
            leaves.add(span.last());
        }

        /** Ends this graph; later nodes go into a new one. */
        void split() {
            if (graph != 0) {
                lowering.joinEnds(graph, roots, leaves);
                steps.add(segment(graph));
                graph = 0;
                roots.clear();
                leaves.clear();
                Arrays.fill(spans, null);
            }
        }
    }

    private void add(LaunchPlan plan, List<LaunchSequence.Step> steps) {
        Part part = new Part(plan, steps);
        GatedConditionals gated = lowering.gated();
        for (LaunchUnit unit : plan.units()) {
            if (isLoop(unit)) {
                part.put(unit, gated.addFirstCondition(unit, part.open()));
                part.split();
                steps.add(loop(unit));
                if (gated.hasEpilogue(unit)) {
                    part.put(unit, gated.afterLoop(unit, part.open()));
                }
            } else if (loops(unit)) {
                part.put(unit, gated.addCondition(unit, part.open()));
                part.split();
                for (int b = 0; b < unit.bodies().size(); b++) {
                    LaunchPlan body = unit.bodies().get(b);
                    gated.withGate(unit, b, () -> add(body, steps));
                    if (!body.rotations().isEmpty()) {
                        part.put(unit, gated.afterBranch(unit, b, part.open()));
                        part.split();
                    }
                }
            } else {
                part.put(unit, lowering.lower(unit, part.open()));
            }
        }
        part.split();
    }

    private LaunchSequence.Loop loop(LaunchUnit unit) {
        GatedConditionals gated = lowering.gated();
        LaunchPlan body = unit.bodies().get(0);
        long result = gated.result(unit);
        String label = unit.node().label();
        if (loops(body)) {
            List<LaunchSequence.Step> iterations = new ArrayList<>();
            for (int position = 0; position < body.cycle(); position++) {
                gated.withGate(unit, 0, () -> add(body, iterations));
                long graph = graph();
                gated.addLoopCondition(unit, graph);
                iterations.add(segment(graph));
            }
            return new LaunchSequence.Loop(label, result, flag(unit), body.cycle(), null, iterations);
        }
        int chunk = chunk(unit, body);
        long graph = graph();
        Span all = null;
        for (int iteration = 0; iteration < chunk; iteration++) {
            all = Span.then(driver, graph, all, gated.addIteration(unit, graph));
        }
        return new LaunchSequence.Loop(label, result, flag(unit), chunk, segment(graph), List.of());
    }

    /** Returns the iterations of a chunk: a multiple of the ring cycle, so that one graph serves all chunks. */
    private static int chunk(LaunchUnit unit, LaunchPlan body) {
        Conditional loop = unit.work().conditional();
        int most = loop == null ? MAX_CHUNK : Math.min(MAX_CHUNK, loop.maxIterations());
        int wanted = Math.max(1, Math.min(most, CHUNK_NODES / (1 + nodes(body))));
        return (wanted + body.cycle() - 1) / body.cycle() * body.cycle();
    }

    private static int nodes(LaunchPlan plan) {
        int nodes = 0;
        for (LaunchUnit unit : plan.units()) {
            nodes++;
            for (LaunchPlan body : unit.bodies()) {
                nodes += nodes(body);
            }
        }
        return nodes;
    }

    /** Returns the flag of a loop, shared by all copies of it, because they run in sequence. */
    private LaunchSequence.Flag flag(LaunchUnit loop) {
        return flags.computeIfAbsent(loop, unit -> newFlag());
    }

    private LaunchSequence.Flag newFlag() {
        long address = state.memory().pinned(FLAG_BYTES);
        long[] events = new long[2];
        for (int e = 0; e < events.length; e++) {
            events[e] = state.owned().add(driver.createEvent(), driver::destroyEvent);
        }
        return new LaunchSequence.Flag(driver.pinnedBuffer(address, FLAG_BYTES), address, events);
    }
}
