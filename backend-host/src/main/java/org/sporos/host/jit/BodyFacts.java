package org.sporos.host.jit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.Liveness;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Facts shared by all copies of a body: uses, live ranges, and offsets of local arrays in scratch arrays.
 */
record BodyFacts(
        BodyCode body,
        ArgumentUnpacker captured,
        FaultExits faults,
        BitSet inlined,
        Liveness liveness,
        Map<LocalArray, Integer> offsets,
        PrivateCopies copies) {
    /** The most instructions that are nested in an expression, which is written by recursion. */
    private static final int MAX_DEPTH = 100;

    static BodyFacts of(BodyCode body, ArgumentUnpacker captured, FaultExits faults) {
        Uses uses = new Uses(body.region());
        BitSet inlined = inlined(body.region(), uses);
        Liveness liveness = new Liveness(body.region(), uses, value -> inlined.get(value.id()));
        return new BodyFacts(body, captured, faults, inlined, liveness, new HashMap<>(), PrivateCopies.NONE);
    }

    /** Returns the facts of copies of the body that update copies of views. */
    BodyFacts in(PrivateCopies some) {
        return new BodyFacts(body, captured, faults, inlined, liveness, offsets, some);
    }

    /**
     * Returns whether a value is evaluated at its use instead of in a local variable: literals and values of the
     * launch, and pure values with one use in their own block, unless the expression becomes too deep; unused pure
     * values are never evaluated.
     */
    boolean isInlined(Value value) {
        return inlined.get(value.id());
    }

    private static BitSet inlined(Region region, Uses uses) {
        BitSet inlined = new BitSet();
        Map<Value, Integer> depths = new HashMap<>();
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                int depth = 1;
                for (Value operand : instruction.operands()) {
                    depth = Math.max(depth, 1 + depths.getOrDefault(operand, 0));
                }
                boolean isPart = instruction.isPure() && depth < MAX_DEPTH && uses.isSingleLocalUse(instruction);
                if (isPart) {
                    depths.put(instruction, depth);
                }
                inlined.set(
                        instruction.id(),
                        isPart || Uses.isAtom(instruction) || instruction.isPure() && uses.count(instruction) == 0);
            }
        }
        return inlined;
    }

    /** Returns the offset of a local array in the scratch array of its type. */
    int offset(LocalArray array) {
        return offsets.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }
}
