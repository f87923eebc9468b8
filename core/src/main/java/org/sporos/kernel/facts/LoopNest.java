package org.sporos.kernel.facts;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Value;

/** The regions of a kernel with their loops, and where the arguments of loops belong. Immutable once made. */
final class LoopNest {
    private final Map<Region, ControlFlow> flows = new IdentityHashMap<>();
    private final Map<Value, LoopValue> values = new IdentityHashMap<>();

    /**
     * An argument of a loop's header.
     *
     * @param place its place among the header's arguments
     */
    record LoopValue(Region region, ControlFlow.Loop loop, int place) {

        /** Returns the symbol of the loop's passes. */
        Symbol passes() {
            return LoopNest.passes(region, loop);
        }

        /** Returns what enters the loop as this argument, if it is one value; else null. */
        @Nullable
        Value start() {
            return only(false);
        }

        /** Returns what goes into the next pass as this argument, if it is one value; else null. */
        @Nullable
        Value next() {
            return only(true);
        }

        private @Nullable Value only(boolean inside) {
            Value found = null;
            for (Block block : region.blocks()) {
                for (Edge edge : block.terminator().edges()) {
                    if (edge.target() == loop.header() && loop.contains(block.id()) == inside) {
                        Value passed = edge.arguments().get(place);
                        if (found != null && found != passed) {
                            return null;
                        }
                        found = passed;
                    }
                }
            }
            return found;
        }
    }

    LoopNest(Kernel kernel) {
        add(kernel.body());
    }

    private void add(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        flows.put(region, flow);
        for (ControlFlow.Loop loop : flow.loops()) {
            List<Argument> arguments = region.block(loop.header()).arguments();
            for (int k = 0; k < arguments.size(); k++) {
                values.put(arguments.get(k), new LoopValue(region, loop, k));
            }
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

    /** Returns what is known of an argument of a loop's header, or null if a value is none. */
    @Nullable
    LoopValue of(Value value) {
        return values.get(value);
    }

    /** Returns the symbol of the passes of a loop; a loop without arguments counts nothing. */
    static Symbol passes(Region region, ControlFlow.Loop loop) {
        List<Argument> arguments = region.block(loop.header()).arguments();
        return new Symbol(
                Symbol.Kind.PASS,
                arguments.isEmpty() ? -1 - loop.header() : arguments.get(0).id());
    }
}
