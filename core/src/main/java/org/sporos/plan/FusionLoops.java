package org.sporos.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.kernel.analysis.dependence.KernelEffect;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.View;

/**
 * Converts a node's work to a loop over indexes that may be fused; null for other kinds of work.
 *
 * @param kernels the kernels of the node
 * @param size its number of work items
 */
@SuppressWarnings("NullAway") // NullAway ignores nullable type arguments.
record FusionLoops(List<CompiledKernel> kernels, double size, Memories memories)
        implements WorkVisitor<@Nullable Loop> {
    /**
     * The largest number of operations of a short body. On an H200, a body of 271 over 91,125 cells and a reduction
     * took 31.9 us as one loop, and 6.9 and 15.0 as two. The bodies of conjugate gradients, which are shorter, gain as
     * one loop (docs/decisions/0007-merging-of-nodes.md).
     */
    private static final int LONG = 100;

    /** Returns a unit as a loop, or null. */
    static @Nullable Loop of(LaunchUnit unit, KernelIndex kernels, Memories memories) {
        Node node = unit.node();
        return unit.empty()
                ? null
                : unit.work().accept(new FusionLoops(kernels.of(node), PhaseWork.items(node), memories));
    }

    private @Nullable Loop loopOver(Policy policy, List<Access> results) {
        // Dynamic indexes are known only at run time, so they equal those of no other loop.
        return policy.isDynamic() || policy instanceof TeamPolicy ? null : loop(policy, results);
    }

    private @Nullable Loop loop(@Nullable Policy policy, List<Access> results) {
        if (kernels.isEmpty()) {
            return null;
        }
        LoopEffects bodies = new LoopEffects();
        boolean isLong = false;
        for (CompiledKernel kernel : kernels) {
            KernelFacts facts = kernel.facts();
            Kernel body = facts.kernel();
            isLong |= body.hasLoops() || policy != null && PhaseWork.operations(body.body()) > LONG;
            // The join of a custom reduction has no index.
            boolean indexed = policy != null && kernel.role() != KernelCall.Role.JOIN;
            for (KernelEffect use : facts.effects()) {
                bodies.add(memories, facts.view(use.view()), use.changes(), indexed && use.atIndex());
            }
        }
        LoopEffects touched = results.isEmpty() ? bodies : new LoopEffects();
        if (touched != bodies) {
            touched.addAll(bodies);
        }
        for (Access access : results) {
            for (View view : access.views()) {
                touched.add(memories, view, true, false);
            }
        }
        return new Loop(
                policy,
                policy == null ? IterationSpace.SINGLE : IterationSpace.of(policy),
                size,
                touched,
                bodies,
                !results.isEmpty(),
                isLong);
    }

    @Override
    public @Nullable Loop join(Work.Join work) {
        return null;
    }

    @Override
    public @Nullable Loop parallelFor(Work.ParallelFor work) {
        return loopOver(work.policy(), List.of());
    }

    @Override
    public @Nullable Loop parallelReduce(Work.ParallelReduce work) {
        return loopOver(work.policy(), work.effects().accesses());
    }

    @Override
    public @Nullable Loop parallelScan(Work.ParallelScan work) {
        return null;
    }

    @Override
    public @Nullable Loop single(Work.Single work) {
        return loop(null, List.of());
    }

    @Override
    public @Nullable Loop hostCall(Work.HostCall work) {
        return null;
    }

    @Override
    public @Nullable Loop deepCopy(Work.DeepCopy work) {
        if (work.to().allocation().space() != work.from().allocation().space()) {
            // A copy between memory spaces is no kernel.
            return null;
        }
        LoopEffects touched = new LoopEffects();
        touched.add(memories, work.to(), true, true);
        touched.add(memories, work.from(), false, true);
        return Loop.elements(work.to().region(), size, touched);
    }

    @Override
    public @Nullable Loop fill(Work.Fill work) {
        LoopEffects touched = new LoopEffects();
        touched.add(memories, work.view(), true, true);
        return Loop.elements(work.view().region(), size, touched);
    }

    @Override
    public @Nullable Loop subGraph(Work.SubGraph work) {
        return null;
    }

    @Override
    public @Nullable Loop captured(Work.Captured work) {
        return null;
    }

    @Override
    public @Nullable Loop branch(Work.If work) {
        return null;
    }

    @Override
    public @Nullable Loop loop(Work.While work) {
        return null;
    }

    @Override
    public @Nullable Loop choice(Work.Switch work) {
        return null;
    }

    @Override
    public @Nullable Loop allocate(Work.Allocate work) {
        return null;
    }

    @Override
    public @Nullable Loop free(Work.Free work) {
        return null;
    }

    @Override
    public @Nullable Loop advance(Work.Advance work) {
        return null;
    }

    @Override
    public @Nullable Loop recordEvent(Work.RecordEvent work) {
        return null;
    }

    @Override
    public @Nullable Loop awaitEvent(Work.AwaitEvent work) {
        return null;
    }

    @Override
    public @Nullable Loop signalSemaphore(Work.SignalSemaphore work) {
        return null;
    }

    @Override
    public @Nullable Loop waitSemaphore(Work.WaitSemaphore work) {
        return null;
    }
}
