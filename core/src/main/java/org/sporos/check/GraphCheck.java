package org.sporos.check;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Sets;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.RunGuard;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.CopyViolation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.view.View;

/**
 * All checks of a graph against its execution space. Visits a graph and its nested graphs once each, and reports all
 * violations.
 */
public final class GraphCheck {
    private final GraphEffects effects;
    private final Diagnostics diagnostics = new Diagnostics();
    private final Set<Visit> seen = new HashSet<>();
    private final Target target;
    private final Map<Target, TargetChecks> ofTargets = new IdentityHashMap<>();
    private final RingCheck ringCheck;
    private final KernelCheck kernelCheck;
    private final AllocationCheck allocationCheck;
    private final RaceCheck raceCheck;
    private final LoopCheck loopCheck;
    private final Set<Graph> raced = new HashSet<>();

    private GraphCheck(GraphEffects effects, Target target, KernelIndex kernels) {
        this.effects = effects;
        this.target = target;
        this.ringCheck = new RingCheck(effects.views(), diagnostics);
        this.kernelCheck = new KernelCheck(kernels, diagnostics);
        NodeAccesses accesses = new NodeAccesses(kernelCheck::touches);
        this.raceCheck = new RaceCheck(accesses, new KernelSeparation(kernels), diagnostics);
        this.loopCheck = new LoopCheck(accesses, diagnostics);
        this.allocationCheck = new AllocationCheck(effects);
    }

    /**
     * Returns the violations of a graph, in the order of its nodes; races last.
     *
     * @param kernels the translated kernels of its nodes
     */
    public static List<Diagnostic> of(Graph graph, GraphEffects effects, Target target, KernelIndex kernels) {
        GraphCheck check = new GraphCheck(effects, target, kernels);
        check.visit(graph, target);
        SequenceCheck.check(graph, check.diagnostics);
        check.raceCheck.check(graph);
        return check.diagnostics.found();
    }

    /** A graph on a space; a nested graph may be nested on several. */
    private record Visit(Graph graph, Target target) {}

    /** The checks that depend on a space. */
    private final class TargetChecks {
        final SpaceCheck spaceCheck;
        final NodeCheck nodeCheck;
        final ConditionalCheck conditionalCheck;

        TargetChecks(Target of) {
            this.spaceCheck = new SpaceCheck(of, diagnostics);
            this.nodeCheck = new NodeCheck(of, diagnostics);
            this.conditionalCheck = new ConditionalCheck(of, diagnostics);
        }
    }

    private void visit(Graph graph, Target around) {
        if (!seen.add(new Visit(graph, around))) {
            return;
        }
        ListMultimap<Node, Diagnostic> lifetimes = allocationCheck.check(graph);
        for (Node node : graph.nodes()) {
            Target here = node.space() instanceof Target named ? named : around;
            TargetChecks checks = ofTargets.computeIfAbsent(here, TargetChecks::new);
            checks.spaceCheck.check(graph, node, effects.viewsOfNodeAlone(node));
            checks.nodeCheck.check(graph, node);
            spaces(graph, node, here);
            ringCheck.check(graph, node, effects.viewsOfNodeAlone(node));
            kernelCheck.check(graph, node);
            if (!lifetimes.isEmpty()) {
                lifetimes.get(node).forEach(diagnostics::add);
            }
            if (!node.work().nested().isEmpty()) {
                nested(graph, node, here, checks);
            }
        }
    }

    /** Checks that a node can run on a space beside the nodes of others. */
    private void spaces(Graph graph, Node node, Target here) {
        if (here == target || here.kind().equals(target.kind()) && target.canCopy(here.memorySpace())) {
            return;
        }
        diagnostics.error(
                "G150",
                new NodeName(node, graph) + " runs on " + here.name() + ", and the graph is instantiated on "
                        + target.name()
                        + (here.kind().equals(target.kind())
                                ? ", which cannot copy from its memory"
                                : ", a space of another kind"),
                "Let all nodes of a graph run on spaces of one kind, such as those of ExecutionSpaces.all; use a graph for"
                        + " each kind.");
    }

