package org.sporos.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.cpp.CppUnit;
import org.sporos.kernel.cpp.CppUnit.Answer;
import org.sporos.kernel.cpp.ProvenKernel;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * Builds the C++ unit of a node's work; null for work without a kernel.
 *
 * @param gated whether the kernels are predicated on a gate
 * @param elements the fused launch whose members include copies and fills; null if these are no kernels
 */
@SuppressWarnings("NullAway") // NullAway ignores nullable type arguments.
record LaunchSpecs(
        Node node,
        KernelIndex kernels,
        Conditionals conditionals,
        boolean gated,
        @Nullable Elements elements) implements WorkVisitor<@Nullable CppUnit> {

    /**
     * The evaluation of conditions in a backend.
     *
     * @param isNative whether results also set conditional handles of a graph
     * @param gatesLoops whether conditions of loops are gated
     */
    record Conditionals(boolean isNative, boolean gatesLoops) {}

    /**
     * The fused loop with copies and fills as members.
     *
     * @param policy the indexes of the loop; null if each view has its own
     */
    record Elements(@Nullable Policy policy) {}

    private String label() {
        return node.label();
    }

    private ProvenKernel proven(int call) {
        return ProvenKernel.of(kernels.of(node, call).code());
    }

    private CppUnit condition(Conditional work, Answer.Kind kind, boolean isGated) {
        return new Answer(label(), isGated, kind, conditionals.isNative(), work.maxIterations(), proven(0));
    }

    private CppUnit elements(View to, @Nullable View from, @Nullable ElementValue value) {
        Policy loop = elements == null ? null : elements.policy();
        return new CppUnit.Elements(label(), gated, loop == null ? policy(to) : loop, to, from, value);
    }

    /** Returns a policy over the elements of a view. */
    private static Policy policy(View view) {
        int[] n = new int[view.rank()];
        for (int d = 0; d < n.length; d++) {
            n[d] = Math.toIntExact(view.extent(d));
        }
        return n.length == 1 ? RangePolicy.of(n[0]) : MDRangePolicy.of(new int[n.length], n);
    }

    @Override
    public @Nullable CppUnit join(Work.Join work) {
        return null;
    }

    @Override
    public @Nullable CppUnit parallelFor(Work.ParallelFor work) {
        return new CppUnit.For(label(), gated, work.policy(), proven(0));
    }

    @Override
    public @Nullable CppUnit parallelReduce(Work.ParallelReduce work) {
        List<CppUnit.Part> parts = new ArrayList<>();
        int call = 0;
        for (Reduction reduction : work.reductions()) {
            ProvenKernel contribution = proven(call++);
            ProvenKernel join = reduction.join() == null ? null : proven(call++);
            parts.add(new CppUnit.Part(reduction, contribution, join));
        }
        return new CppUnit.Reduce(label(), gated, work.policy(), parts);
    }

    @Override
    public @Nullable CppUnit parallelScan(Work.ParallelScan work) {
        return new CppUnit.Prefix(label(), gated, work.policy(), work.scan(), proven(0), proven(1));
    }

    @Override
    public @Nullable CppUnit single(Work.Single work) {
        return new CppUnit.Single(label(), gated, proven(0));
    }

    @Override
    public @Nullable CppUnit hostCall(Work.HostCall work) {
        return null;
    }

    @Override
    public @Nullable CppUnit deepCopy(Work.DeepCopy work) {
        return elements == null ? null : elements(work.to(), work.from(), null);
    }

    @Override
    public @Nullable CppUnit fill(Work.Fill work) {
        return elements == null ? null : elements(work.view(), null, work.value());
    }

    @Override
    public @Nullable CppUnit subGraph(Work.SubGraph work) {
        return null;
    }

    @Override
    public @Nullable CppUnit captured(Work.Captured work) {
        return null;
    }

    @Override
    public @Nullable CppUnit branch(Work.If work) {
        return condition(work, Answer.Kind.IF, gated);
    }

    @Override
    public @Nullable CppUnit loop(Work.While work) {
        return condition(work, Answer.Kind.WHILE, conditionals.gatesLoops());
    }

    @Override
    public @Nullable CppUnit choice(Work.Switch work) {
        return condition(work, Answer.Kind.SWITCH, gated);
    }

    @Override
    public @Nullable CppUnit allocate(Work.Allocate work) {
        return null;
    }

    @Override
    public @Nullable CppUnit free(Work.Free work) {
        return null;
    }

    @Override
    public @Nullable CppUnit advance(Work.Advance work) {
        return null;
    }

    @Override
    public @Nullable CppUnit recordEvent(Work.RecordEvent work) {
        return null;
    }

    @Override
    public @Nullable CppUnit awaitEvent(Work.AwaitEvent work) {
        return null;
    }

    @Override
    public @Nullable CppUnit signalSemaphore(Work.SignalSemaphore work) {
        return null;
    }

    @Override
    public @Nullable CppUnit waitSemaphore(Work.WaitSemaphore work) {
        return null;
    }
}
