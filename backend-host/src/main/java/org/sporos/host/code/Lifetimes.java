package org.sporos.host.code;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Value;

/**
 * The values of a region that are needed in their own block alone, and the instruction behind which nothing needs them:
 * their local variables can be used again there. Few variables make short code, as the JVM's instructions name 256 in
 * one byte. Immutable once made.
 */
final class Lifetimes {
    private final Set<Value> temporary = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Instruction, List<Value>> ends = new IdentityHashMap<>();

    Lifetimes(Region region, InlinedValues uses) {
        Map<Value, Instruction> last = new IdentityHashMap<>();
        Map<Value, Block> home = new IdentityHashMap<>();
        Set<Value> elsewhere = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (!uses.isInlined(instruction)) {
                    home.put(instruction, block);
                    note(instruction, instruction, block, uses, last, home, elsewhere);
                }
            }
            note(block.terminator().operands(), uses, elsewhere);
            for (Edge edge : block.terminator().edges()) {
                note(edge.arguments(), uses, elsewhere);
            }
        }
        last.forEach((value, end) -> {
            if (home.containsKey(value) && !elsewhere.contains(value)) {
                temporary.add(value);
                ends.computeIfAbsent(end, added -> new ArrayList<>()).add(value);
            }
        });
    }

    /** Notes what an instruction needs, also through those that are written where it uses them. */
    private static void note(
            Instruction user,
            Instruction needs,
            Block block,
            InlinedValues uses,
            Map<Value, Instruction> last,
            Map<Value, Block> home,
            Set<Value> elsewhere) {
        for (Value operand : needs.operands()) {
            if (operand instanceof Instruction inner && uses.isInlined(inner)) {
                note(user, inner, block, uses, last, home, elsewhere);
            } else if (home.get(operand) == block) {
                last.put(operand, user);
            } else {
                elsewhere.add(operand);
            }
        }
    }

    /** The terminator of a block needs its values until all arguments of the next block are set. */
    private static void note(List<Value> values, InlinedValues uses, Set<Value> elsewhere) {
        for (Value value : values) {
            if (value instanceof Instruction inner && uses.isInlined(inner)) {
                note(inner.operands(), uses, elsewhere);
            } else {
                elsewhere.add(value);
            }
        }
    }

    /** Returns whether a value is needed in its own block alone. */
    boolean isTemporary(Value value) {
        return temporary.contains(value);
    }

    /** Returns the values that nothing needs behind an instruction. */
    List<Value> endedBy(Instruction instruction) {
        return ends.getOrDefault(instruction, List.of());
    }
}