    private void nested(Graph graph, Node node, Target here, TargetChecks checks) {
        for (Graph body : Bodies.of(node.work())) {
            checks.conditionalCheck.check(graph, node, body, Sets.newIdentityHashSet());
            if (raced.add(body)) {
                raceCheck.check(body);
            }
        }
        if (kernelCheck.isLifted(node)) {
            loopCheck.check(graph, node, kernelCheck.touches(node));
        }
        node.work().nested().forEach(nested -> visit(nested.graph(), here));
    }

    /** Checks that the body of a conditional node contains only work that every backend supports there. */
    private record ConditionalCheck(Target target, Diagnostics diagnostics) {
        void check(Graph graph, Node conditional, Graph body, Set<Graph> seen) {
            if (!seen.add(body)) {
                return;
            }
            for (Node node : body.nodes()) {
                String what = refused(node.effects());
                if (SequenceCheck.sequenceOf(node) != null) {
                    diagnostics.error(
                            "C411",
                            new NodeName(node, body)
                                    + " is an operation of a communicator in the body of the conditional "
                                    + new NodeName(conditional, graph)
                                    + ": ranks may run it a different number of times",
                            "Submit a graph with the operation from a loop of the host, which all ranks leave together.");
                } else if (what != null) {
                    diagnostics.error(
                            "G101",
                            new NodeName(node, body) + " is " + what + " in the body of the conditional "
                                    + new NodeName(conditional, graph),
                            "A body may hold kernels, reductions, scans, fills, copies within the device, conditionals and"
                                    + " graphs of these; move other nodes out of it.");
                }
                if (node.space() != null && node.space() != target) {
                    diagnostics.error(
                            "G151",
                            new NodeName(node, body) + " runs on "
                                    + node.space().name() + " in the body of the conditional "
                                    + new NodeName(conditional, graph) + ", which runs on " + target.name(),
                            "Let the whole body run on the space of the conditional, and copy results to others after it.");
                }
                Graph inlined = node.work().inlined();
                if (inlined != null) {
                    check(graph, conditional, inlined, seen);
                }
            }
        }

        private @Nullable String refused(NodeEffects effects) {
            if (effects.isOfMemory()) {
                return "an allocation";
            } else if (effects.isOfEvent()) {
                return "an event node";
            } else if (effects.isOfSemaphore()) {
                return "a semaphore node";
            }
            return switch (effects.agent()) {
                case CPU -> "a host node";
                case LIBRARY -> "a capture";
                case COPY -> leaves(effects.accesses()) ? "a copy between memories" : null;
                case DEVICE, NONE -> null;
            };
        }

        /**
         * Returns whether the views of a copy are in several memories; memory inside the graph is that of its space.
         */
        private boolean leaves(List<Access> accesses) {
            return accesses.stream()
                            .flatMap(access -> access.views().stream())
                            .map(view -> view.allocation() instanceof GraphMemory
                                    ? target.memorySpace()
                                    : view.memorySpace())
                            .distinct()
                            .count()
                    > 1;
        }
    }

    /**
     * Checks that the memory of a ring is used by its levels alone: all analyses of a graph assume that levels share no
     * memory, and that a recorded address does not rotate.
     */
    private static final class RingCheck {
        private final Diagnostics diagnostics;
        private final Set<RingState> rings = new HashSet<>();
        /** The memories compared with the rings already: most nodes use the same memory. */
        private final Set<Allocation> apart = new HashSet<>();

        RingCheck(Collection<View> views, Diagnostics diagnostics) {
            this.diagnostics = diagnostics;
            for (View view : views) {
                if (view.allocation() instanceof LevelMemory level) {
                    rings.add(level.ring());
                }
            }
        }

