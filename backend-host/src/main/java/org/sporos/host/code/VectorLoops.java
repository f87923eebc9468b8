package org.sporos.host.code;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.facts.KernelFacts;

/**
 * The vectorized code of kernels that run as one: made when it is asked for, or the reason why there is none.
 * Thread-safe.
 */
final class VectorLoops {
    private final List<KernelFacts> members;
    private final Function<VectorPlan, @Nullable CompiledCode> writer;
    private boolean done;
    /** Volatile: read by each piece of work. */
    private volatile @Nullable CompiledCode made;

    private @Nullable String refusal;

    /** @param writer makes the code by a plan, or returns null if it becomes too large, or refuses it */
    VectorLoops(List<KernelFacts> members, Function<VectorPlan, @Nullable CompiledCode> writer) {
        this.members = members;
        this.writer = writer;
    }

    /** Returns the code, or null if there is none. */
    @Nullable
    CompiledCode code() {
        CompiledCode known = made;
        return known != null ? known : makeOnce();
    }

    private synchronized @Nullable CompiledCode makeOnce() {
        if (!done) {
            done = true;
            make();
        }
        return made;
    }

    /** Returns why there is no code, or null if there is. */
    synchronized @Nullable String refusal() {
        code();
        return refusal;
    }

    private void make() {
        refusal = VectorModule.absence();
        if (refusal == null) {
            VectorPlan plan = new VectorPlan(members);
            refusal = plan.refusal();
            if (refusal == null) {
                made = writer.apply(plan);
                plan.refuse(made == null ? "its code is too large" : null);
                refusal = plan.refusal();
            }
        }
    }
}
