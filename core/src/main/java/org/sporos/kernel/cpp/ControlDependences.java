package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.Set;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * The booleans on which loads, stores or further branches of a region are control-dependent, with their operands. A
 * branch that only selects one of two arithmetic values does not count.
 */
final class ControlDependences {
    private final Region region;
    private final ControlFlow flow;
    private final Set<Instruction> found = Sets.newIdentityHashSet();

    private ControlDependences(Region region) {
        this.region = region;
        this.flow = ControlFlow.of(region);
    }

    static Set<Instruction> of(Region region) {
        ControlDependences decisions = new ControlDependences(region);
        for (Block block : region.blocks()) {
            if (block.terminator() instanceof Terminator.Branch branch && !decisions.isSelect(branch)) {
                decisions.add(branch.condition());
            }
            // A boolean block argument is mostly a branch condition.
            for (Edge edge : block.terminator().edges()) {
                edge.arguments().forEach(decisions::add);
            }
        }
        return decisions.found;
    }

    /** Returns whether both arms join at once and contain only arithmetic. */
    private boolean isSelect(Terminator.Branch branch) {
        return end(branch.whenTrue()) == end(branch.whenFalse());
    }

    /** Returns the successor of an edge's target if the target contains only arithmetic, else the target. */
    private int end(Edge edge) {
        Block block = region.block(edge.target());
        boolean own =
                flow.predecessors(block.id()).size() == 1 && block.arguments().isEmpty();
        boolean plain = block.instructions().stream().allMatch(Instruction::isPure);
        return own && plain && block.terminator() instanceof Terminator.Jump jump
                ? jump.edge().target()
                : edge.target();
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
