package org.sporos.graph;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.KernelCall.Role;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/** The kernels and the results of the reductions of one node. */
final class ReductionParts {

    private ReductionParts() {}

    /** Returns for each reduction its contribution and, if custom, its join. */
    static List<KernelCall> kernels(Policy policy, List<Reduction> reductions) {
        List<KernelCall> all = new ArrayList<>(2 * reductions.size());
        for (Reduction reduction : reductions) {
            all.add(KernelCall.over(policy, Role.CONTRIBUTION, reduction.contribution()));
            KernelBody join = reduction.join();
            if (join != null) {
                all.add(KernelCall.once(Role.JOIN, join));
            }
        }
        return all;
    }

    /** Returns the write accesses to all results and locations. */
    static List<Access> results(List<Reduction> reductions) {
        List<Access> all = new ArrayList<>(reductions.size());
        for (Reduction reduction : reductions) {
            View location = reduction.location();
            all.add(location == null ? Access.writes(reduction.result()) : Access.writes(reduction.result(), location));
        }
        return all;
    }
}
