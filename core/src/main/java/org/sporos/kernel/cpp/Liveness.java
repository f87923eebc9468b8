package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/**
 * The interference of the variables of a region: two that are live at the same time cannot be one, as one is set while
 * the other is still needed. A value that is written where it is used needs its own operands there.
 */
final class Liveness {
    private final Inlining inlining;
    private final BitSet[] liveIn;
    private final BitSet[] conflicts;

    Liveness(Region region, Inlining inlining, int values) {
        this.inlining = inlining;
        this.liveIn = new BitSet[region.blocks().size()];
        this.conflicts = new BitSet[values];
        for (int b = 0; b < liveIn.length; b++) {
            liveIn[b] = new BitSet();
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int b = liveIn.length - 1; b >= 0; b--) {
                BitSet before = (BitSet) liveIn[b].clone();
                pass(region.block(b), liveIn[b], false);
                changed |= !before.equals(liveIn[b]);
            }
        }
        region.blocks().forEach(block -> pass(block, new BitSet(), true));
    }

    /** Returns whether two variables must be kept apart. */
    boolean conflict(Value a, Value b) {
        BitSet of = conflicts[a.id()];
        BitSet other = conflicts[b.id()];
        return of != null && of.get(b.id()) || other != null && other.get(a.id());
    }

    /** Goes up a block from its end; the set is what is live at its begin in the end, without its arguments. */
    private void pass(Block block, BitSet live, boolean note) {
        for (Edge edge : block.terminator().edges()) {
            live.or(liveIn[edge.target()]);
            edge.arguments().forEach(value -> use(value, live));
        }
        block.terminator().operands().forEach(value -> use(value, live));
        List<Instruction> all = block.instructions();
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction at = all.get(k);
            if (inlining.isInlined(at)) {
                continue;
            }
            if (at.type() != Type.VOID) {
                define(at, live, note);
            }
            at.operands().forEach(value -> use(value, live));
            at.regions().forEach(nested -> useAll(nested, live));
        }
        List<Argument> set = new ArrayList<>();
        for (Argument argument : block.arguments()) {
            if (inlining.isUsed(argument)) {
                set.add(argument);
                live.set(argument.id());
            }
        }
        // All arguments are set at once.
        BitSet together = (BitSet) live.clone();
        set.forEach(argument -> define(argument, together, note));
        set.forEach(argument -> live.clear(argument.id()));
        set.forEach(argument -> set.forEach(other -> keepApart(argument, other, note)));
    }

    private void define(Value value, BitSet live, boolean note) {
        live.clear(value.id());
        if (note) {
            conflicts(value).or(live);
        }
    }

    private void keepApart(Value a, Value b, boolean note) {
        if (note && a != b) {
            conflicts(a).set(b.id());
        }
    }

    private BitSet conflicts(Value value) {
        if (conflicts[value.id()] == null) {
            conflicts[value.id()] = new BitSet();
        }
        return conflicts[value.id()];
    }

    private void use(Value value, BitSet live) {
        if (inlining.isInlined(value)) {
            ((Instruction) value).operands().forEach(operand -> use(operand, live));
        } else {
            live.set(value.id());
        }
    }

    private void useAll(Region nested, BitSet live) {
        Walk.blocks(nested, block -> {
            block.instructions().forEach(at -> at.operands().forEach(value -> use(value, live)));
            block.terminator().operands().forEach(value -> use(value, live));
            block.terminator().edges().forEach(edge -> edge.arguments().forEach(value -> use(value, live)));
        });
    }
}
