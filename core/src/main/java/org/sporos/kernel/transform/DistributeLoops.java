package org.sporos.kernel.transform;

import java.util.List;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Region;

/**
 * Loop distribution with strip mining and scalar expansion (D. Kuck and others, "Dependence graphs and compiler
 * optimizations", 1981) of inner loops whose work is guarded by an unpredictable condition, such as the sum over the
 * neighbours of a particle that are near enough: {@link StripMining}; docs/benchmarks/host-kernels.md, "Passes of inner
 * loops are chosen", measures it. Short loops with branches compute their divisions and roots first: {@link
 * ExpandedScalars}; docs/benchmarks/applications-on-host.md, "Tomography", measures it.
 */
final class DistributeLoops implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        Region region = kernel.kernel().body();
        ControlFlow flow = kernel.isTeam() ? null : LaunchedKernel.reducible(region);
        KernelEdit edit = null;
        for (ControlFlow.Loop loop : flow == null ? List.<ControlFlow.Loop>of() : flow.loops()) {
            IndependentParts.Found found = flow == null ? null : IndependentParts.of(kernel, region, flow, loop);
            if (found != null) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                if (ShortLoops.isShort(found.loop())) {
                    new ExpandedScalars(edit, found).make();
                } else {
                    new StripMining(kernel, edit, found).make();
                }
            }
        }
        return kernel.with(edit);
    }
}
