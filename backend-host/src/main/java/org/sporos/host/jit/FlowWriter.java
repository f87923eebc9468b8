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

/** Writes the blocks of a region and the edges between them into a method. */
final class FlowWriter {
    private final MethodWriter code;
    private final Region region;
    private final ExpressionWriter expressions;
    private final Parts parts;
    private final Label[] labels;
    private final Label end = new Label();

    /** Writes the contents of blocks. */
    interface Parts {
        void instruction(Instruction instruction);

        /** Pops a value into a block argument. */
        void pop(Argument argument);

        /** Stores the result of the region. */
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
            writeEdge(jump.edge(), next);
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
        if (!changed(branch.whenTrue()).isEmpty()) {
            Label other = new Label();
            expressions.jump(branch.condition(), false, other);
            writeEdge(branch.whenTrue(), 0);
            code.at(other);
        } else {
            expressions.jump(branch.condition(), true, labels[branch.whenTrue().target()]);
        }
        writeEdge(branch.whenFalse(), next);
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
            writeEdge(choice.cases().get(k), 0);
        }
        code.at(otherwise);
        writeEdge(choice.otherwise(), 0);
    }

    /** Returns the indexes of the target's arguments that an edge changes. */
    private List<Integer> changed(Edge edge) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        List<Integer> changed = new ArrayList<>(arguments.size());
        for (int k = 0; k < arguments.size(); k++) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                changed.add(k);
            }
        }
        return changed;
    }

    /** Writes an edge as a parallel copy: all values are pushed before the first argument changes. */
    private void writeEdge(Edge edge, int next) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        List<Integer> changed = changed(edge);
        for (int k : changed) {
            expressions.value(edge.arguments().get(k));
        }
        for (int m = changed.size() - 1; m >= 0; m--) {
            parts.pop(arguments.get(changed.get(m)));
        }
        if (edge.target() != next) {
            code.jump(Opcodes.GOTO, labels[edge.target()]);
        }
    }
}
