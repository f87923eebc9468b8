package org.sporos.backend;

import org.sporos.graph.Node;
import org.sporos.kernel.analysis.interval.ProofCount;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.spi.LoweringContext;

/** Counts launches and proofs of a graph, with those of the bodies of its conditionals. Used by one thread. */
final class ExplainCount {
    private int launches;
    private int merged;
    private int accesses;
    private int inBounds;

    void add(LoweringContext context, LaunchPlan plan) {
        for (LaunchUnit unit : plan.units()) {
            launches += unit.empty() ? 0 : 1;
            merged += unit.isMerged() ? 1 : 0;
            if (!unit.empty()) {
                unit.nodes().forEach(node -> proofs(context, node));
            }
            unit.bodies().forEach(body -> add(context, body));
        }
    }

    private void proofs(LoweringContext context, Node node) {
        for (CompiledKernel kernel : context.kernels().of(node)) {
            ProofCount count = kernel.facts().proofs().count();
            accesses += count.accesses();
            inBounds += count.inBounds();
        }
    }

    @Override
    public String toString() {
        String text = launches
                + (launches == 1 ? " launch" : " launches")
                + (merged == 0 ? "" : ", " + merged + " of several nodes");
        return accesses == 0
                ? text
                : text + "; " + inBounds + " of " + accesses + " accesses are proven to be in bounds";
    }
}
