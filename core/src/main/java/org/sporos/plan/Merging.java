package org.sporos.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.facts.KernelUse;
import org.sporos.kernel.index.CompiledKernel;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.space.Allocation;
import org.sporos.view.View;

/** The steps from a plan of single nodes to one of merged units. Used by one thread, once. */
final class Merging {
    private final KernelIndex kernels;
    private final Merges merges;
    private final Remarks remarks = new Remarks();
    private final Map<Node, @Nullable Loop> single = new IdentityHashMap<>();

    private Merging(KernelIndex kernels, Merges merges) {
        this.kernels = kernels;
        this.merges = merges;
    }

    static LaunchPlan of(LaunchPlan plan, KernelIndex kernels, Merges merges) {
        return allocatesTwice(plan) ? plan : new Merging(kernels, merges).merged(plan);
    }

    /** One name for two memories, as where a graph is nested twice, means what was allocated last: that order must stay. */
    private static boolean allocatesTwice(LaunchPlan plan) {
        Set<Allocation> once = new HashSet<>();
        for (LaunchUnit unit : plan.units()) {
            if (unit.work() instanceof Work.Allocate allocate
                    && !once.add(allocate.view().allocation())) {
                return true;
            }
        }
        return false;
    }

    private LaunchPlan merged(LaunchPlan plan) {
        Draft draft = Draft.of(plan).withoutEmptyUnits();
        if (!merges.loops() && !merges.edges() && merges.sideBySide() == 0) {
            return plan(plan, draft.withoutShortcuts(), new BitSet());
        }
        Memories memories = new Memories(allocations(plan));
        if (merges.loops()) {
            List<@Nullable Loop> loops = loops(draft, memories);
            loops.replaceAll(loop -> isWanted(loop) ? loop : null);
            draft = VerticalMerging.merge(draft, loops, merges, remarks);
        }
        if (merges.sideBySide() > 0) {
            draft = draft.withoutEmptyUnits();
            draft = HorizontalMerging.merge(draft, loops(draft, memories), merges);
        }
        draft = draft.withoutEmptyUnits().withoutShortcuts();
        BitSet pointwise = merges.edges() ? Pointwise.edges(draft, loops(draft, memories)) : new BitSet();
        return plan(plan, draft, pointwise);
    }

    private LaunchPlan plan(LaunchPlan old, Draft draft, BitSet pointwise) {
        int[] first = new int[draft.size() + 1];
        for (int u = 0; u < draft.size(); u++) {
            first[u + 1] = first[u] + draft.before().get(u).length;
        }
        int[] all = new int[first[draft.size()]];
        for (int u = 0; u < draft.size(); u++) {
            System.arraycopy(draft.before().get(u), 0, all, first[u], first[u + 1] - first[u]);
        }
        return new LaunchPlan(old.graph(), draft.units(), first, all, pointwise, remarks.lines());
    }

    private boolean isWanted(@Nullable Loop loop) {
        return loop != null
                && (merges.fills() || !loop.isElements())
                && (!loop.isLast() || loop.size() >= merges.reductionsFrom());
    }

    private List<@Nullable Loop> loops(Draft draft, Memories memories) {
        List<@Nullable Loop> loops = new ArrayList<>(draft.size());
        for (LaunchUnit unit : draft.units()) {
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
            Loop loop = unit.merge() == Merge.VERTICAL ? single(member, memories) : null;
            if (loop == null) {
                return null;
            }
            all = all == null ? loop : all.and(loop);
        }
        return all;
    }

    /** The begin and end of a nested graph are two units of one node, and both are no loops. */
    private @Nullable Loop single(LaunchUnit unit, Memories memories) {
        if (unit.empty()) {
            return null;
        }
        Loop known = single.get(unit.node());
        if (known == null && !single.containsKey(unit.node())) {
            known = Loop.of(unit, kernels, memories);
            single.put(unit.node(), known);
        }
        return known;
    }

    private Set<Allocation> allocations(LaunchPlan plan) {
        Set<Allocation> all = new HashSet<>();
        for (LaunchUnit unit : plan.units()) {
            for (CompiledKernel kernel : kernels.of(unit.node())) {
                for (KernelUse use : kernel.facts().uses()) {
                    all.add(kernel.facts().view(use.view()).allocation());
                }
            }
            views(unit.work()).forEach(view -> all.add(view.allocation()));
        }
        return all;
    }

    private static List<View> views(Work work) {
        if (work instanceof Work.Fill fill) {
            return List.of(fill.view());
        } else if (work instanceof Work.DeepCopy copy) {
            return List.of(copy.to(), copy.from());
        } else if (work instanceof Work.ParallelReduce reduce) {
            List<View> results = new ArrayList<>();
            reduce.reductions().forEach(reduction -> {
                results.add(reduction.result());
                if (reduction.location() != null) {
                    results.add(reduction.location());
                }
            });
            return results;
        }
        return List.of();
    }
}