        void check(Graph graph, Node node, List<View> views) {
            if (rings.isEmpty()) {
                return;
            }
            NodeName name = new NodeName(node, graph);
            for (View view : views) {
                RingState ring = sharedWith(view.allocation());
                if (ring != null) {
                    diagnostics.error(
                            "G115",
                            name + " uses view " + Labels.quoted(view.label())
                                    + ", whose memory is that of a level of the ring of " + Labels.quoted(ring.label())
                                    + ", which the graph uses too",
                            "Use level(j) of the ring everywhere in the graph.");
                }
            }
            captured(name, node.effects());
        }

        private @Nullable RingState sharedWith(Allocation memory) {
            if (memory instanceof GraphMemory || !apart.add(memory)) {
                return null;
            }
            for (RingState ring : rings) {
                if (isShared(memory, ring)) {
                    apart.remove(memory);
                    return ring;
                }
            }
            return null;
        }

        private static boolean isShared(Allocation memory, RingState ring) {
            if (memory instanceof LevelMemory level) {
                return level.ring() != ring
                        && level.ring().memories().stream().anyMatch(other -> isShared(other, ring));
            }
            return ring.memories().stream().anyMatch(other -> RingState.shareElements(memory, other));
        }

        private void captured(NodeName name, NodeEffects effects) {
            if (effects.agent() != Agent.LIBRARY) {
                return;
            }
            effects.accesses().stream()
                    .flatMap(access -> access.views().stream())
                    .filter(view -> view.allocation() instanceof LevelMemory)
                    .forEach(view -> diagnostics.error(
                            "G116",
                            name + " captures calls on view " + Labels.quoted(view.label()) + ", a level of a ring",
                            "Copy it to a view of your own before and back after: recorded calls keep the address that they"
                                    + " were given."));
        }
    }

    /** Checks that the views of a node are open and accessible to the node. */
    private record SpaceCheck(Target target, Diagnostics diagnostics) {
        void check(Graph graph, Node node, List<View> views) {
            NodeName name = new NodeName(node, graph);
            NodeEffects effects = node.effects();
            for (View view : views) {
                if (view.allocation().isFreed()) {
                    diagnostics.error(
                            "S202",
                            name + " uses view " + Labels.quoted(view.label()) + ", which is closed",
                            "Close a view after the graphs that use it are instantiated.");
                } else {
                    reach(name, effects.agent(), view);
                }
            }
            if (effects.agent() == Agent.COPY) {
                View to = effects.accesses().get(0).views().get(0);
                View from = effects.accesses().get(1).views().get(0);
                copy(name, to, from);
            }
        }

        /**
         * An agent needs access to the memory of each view that it accesses. The two sides of a copy are checked
         * together.
         */
        private void reach(NodeName name, Agent agent, View view) {
            boolean isByDevice = switch (agent) {
                case DEVICE -> true;
                case LIBRARY -> !isCopySide(view);
                case CPU, COPY, NONE -> false;
            };
            if (isByDevice) {
                reach(name, view);
            } else if (agent == Agent.CPU) {
                touch(name, view);
            }
        }

        private void reach(NodeName name, View view) {
            if (!(view.allocation() instanceof GraphMemory) && !target.canReach(view.memorySpace())) {
                diagnostics.error(
                        "S201",
                        name + " uses view " + Labels.quoted(view.label()) + away(view),
                        target.canCopy(view.memorySpace())
                                ? "Let the node run where the view lives, with on(space), or copy it there with deepCopy."
                                : "Make the view in the memory of " + here(view) + ", or copy it there with deepCopy.");
            }
        }

        private String away(View view) {
            String there = isNamesake(view)
                    ? view.memorySpace().description()
                    : view.memorySpace().name();
            return ", which lives in " + there + " and cannot be reached from " + here(view);
        }

        private String here(View view) {
            return isNamesake(view) ? target.memorySpace().description() : target.name();
        }

        /** Two spaces of one device have the same name. */
        private boolean isNamesake(View view) {
            return view.memorySpace().name().equals(target.memorySpace().name());
        }

