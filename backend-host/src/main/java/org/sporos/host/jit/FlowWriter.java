package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/** Writes the blocks of a region once, as a part of a method, and the edges between them. */
final class FlowWriter {
    private final MethodWriter code;
    private final Region region;
    private final ExpressionWriter expressions;
    private final Parts parts;
    private final Label[] labels;
    private final Label end = new Label();

    /** The parts of blocks. */
    interface Parts {
        void instruction(Instruction instruction);

        /** Stores the value on the stack as an argument of a block. */
        void pop(Argument argument);

        /** Stores the value that the region returns. */
        void result(Value value);
    }

    FlowWriter(MethodWriter code, Region region, ExpressionWriter expressions, Parts parts) {
        this.code = code;
        this.region = region;
        this.expressions = expressions;
        this.parts = parts;
        this.labels = new Label[region.blocks().size()];
        Arrays.setAll(labels, block -> new Label());
    }

    void write() {
        for (Block block : region.blocks()) {
            code.at(labels[block.id()]);
            for (Instruction instruction : block.instructions()) {
                parts.instruction(instruction);
            }
            end(block.terminator(), block.id() + 1);
        }
        code.at(end);
    }

    /** @param next the block that is written next */
    private void end(Terminator terminator, int next) {
        if (terminator instanceof Terminator.Jump jump) {
            follow(jump.edge(), next);
        } else if (terminator instanceof Terminator.Branch branch) {
            branch(branch, next);
        } else if (terminator instanceof Terminator.Return leave) {
            if (leave.value() != null) {
                parts.result(leave.value());
            }
            if (next < labels.length) {
                code.jump(Opcodes.GOTO, end);
            }
        } else {
            lookup((Terminator.Switch) terminator);
        }
    }

    private void branch(Terminator.Branch branch, int next) {
        if (!moved(branch.whenTrue()).isEmpty()) {
            Label other = new Label();
            expressions.jump(branch.condition(), false, other);
            follow(branch.whenTrue(), 0);
            code.at(other);
        } else {
            expressions.jump(branch.condition(), true, labels[branch.whenTrue().target()]);
        }
        follow(branch.whenFalse(), next);
    }

    private void lookup(Terminator.Switch choice) {
        Label[] cases = new Label[choice.cases().size()];
        Arrays.setAll(cases, k -> new Label());
        Label otherwise = new Label();
        expressions.value(choice.value());
        code.out.visitLookupSwitchInsn(
                otherwise, choice.keys().stream().mapToInt(Integer::intValue).toArray(), cases);
        for (int k = 0; k < cases.length; k++) {
            code.at(cases[k]);
            follow(choice.cases().get(k), 0);
        }
        code.at(otherwise);
        follow(choice.otherwise(), 0);
    }

    /** Returns which arguments of its target an edge changes. */
    private List<Integer> moved(Edge edge) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        List<Integer> moved = new ArrayList<>(arguments.size());
        for (int k = 0; k < arguments.size(); k++) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                moved.add(k);
            }
        }
        return moved;
    }

    /** Follows an edge: all values are on the stack before the first argument changes. */
    private void follow(Edge edge, int next) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        List<Integer> moved = moved(edge);
        for (int k : moved) {
            expressions.value(edge.arguments().get(k));
        }
        for (int m = moved.size() - 1; m >= 0; m--) {
            parts.pop(arguments.get(moved.get(m)));
        }
        if (edge.target() != next) {
            code.jump(Opcodes.GOTO, labels[edge.target()]);
        }
    }
}
