package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.KernelCall;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.ListedKernel;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** The kernel and facts of a body over an index set. Immutable. */
record ListedFacts(ProofsOfPositions proofs, RangePolicy positions) {

    /** Returns the proofs of a kernel over positions of a list. */
    interface ProofsOfPositions {
        KernelFacts of(Kernel kernel, Binding binding, IterationSpace positions);
    }

    /**
     * Returns the kernel of a body.
     *
     * @param facts the facts of the body for all indexes of the hull of the elements
     */
    CompiledKernel kernel(KernelCall call, KernelFacts facts) {
        IndexSet set = Required.internal(positions.set(), "the set of positions");
        IntView elements = Required.internal(positions.elements(), "the elements of a set");
        Kernel code = ListedKernel.of(facts.kernel(), elements);
        List<View> views = new ArrayList<>(facts.binding().views());
        views.add(elements);
        Binding withList =
                new Binding(views, facts.binding().params(), facts.binding().scalars());
        KernelFacts proven = proofs.of(code, withList, IterationSpace.ofPositions(set));
        KernelFacts all = set.isPromised() ? facts.withRead(withList) : ofElements(facts, set);
        return new CompiledKernel(call.role(), call.body(), all, proven, set);
    }

    private static KernelFacts ofElements(KernelFacts facts, IndexSet set) {
        boolean isSubset = facts.launch().items() == IterationSpace.Items.SUBSET;
        return withDefiniteFaults(isSubset && !facts.races().isEmpty() ? facts.analyzedFor(set) : facts, set);
    }

    /** The least and greatest element exist, so their faults are definite. */
    private static KernelFacts withDefiniteFaults(KernelFacts facts, IndexSet set) {
        boolean mayFail = !facts.proofs().count().isComplete() && facts.launch().items() == IterationSpace.Items.SUBSET;
        return mayFail ? facts.withFaultsOf(List.of(forOne(facts, set.least()), forOne(facts, set.greatest()))) : facts;
    }

    private static KernelFacts forOne(KernelFacts facts, int index) {
        return KernelFacts.of(facts.kernel(), facts.binding(), IterationSpace.ofOne(index));
    }
}
