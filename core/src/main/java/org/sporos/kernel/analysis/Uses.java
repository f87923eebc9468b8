package org.sporos.kernel.analysis;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The uses of values in a region and its nested regions. Immutable. */
public final class Uses {
    private final Map<Value, Integer> counts = new IdentityHashMap<>();
    private final Map<Value, Block> users = new IdentityHashMap<>();
    private final Map<Value, Block> homes = new IdentityHashMap<>();

    public Uses(Region region) {
        add(region);
    }

    private void add(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                homes.put(instruction, block);
                add(instruction.operands(), block);
                instruction.regions().forEach(this::add);
            }
            add(block.terminator().operands(), block);
            for (Edge edge : block.terminator().edges()) {
                add(edge.arguments(), block);
            }
        }
    }

    private void add(List<Value> used, Block user) {
        for (Value value : used) {
            counts.merge(value, 1, Integer::sum);
            users.put(value, user);
        }
    }

    /** Returns the number of uses of a value by instructions, terminators and edges. */
    public int count(Value value) {
        return counts.getOrDefault(value, 0);
    }

    /** Returns the block of an instruction. */
    public @Nullable Block home(Instruction instruction) {
        return homes.get(instruction);
    }

    /** Returns whether an instruction has a single use, in its own block. */
    public boolean isSingleLocalUse(Instruction instruction) {
        return count(instruction) == 1 && users.get(instruction) == homes.get(instruction);
    }

    /** Returns whether rematerialization is free: a literal or a value of the launch. */
    public static boolean isAtom(Instruction instruction) {
        Op op = instruction.op();
        return op instanceof Op.Constant
                || op instanceof Op.Scalar
                || op instanceof Op.Param
                || op instanceof Op.Extent
                || op instanceof TeamQuery;
    }
}
