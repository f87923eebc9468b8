package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.Condition;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.Selector;
import org.sporos.reduce.Reduction;

/** Makes units of bodies, like a plan. */
final class ZooUnits {
    private ZooUnits() {}

    /**
     * Returns the unit of an instance: a contribution is summed up, or reduced by conjunction and disjunction; a join
     * and the consumer of a scan get values as inputs.
     */
    static CppUnit of(String label, NamedKernel.Instance instance, boolean proven) {
        KernelBody body = instance.body();
        PartOfAll part = PartOfAll.of(body);
        if (part != null) {
            return part.unit(label, instance.policy(), proven);
        }
        ProvenKernel kernel = kernel(label, body, instance.policy(), proven);
        if (body instanceof Condition) {
            return new CppUnit.Answer(label, false, CppUnit.Answer.Kind.IF, false, Integer.MAX_VALUE, kernel);
        } else if (body instanceof Selector) {
            return new CppUnit.Answer(label, false, CppUnit.Answer.Kind.SWITCH, false, Integer.MAX_VALUE, kernel);
        } else if (instance.policy() == null) {
            return new CppUnit.Single(label, false, kernel);
        }
        List<Reduction> reductions = Reductions.ofContribution(body);
        if (!reductions.isEmpty()) {
            List<CppUnit.Part> parts = reductions.stream()
                    .map(reduction -> new CppUnit.Part(reduction, kernel, null))
                    .toList();
            return new CppUnit.Reduce(label, false, instance.policy(), parts);
        }
        return new CppUnit.For(label, false, instance.policy(), kernel);
    }

    /** Returns a kernel, with its proofs if they are wanted. */
    static ProvenKernel kernel(
            String label, KernelBody body, @org.jspecify.annotations.Nullable Policy policy, boolean proven) {
        Kernel kernel = Lifting.lift(label, body);
        Guarantees proofs =
                proven ? IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(policy)) : Guarantees.NONE;
        return ProvenKernel.of(kernel, proofs);
    }
}
