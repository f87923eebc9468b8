package org.sporos.kernel.analysis.dependence;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The loops of all regions of a kernel, also by header argument. Immutable. */
final class LoopNest {
    private final Map<Region, ControlFlow> flows = new IdentityHashMap<>();
    private final Map<Region, List<LoopInfo>> loops = new IdentityHashMap<>();
    private final Map<Value, LoopInfo> values = new IdentityHashMap<>();

    LoopNest(Kernel kernel) {
        add(kernel.body());
    }

    private void add(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        flows.put(region, flow);
        loops.put(region, LoopInfo.of(region, flow));
        for (LoopInfo loop : loops(region)) {
            loop.header().arguments().forEach(argument -> values.put(argument, loop));
        }
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                for (Region nested : instruction.regions()) {
                    add(nested);
                }
            }
        }
    }

    ControlFlow flow(Region region) {
        return Required.internal(flows.get(region), "the loops of a region");
    }

    /** Returns the loops of a region, outer before inner ones. */
    List<LoopInfo> loops(Region region) {
        return Required.internal(loops.get(region), "the loops of a region");
    }

    /** Returns the loop of a header argument, or null. */
    @Nullable
    LoopInfo of(Value value) {
        return values.get(value);
    }

    /** Returns the symbol of the iterations of a loop. */
    static Symbol iterations(LoopInfo loop) {
        List<Argument> arguments = loop.header().arguments();
        return new Symbol(
                Symbol.Kind.ITERATION,
                arguments.isEmpty() ? -1 - loop.header().id() : arguments.get(0).id());
    }
}
