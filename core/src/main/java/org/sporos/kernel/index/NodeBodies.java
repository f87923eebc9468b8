package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.kernel.passes.Launch;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;

/** The kernel bodies of a node, with the work items that each is run for. */
final class NodeBodies {

    /** @param listed the positions of the index set whose elements the items are, or null */
    record Launched(
            KernelBody body, Launch launch, @Nullable RangePolicy listed) {}

    private NodeBodies() {}

    static List<Launched> of(Work work) {
        if (work instanceof Work.ParallelFor loop) {
            return List.of(over(loop.policy(), loop.body()));
        } else if (work instanceof Work.ParallelReduce reduce) {
            return reductions(reduce);
        } else if (work instanceof Work.ParallelScan scan) {
            return List.of(over(scan.policy(), scan.contribution()), over(scan.policy(), scan.consumer()));
        } else if (work instanceof Work.Single single) {
            return List.of(once(single.body()));
        } else if (work instanceof Work.If branch) {
            return List.of(once(branch.condition()));
        } else if (work instanceof Work.While loop) {
            return List.of(once(loop.condition()));
        }
        return work instanceof Work.Switch choice ? List.of(once(choice.selector())) : List.of();
    }

    private static List<Launched> reductions(Work.ParallelReduce reduce) {
        List<Launched> all = new ArrayList<>();
        for (Reduction reduction : reduce.reductions()) {
            all.add(over(reduce.policy(), reduction.contribution()));
            if (reduction.join() != null) {
                all.add(once(reduction.join()));
            }
        }
        return all;
    }

    private static Launched over(Policy policy, KernelBody body) {
        return new Launched(body, Launch.of(policy), listed(policy));
    }

    /** Returns a policy that stands for the positions of an index set, or null. */
    static @Nullable RangePolicy listed(Policy policy) {
        return policy instanceof RangePolicy range && range.set() != null ? range : null;
    }

    private static Launched once(KernelBody body) {
        return new Launched(body, Launch.SINGLE, null);
    }
}
