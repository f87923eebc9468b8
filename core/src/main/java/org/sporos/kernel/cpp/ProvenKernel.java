package org.sporos.kernel.cpp;

import java.util.List;
import java.util.Set;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * A kernel in one node: the values of its captures, and the proofs for these and for the node's range. The lists are in
 * the order of {@link Kernel#views()}, params and scalars. Immutable.
 *
 * @param scalars the raw bits of the captured scalars
 */
public record ProvenKernel(Kernel kernel, List<View> views, List<Param> params, List<Long> scalars, Guarantees proofs) {

    /** Keeps unmodifiable copies. */
    public ProvenKernel {
        views = List.copyOf(views);
        params = List.copyOf(params);
        scalars = List.copyOf(scalars);
    }

    /** Returns a kernel with the captures of its lifting. */
    public static ProvenKernel of(Kernel kernel, Guarantees proofs) {
        return new ProvenKernel(
                kernel,
                kernel.views().stream().map(ViewRef.Captured::view).toList(),
                kernel.params().stream().map(ParamRef::param).toList(),
                kernel.scalars().stream().map(ScalarRef::bits).toList(),
                proofs);
    }

    /** Returns the kernel of some facts. */
    public static ProvenKernel of(KernelFacts facts) {
        Binding binding = facts.binding();
        return new ProvenKernel(facts.kernel(), binding.views(), binding.params(), binding.scalars(), facts.proofs());
    }

    /** Returns another kernel with the same captures. */
    ProvenKernel with(Kernel other, Guarantees proven) {
        return new ProvenKernel(other, views, params, scalars, proven);
    }

    /** Returns the kernel after an edit. */
    ProvenKernel with(EditedKernel edited) {
        return with(edited.kernel(), edited.guarantees(proofs));
    }

    /** Returns the same kernel with some accesses marked as in bounds. */
    ProvenKernel inBounds(Set<Instruction> accesses) {
        KernelEdit edit = KernelEdit.of(kernel);
        accesses.forEach(edit::setInBounds);
        return with(edit.finish());
    }

    View view(ViewRef.Captured ref) {
        return views.get(ref.index());
    }
}
