package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.host.code.CodeLoop;
import org.sporos.host.code.GeneratedLoops;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.index.CompiledKernel;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;

/** The kernels of a graph, and which code each gets on host. */
public final class Kernels {
    private final KernelIndex index;
    private final Tier tier;
    private final GeneratedLoops loops = new GeneratedLoops();

    private Kernels(KernelIndex index, Tier tier) {
        this.index = index;
        this.tier = tier;
    }

    /** Returns no kernels: all bodies are called as they are. */
    public static Kernels none() {
        return new Kernels(KernelIndex.empty(), Tier.LOOP);
    }

    /** Returns the kernels of a graph for a space. A strict space checks every access, so that it calls the lambdas. */
    public static Kernels of(KernelIndex index, TaskContext context) {
        return new Kernels(index, context.strict() ? Tier.LOOP : context.tier());
    }

    /** Returns the code that runs a body for each index, or null if it has none. */
    @Nullable
    CodeLoop forEach(Node node, KernelBody body) {
        KernelFacts facts = facts(node, body);
        return facts == null ? null : loops.forEach(List.of(facts));
    }

    /** Returns the code that evaluates a contribution and folds it by an operator, or null if it has none. */
    @Nullable
    CodeLoop contribution(Node node, KernelBody body, ReductionOp op) {
        KernelFacts facts = facts(node, body);
        return facts == null ? null : loops.contribution(facts, op);
    }

    private @Nullable KernelFacts facts(Node node, KernelBody body) {
        if (tier == Tier.LOOP) {
            return null;
        }
        for (CompiledKernel kernel : index.of(node)) {
            if (kernel.body() == body) {
                return kernel.facts();
            }
        }
        return null;
    }
}
