package org.sporos.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.facts.KernelUse;
import org.sporos.kernel.index.CompiledKernel;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.kernel.passes.Interval;
import org.sporos.kernel.passes.Launch;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.Region;

/**
 * A unit as a loop over indexes. Immutable once made.
 *
 * @param policy the indexes as the user gave them; null where the extents of a view give them, or for a single call
 * @param launch the indexes
 * @param touched what it touches
 * @param isLast whether nothing can come after it in the same loop: a reduction, whose result is there only at the end
 */
record Loop(@Nullable Policy policy, Launch launch, Touched touched, boolean isLast) {

    /** Returns a unit as a loop, or null if it is none. */
    static @Nullable Loop of(LaunchUnit unit, KernelIndex kernels, Memories memories) {
        Work work = unit.empty() ? new Work.Join() : unit.work();
        if (work instanceof Work.ParallelFor loop && !(loop.policy() instanceof TeamPolicy)) {
            return of(loop.policy(), kernels.of(unit.node()), List.of(), memories);
        } else if (work instanceof Work.ParallelReduce reduce && !(reduce.policy() instanceof TeamPolicy)) {
            return of(reduce.policy(), kernels.of(unit.node()), reduce.reductions(), memories);
        } else if (work instanceof Work.Single) {
            return of(null, kernels.of(unit.node()), List.of(), memories);
        } else if (work instanceof Work.Fill fill) {
            Touched touched = new Touched();
            touched.add(memories, fill.view(), true, true);
            return elements(fill.view().region(), touched);
        } else if (work instanceof Work.DeepCopy copy && isPlain(copy)) {
            Touched touched = new Touched();
            touched.add(memories, copy.to(), true, true);
            touched.add(memories, copy.from(), false, true);
            return elements(copy.to().region(), touched);
        }
        return null;
    }

    private static @Nullable Loop of(
            @Nullable Policy policy, List<CompiledKernel> kernels, List<Reduction> reductions, Memories memories) {
        Touched touched = new Touched();
        for (CompiledKernel kernel : kernels) {
            KernelFacts facts = kernel.facts();
            // The join of a custom reduction is called with no index at all.
            boolean indexed = policy != null && facts.launch().equals(Launch.of(policy));
            for (KernelUse use : facts.uses()) {
                touched.add(memories, facts.view(use.view()), use.changes(), indexed && use.atIndex());
            }
        }
        for (Reduction reduction : reductions) {
            touched.add(memories, reduction.result(), true, false);
            if (reduction.location() != null) {
                touched.add(memories, reduction.location(), true, false);
            }
        }
        if (kernels.isEmpty()) {
            return null;
        }
        return new Loop(policy, policy == null ? Launch.SINGLE : Launch.of(policy), touched, !reductions.isEmpty());
    }

    /** A copy between two kinds of memory is no loop of a device's own. */
    private static boolean isPlain(Work.DeepCopy copy) {
        return copy.to().allocation().space() == copy.from().allocation().space();
    }

    private static @Nullable Loop elements(Region region, Touched touched) {
        if (region.rank() == 0 || region.rank() > 3) {
            return null;
        }
        List<Interval> indexes = java.util.Arrays.stream(region.extents())
                .mapToObj(extent -> new Interval(0, extent - 1))
                .toList();
        return new Loop(null, Launch.of(indexes), touched, false);
    }

    /** Returns both as one, where the other comes after. */
    Loop and(Loop after) {
        Touched both = new Touched();
        both.addAll(touched);
        both.addAll(after.touched);
        return new Loop(isElements() ? after.policy : policy, launch, both, isLast || after.isLast);
    }

    /** Returns whether it is one call without an index. */
    boolean isSingle() {
        return launch.indexes().isEmpty();
    }

    /** Returns whether it writes the elements of a view and nothing else: a fill or a copy. */
    boolean isElements() {
        return policy == null && !isSingle();
    }

    /** Returns whether both run over the same indexes in the way that the user wants. */
    boolean isOverSame(Loop other) {
        boolean any = isElements() || other.isElements();
        return launch.equals(other.launch) && (any || java.util.Objects.equals(policy, other.policy));
    }

    /** Returns the number of indexes. */
    double size() {
        if (policy != null) {
            return policy.size();
        }
        double size = 1;
        for (Interval index : launch.indexes()) {
            size *= Math.max(0.0, (double) index.high() - index.low() + 1);
        }
        return size;
    }
}
