package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.Set;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/** The booleans that decide which way a branch of a region takes, by themselves or together with others. */
final class Decisions {
    private final Set<Instruction> found = Sets.newIdentityHashSet();

    private Decisions() {}

    static Set<Instruction> of(Region region) {
        Decisions decisions = new Decisions();
        for (Block block : region.blocks()) {
            if (block.terminator() instanceof Terminator.Branch branch) {
                decisions.add(branch.condition());
            }
            // A block mostly asks for what it takes.
            for (Edge edge : block.terminator().edges()) {
                edge.arguments().forEach(decisions::add);
            }
        }
        return decisions.found;
    }

    private void add(Value value) {
        if (value instanceof Argument || value.type() != Type.BOOL) {
            return;
        }
        Instruction at = (Instruction) value;
        if (found.add(at)) {
            at.operands().forEach(this::add);
        }
    }
}
