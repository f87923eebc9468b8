package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.IntervalAnalysis;
import org.sporos.kernel.passes.Lifting;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.Condition;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.Policy;
import org.sporos.policy.Selector;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Makes units of bodies, as a plan would. */
final class ZooUnits {
    private ZooUnits() {}

    /** Returns the unit of an instance; a contribution is summed up. */
    static CppUnit of(String label, NamedKernel.Instance instance, boolean proven) {
        KernelBody body = instance.body();
        ProvenKernel kernel = kernel(label, body, instance.policy(), proven);
        if (body instanceof Condition) {
            return new CppUnit.Answer(label, false, CppUnit.Answer.Kind.IF, false, Integer.MAX_VALUE, kernel);
        } else if (body instanceof Selector) {
            return new CppUnit.Answer(label, false, CppUnit.Answer.Kind.SWITCH, false, Integer.MAX_VALUE, kernel);
        } else if (instance.policy() == null) {
            return new CppUnit.Single(label, false, kernel);
        }
        Reduction reduction = sum(body);
        return reduction == null
                ? new CppUnit.For(label, false, instance.policy(), kernel)
                : new CppUnit.Reduce(
                        label, false, instance.policy(), List.of(new CppUnit.Part(reduction, kernel, null)));
    }

    /** Returns a kernel, with its proofs if they are wanted. */
    static ProvenKernel kernel(
            String label, KernelBody body, @org.jspecify.annotations.Nullable Policy policy, boolean proven) {
        Kernel kernel = Lifting.lift(label, body);
        Guarantees proofs =
                proven ? IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(policy)) : Guarantees.NONE;
        return ProvenKernel.of(kernel, proofs);
    }

    private static @org.jspecify.annotations.Nullable Reduction sum(KernelBody body) {
        DoubleView doubles = DoubleView.of("sum", MemorySpace.host());
        FloatView floats = FloatView.of("sum", MemorySpace.host());
        IntView ints = IntView.of("sum", MemorySpace.host());
        LongView longs = LongView.of("sum", MemorySpace.host());
        if (body instanceof DoubleContribution.Range b) {
            return Reducers.Sum.into(doubles, b);
        } else if (body instanceof DoubleContribution.Range2 b) {
            return Reducers.Sum.into(doubles, b);
        } else if (body instanceof DoubleContribution.Range3 b) {
            return Reducers.Sum.into(doubles, b);
        } else if (body instanceof DoubleContribution.LongRange b) {
            return Reducers.Sum.intoLongRange(doubles, b);
        } else if (body instanceof FloatContribution.Range b) {
            return Reducers.Sum.into(floats, b);
        } else if (body instanceof IntContribution.Range b) {
            return Reducers.Sum.into(ints, b);
        } else if (body instanceof LongContribution.Range b) {
            return Reducers.Sum.into(longs, b);
        } else if (body instanceof BooleanContribution.Range b) {
            return Reducers.LogicalAnd.into(ints, b);
        }
        return null;
    }
}
