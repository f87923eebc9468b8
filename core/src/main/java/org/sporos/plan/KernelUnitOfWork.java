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
 * Makes the unit of C++ of each kind of node; null for those that call no kernel.
 *
 * @param gated whether the kernels look at a gate first
 * @param elements null where copies and fills are no kernels; else they are, as parts of a launch
 */
@SuppressWarnings("NullAway") // It does not look at type arguments that may be null.
record KernelUnitOfWork(
        Node node,
        KernelIndex kernels,
        Conditionals conditionals,
        boolean gated,
        @Nullable Elements elements) implements WorkVisitor<@Nullable CppUnit> {

    /**
     * The way in which a backend evaluates the conditions of conditionals.
     *
     * @param isNative whether answers also go to conditional handles of a graph
     * @param gatesLoops whether the question of a loop looks at a gate
     */
    record Conditionals(boolean isNative, boolean gatesLoops) {}

    /**
     * The loop that copies and fills are part of.
     *
     * @param around its indexes; null where each view has its own
     */
    record Elements(@Nullable Policy around) {}

    private String label() {
        return node.label();
    }

    private ProvenKernel proven(int call) {
        return ProvenKernel.of(kernels.of(node, call).code());
    }

    private CppUnit answer(Conditional work, Answer.Kind kind, boolean looks) {
        return new Answer(label(), looks, kind, conditionals.isNative(), work.maxIterations(), proven(0));
    }

    private CppUnit elements(View to, @Nullable View from, @Nullable ElementValue value) {
        Policy around = elements == null ? null : elements.around();
        return new CppUnit.Elements(label(), gated, around == null ? policy(to) : around, to, from, value);
    }

    /** Returns the indexes of the elements of a view. */
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
        return answer(work, Answer.Kind.IF, gated);
    }

    @Override
    public @Nullable CppUnit loop(Work.While work) {
        return answer(work, Answer.Kind.WHILE, conditionals.gatesLoops());
    }

    @Override
    public @Nullable CppUnit choice(Work.Switch work) {
        return answer(work, Answer.Kind.SWITCH, gated);
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
