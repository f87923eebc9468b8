package org.sporos.host.code;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Value;

/**
 * The values of a region that are emitted at their use, rather than kept in a local variable. Immutable once made.
 */
final class InlinedValues {
    private final Map<Value, Integer> counts = new IdentityHashMap<>();
    private final Map<Value, Block> user = new IdentityHashMap<>();
    private final Map<Value, Block> home = new IdentityHashMap<>();

    InlinedValues(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                home.put(instruction, block);
                note(instruction.operands(), block);
            }
            note(block.terminator().operands(), block);
            for (Edge edge : block.terminator().edges()) {
                note(edge.arguments(), block);
            }
        }
    }

    private void note(List<? extends Value> values, Block block) {
        for (Value value : values) {
            counts.put(value, counts.getOrDefault(value, 0) + 1);
            user.put(value, block);
        }
    }

    /** Returns whether an instruction is written where it is used. What is unused and pure is written nowhere. */
    boolean isInlined(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Constant || op instanceof Op.Scalar || op instanceof Op.Param || op instanceof Op.Extent) {
            return true;
        }
        int count = counts.getOrDefault(instruction, 0);
        return instruction.isPure() && (count == 0 || (count == 1 && user.get(instruction) == home.get(instruction)));
    }
}
