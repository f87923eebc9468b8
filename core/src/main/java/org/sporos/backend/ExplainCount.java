package org.sporos.backend;

import java.util.List;
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
            (unit.isMerged() ? unit.members() : List.of(unit)).forEach(member -> proofs(context, member));
            unit.bodies().forEach(body -> add(context, body));
        }
    }

    private void proofs(LoweringContext context, LaunchUnit unit) {
        if (!unit.empty()) {
            for (CompiledKernel kernel : context.kernels().of(unit.node())) {
                ProofCount count = kernel.facts().proofs().count();
                accesses += count.accesses();
                inBounds += count.inBounds();
            }
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
