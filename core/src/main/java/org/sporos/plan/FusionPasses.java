package org.sporos.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.dependence.KernelEffect;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.compile.NodeTable;
import org.sporos.view.View;

/** The passes that fuse a plan of single nodes. Used by one thread, once. */
final class FusionPasses {
    /** The maximum of memories of pointwise predecessors: searching larger sets takes longer than a barrier. */
    private static final int MOST_MEMORIES = 64;

    private final KernelIndex kernels;
    private final FusionSupport merges;
    private final Remarks remarks = new Remarks();
    /** The loops of single nodes, cached. */
    private final NodeTable<Loop> single;

    private FusionPasses(Graph graph, KernelIndex kernels, FusionSupport merges) {
        this.single = new NodeTable<>(graph);
        this.kernels = kernels;
        this.merges = merges;
    }

    /** Returns the fused plan of a graph whose units are single nodes. */
    static LaunchPlan plan(Graph of, PlanGraph graph, KernelIndex kernels, FusionSupport merges) {
        return merges.isNone() || allocatesTwice(graph)
                ? graph.plan(of)
                : new FusionPasses(of, kernels, merges).fused(of, graph);
    }

    /**
     * Returns whether a memory is allocated twice, as in a graph nested twice. Then accesses refer to the last
     * allocation, so the order of units must not change.
     */
    private static boolean allocatesTwice(PlanGraph graph) {
        Set<Allocation> allocated = new HashSet<>();
        for (LaunchUnit unit : graph.units()) {
            View view = unit.effects().allocates();
            if (view != null && !allocated.add(view.allocation())) {
                return true;
            }
        }
        return false;
    }

    private LaunchPlan fused(Graph of, PlanGraph single) {
        PlanGraph graph = single.withoutEmptyUnits();
        if (!merges.loops() && !merges.edges() && merges.sideBySide() == 0) {
            return graph.withoutShortcuts().plan(of);
        }
        Memories memories = new Memories(allocations(single));
        if (merges.loops()) {
            List<@Nullable Loop> loops = loops(graph, memories);
            loops.replaceAll(loop -> isWanted(loop) ? loop : null);
            graph = VerticalMerging.merge(graph, loops, merges, remarks);
        }
        if (merges.sideBySide() > 0) {
            graph = graph.withoutEmptyUnits();
            graph = HorizontalMerging.merge(graph, loops(graph, memories), merges);
        }
        graph = graph.withoutEmptyUnits().withoutShortcuts();
        if (!merges.phases().isNone()) {
            graph = PhaseMerging.merge(graph, works(graph.units(), memories), merges.phases(), remarks)
                    .withoutShortcuts();
        }
        if (merges.persistentLoops() != LoopScope.NONE && !merges.phases().isNone()) {
            graph = LoopMerging.merge(graph, this::works, merges, remarks);
        }
        BitSet pointwise = merges.edges() ? pointwise(graph, loops(graph, memories)) : new BitSet();
        return graph.plan(of, pointwise, remarks::merged, remarks::lines);
    }

    private boolean isWanted(@Nullable Loop loop) {
        return loop != null && (merges.fills() || !loop.isElements()) && (!loop.isLast() || merges.reductions());
    }

    /** Returns the work of the units of a body, for which aliases do not matter. */
    private List<List<PhaseWork>> works(LaunchPlan body) {
        return new FusionPasses(body.graph(), kernels, merges).works(body.units(), new Memories(List.of()));
    }

    private List<List<PhaseWork>> works(List<LaunchUnit> units, Memories memories) {
        List<List<PhaseWork>> works = new ArrayList<>(units.size());
        for (LaunchUnit unit : units) {
            List<PhaseWork> members = new ArrayList<>();
            for (LaunchUnit member : unit.launched()) {
                PhaseWork work = PhaseWork.of(member, loop(member, memories), kernels, merges.fills());
                if (work == null) {
                    members.clear();
                    break;
                }
                members.add(work);
            }
            works.add(members);
        }
        return works;
    }

    private List<@Nullable Loop> loops(PlanGraph graph, Memories memories) {
        List<@Nullable Loop> loops = new ArrayList<>(graph.size());
        for (LaunchUnit unit : graph.units()) {
            loops.add(loop(unit, memories));
        }
        return loops;
    }

    private @Nullable Loop loop(LaunchUnit unit, Memories memories) {
        if (!unit.isMerged()) {
            return single(unit, memories);
        }
        Loop all = null;
        for (LaunchUnit member : unit.members()) {
            Loop loop = unit.merge() == FusionKind.VERTICAL ? single(member, memories) : null;
            if (loop == null) {
                return null;
            }
            all = all == null ? loop : all.and(loop);
        }
        return all;
    }

    /** Excludes the empty units at the start and end of a nested graph, which share a node. */
    private @Nullable Loop single(LaunchUnit unit, Memories memories) {
        if (unit.empty()) {
            return null;
        }
        Loop loop = single.get(unit.node());
        if (loop == null) {
            loop = FusionLoops.of(unit, kernels, memories);
            if (loop != null) {
                single.put(unit.node(), loop);
            }
        }
        return loop;
    }

    private Set<Allocation> allocations(PlanGraph graph) {
        Set<Allocation> all = new HashSet<>();
        for (LaunchUnit unit : graph.units()) {
            for (CompiledKernel kernel : kernels.of(unit.node())) {
                for (KernelEffect use : kernel.facts().effects()) {
                    all.add(kernel.facts().view(use.view()).allocation());
                }
            }
            for (Access access : unit.effects().accesses()) {
                access.views().forEach(view -> all.add(view.allocation()));
            }
        }
        return all;
    }

    /**
     * Returns the numbers of the pointwise edges of a graph: they order iterations of equal indexes only.
     *
     * <p>A pointwise edge is weaker than a full one, also for transitive dependences. So a unit has one only if its
     * accesses are pointwise with those of all predecessors along pointwise edges, not only of the nearest.
     *
     * @param loops the units as loops, null for others
     */
    private static BitSet pointwise(PlanGraph graph, List<@Nullable Loop> loops) {
        BitSet found = new BitSet();
        List<@Nullable LoopEffects> cumulative = new ArrayList<>(graph.size());
        int edge = 0;
        for (int u = 0; u < graph.size(); u++) {
            Loop loop = loops.get(u);
            LoopEffects all = null;
            for (int k = 0; k < graph.count(u); k++) {
                int from = graph.before(u, k);
                Loop other = loops.get(from);
                LoopEffects before = cumulative.get(from);
                if (loop != null
                        && other != null
                        && before != null
                        && !loop.isSingle()
                        && loop.isOverSame(other)
                        && before.conflict(loop.touched()) == null) {
                    found.set(edge);
                    all = all == null ? new LoopEffects() : all;
                    all.addAll(before);
                }
                edge++;
            }
            cumulative.add(loop == null ? null : union(loop.touched(), all));
        }
        return found;
    }

    /** Returns the accesses of a unit and of its predecessors along pointwise edges, or null if there are too many. */
    private static @Nullable LoopEffects union(LoopEffects own, @Nullable LoopEffects before) {
        if (before == null) {
            return own;
        }
        before.addAll(own);
        return before.size() <= MOST_MEMORIES ? before : null;
    }
}