        /** Library calls can also copy from and to host memory that the device accesses directly. */
        private boolean isCopySide(View view) {
            return view.memorySpace().isPinned()
                    || !target.needsPinnedCopies() && view.memorySpace().isHostAccessible();
        }

        private void touch(NodeName name, View view) {
            if (!view.memorySpace().isHostAccessible()) {
                diagnostics.error(
                        "S206",
                        name + " runs on the CPU and uses view " + Labels.quoted(view.label()) + ", which lives in "
                                + view.memorySpace().name(),
                        "Copy it to a mirror with a deepCopy node before, and use the mirror.");
            }
        }

        private void copy(NodeName name, View to, View from) {
            CopyViolation violation = CopyViolation.of(to, to.region(), from, from.region());
            if (violation != null) {
                String cure = Character.toUpperCase(violation.cure().charAt(0))
                        + violation.cure().substring(1) + ".";
                diagnostics.error(violation.code(), name + ": " + violation.what(), cure);
            }
            side(name, to);
            side(name, from);
        }

        private void side(NodeName name, View view) {
            boolean own = view.allocation() instanceof GraphMemory || target.canCopy(view.memorySpace());
            if (!own && !view.memorySpace().isHostAccessible()) {
                diagnostics.error(
                        "S201",
                        name + " copies view " + Labels.quoted(view.label()) + away(view),
                        "Copy it with Views.deepCopy outside of the graph, through a view on the host.");
            } else if (!own && target.needsPinnedCopies() && !view.memorySpace().isPinned()) {
                diagnostics.error(
                        "S213",
                        name + " copies view " + Labels.quoted(view.label()) + ", which is a Java array in "
                                + view.memorySpace().name() + " that " + target.name() + " cannot copy by itself",
                        "Make the view with mirror() of a view of " + target.name() + ": mirrors are pinned.");
            }
        }
    }

    /**
     * Checks that the edges of a graph order all calls of a sequence. Neighbours in a topological order suffice: if
     * each call precedes the next one, all are ordered.
     */
    private static final class SequenceCheck {

        private SequenceCheck() {}

        static void check(Graph graph, Diagnostics diagnostics) {
            if (!hasCalls(graph, new HashSet<>())) {
                return;
            }
            FlatGraph flat = new FlatGraph(graph);
            PathSearch precedence = new PathSearch(flat);
            Map<Object, Integer> last = new IdentityHashMap<>();
            for (int step = 0; step < flat.size(); step++) {
                Object sequence = sequenceOf(flat.node(step));
                Integer before = sequence == null ? null : last.put(sequence, step);
                if (before != null && !isAfter(precedence, step, before)) {
                    report(flat, before, step, diagnostics);
                }
            }
        }

        private static boolean hasCalls(Graph graph, Set<Graph> seen) {
            if (!seen.add(graph)) {
                return false;
            }
            for (Node node : graph.nodes()) {
                Graph inlined = node.work().inlined();
                if (sequenceOf(node) != null || (inlined != null && hasCalls(inlined, seen))) {
                    return true;
                }
            }
            return false;
        }

        static @Nullable Object sequenceOf(Node node) {
            if (node.work() instanceof Work.Captured captured) {
                RunGuard guard = captured.capture().guard();
                return guard == null ? null : guard.sequence();
            }
            return node.work() instanceof Work.HostCall host && host.body() instanceof SequencedCall call
                    ? call.sequence()
                    : null;
        }

        private static boolean isAfter(PathSearch precedence, int step, int before) {
            precedence.group(new int[] {before}, 1);
            return precedence.unordered(step) == 0;
        }

        private static void report(FlatGraph flat, int first, int second, Diagnostics diagnostics) {
            diagnostics.error(
                    "C410",
                    new NodeName(flat.node(first), flat.graph(first)) + " and "
                            + new NodeName(flat.node(second), flat.graph(second))
                            + " are operations of one communicator in no fixed order: ranks may come to them in different ones",
                    "Let one depend on the other.");
        }
    }
}
