package org.sporos.host.code;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/**
 * Writes the body of one kernel once, as a part of a method: blocks with labels, values in local variables, and those that
 * are pure and used once where they are used. Leaves what the body returns in a local variable.
 */
final class BodyWriter {
    private final Code code;
    private final Region region;
    private final Shared shared;
    private final Map<Value, Integer> locals = new IdentityHashMap<>();
    private final Expressions expressions;
    private final Effects effects;
    private final Label[] labels;
    private final Label end = new Label();
    private int result = Captured.NO_LOCAL;

    /** What does not change when a body is written again: how often values are used. */
    record Shared(int member, Captured captured, Faults faults, Uses uses) {}

    /** @param kept the elements that other bodies for the same index touch too, or null */
    BodyWriter(Code code, Shared shared, KeptElements.@Nullable Now kept) {
        this.code = code;
        this.shared = shared;
        this.region = shared.captured().members().get(shared.member()).kernel().body();
        this.expressions = new Expressions(code, shared, this::local);
        this.effects = new Effects(code, shared, expressions, kept);
        this.labels = new Label[region.blocks().size()];
        for (int b = 0; b < labels.length; b++) {
            labels[b] = new Label();
        }
    }

    /**
     * Writes the body for indexes that are in local variables, and returns the local variable of what it returns; it is
     * given up by the caller, with all others.
     */
    int write(int... indexes) {
        ControlFlow flow = ControlFlow.of(region);
        List<Argument> arguments = region.arguments();
        for (int k = 0; k < arguments.size(); k++) {
            Type type = arguments.get(k).type();
            if (flow.predecessors(0).isEmpty()) {
                locals.put(arguments.get(k), indexes[k]);
            } else {
                code.load(type, indexes[k]);
                code.store(type, local(arguments.get(k)));
            }
        }
        if (region.result() != Type.VOID) {
            result = code.local(region.result());
        }
        for (Block block : region.blocks()) {
            if (block.id() == 0 || !flow.predecessors(block.id()).isEmpty()) {
                block(block);
            }
        }
        code.at(end);
        return result;
    }

    private void block(Block block) {
        code.at(labels[block.id()]);
        for (Instruction instruction : block.instructions()) {
            if (!shared.uses().isInlined(instruction)) {
                effects.write(instruction);
                if (instruction.type() != Type.VOID) {
                    code.store(instruction.type(), local(instruction));
                }
            }
        }
        end(block);
    }

    private void end(Block block) {
        Terminator terminator = block.terminator();
        if (terminator instanceof Terminator.Jump jump) {
            go(jump.edge(), block.id() + 1);
        } else if (terminator instanceof Terminator.Branch branch) {
            branch(branch, block.id() + 1);
        } else if (terminator instanceof Terminator.Return leave) {
            if (leave.value() != null) {
                expressions.value(leave.value());
                code.store(region.result(), result);
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
            expressions.jump(branch.condition(), false, other);
            go(branch.whenTrue(), -1);
            code.at(other);
            go(branch.whenFalse(), next);
        } else {
            expressions.jump(branch.condition(), true, labels[branch.whenTrue().target()]);
            go(branch.whenFalse(), next);
        }
    }

    private void choose(Terminator.Switch choice) {
        Label[] ways = new Label[choice.cases().size()];
        for (int k = 0; k < ways.length; k++) {
            ways[k] = new Label();
        }
        Label otherwise = new Label();
        expressions.value(choice.value());
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
                expressions.value(edge.arguments().get(k));
            }
        }
        for (int k = arguments.size() - 1; k >= 0; k--) {
            if (edge.arguments().get(k) != arguments.get(k)) {
                code.store(arguments.get(k).type(), local(arguments.get(k)));
            }
        }
        if (edge.target() != next) {
            code.jump(Opcodes.GOTO, labels[edge.target()]);
        }
    }

    private int local(Value value) {
        Integer known = locals.get(value);
        if (known == null) {
            known = code.local(value.type());
            locals.put(value, known);
        }
        return known;
    }
}
