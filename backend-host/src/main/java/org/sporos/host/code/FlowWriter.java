package org.sporos.host.code;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Value;

/** Writes the blocks of a region once, as a part of a method, and the ways between them. */
final class FlowWriter {
    private final Code code;
    private final Region region;
    private final Expressions conditions;
    private final Values values;
    private final Label[] labels;
    private final Label end = new Label();

    /** What the values of the region are: numbers, or vectors of them. */
    interface Values {
        void instruction(Instruction instruction);

        /** Leaves on the stack what an argument of a block gets. */
        void push(Value value, Argument to);

        /** Takes what an argument of a block gets from the stack. */
        void pop(Argument argument);

        /** Keeps what the region returns. */
        void result(Value value);
    }

    /** @param conditions writes what control flow depends on */
    FlowWriter(Code code, Region region, Expressions conditions, Values values) {
        this.code = code;
        this.region = region;
        this.conditions = conditions;
        this.values = values;
        this.labels = new Label[region.blocks().size()];
        for (int b = 0; b < labels.length; b++) {
            labels[b] = new Label();
        }
    }

    void write() {
        ControlFlow flow = ControlFlow.of(region);
        for (Block block : region.blocks()) {
            if (block.id() == 0 || !flow.predecessors(block.id()).isEmpty()) {
                code.at(labels[block.id()]);
                for (Instruction instruction : block.instructions()) {
                    values.instruction(instruction);
                }
                end(block);
            }
        }
        code.at(end);
    }

    private void end(Block block) {
        Terminator terminator = block.terminator();
        if (terminator instanceof Terminator.Jump jump) {
            go(jump.edge(), block.id() + 1);
        } else if (terminator instanceof Terminator.Branch branch) {
            branch(branch, block.id() + 1);
        } else if (terminator instanceof Terminator.Return leave) {
            if (leave.value() != null) {
                values.result(leave.value());
            }
            if (block.id() + 1 < labels.length) {
                code.jump(Opcodes.GOTO, end);
            }
        } else {
            choose((Terminator.Switch) terminator);
        }
    }

    private void branch(Terminator.Branch branch, int next) {
        if (moves(branch.whenTrue())) {
            Label other = new Label();
            conditions.jump(branch.condition(), false, other);
            go(branch.whenTrue(), -1);
            code.at(other);
            go(branch.whenFalse(), next);
        } else {
            conditions.jump(branch.condition(), true, labels[branch.whenTrue().target()]);
            go(branch.whenFalse(), next);
        }
    }

    private void choose(Terminator.Switch choice) {
        Label[] ways = new Label[choice.cases().size()];
        for (int k = 0; k < ways.length; k++) {
            ways[k] = new Label();
        }
        Label otherwise = new Label();
        conditions.value(choice.value());
        code.out.visitLookupSwitchInsn(
                otherwise, choice.keys().stream().mapToInt(Integer::intValue).toArray(), ways);
        for (int k = 0; k < ways.length; k++) {
            code.at(ways[k]);
            go(choice.cases().get(k), -1);
        }
        code.at(otherwise);
        go(choice.otherwise(), -1);
    }

    private boolean moves(Edge edge) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        for (int k = 0; k < arguments.size(); k++) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                return true;
            }
        }
        return false;
    }

    /** Goes a way: all values are on the stack before the first argument changes. */
    private void go(Edge edge, int next) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        for (int k = 0; k < arguments.size(); k++) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                values.push(edge.arguments().get(k), arguments.get(k));
            }
        }
        for (int k = arguments.size() - 1; k >= 0; k--) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                values.pop(arguments.get(k));
            }
        }
        if (edge.target() != next) {
            code.jump(Opcodes.GOTO, labels[edge.target()]);
        }
    }
}
