package org.sporos.host.jit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Writes one copy of a kernel's body into a method. Pure values with one use are written at that use, all others get a
 * local variable.
 */
final class BodyWriter {
    private final MethodWriter code;
    private final Region region;
    private final BodyFacts facts;
    private final Map<Value, Integer> locals = new IdentityHashMap<>();
    /** Local variables of dead temporaries, for reuse by temporaries only. */
    private final Map<Type, Deque<Integer>> free = new EnumMap<>(Type.class);

    private final ExpressionWriter expressions;
    private final EffectWriter effects;
    private final Label[] labels;
    private final Label exit = new Label();
    private int result = ArgumentUnpacker.NO_LOCAL;

    BodyWriter(MethodWriter code, BodyFacts facts) {
        this.code = code;
        this.facts = facts;
        this.region = facts.body().region();
        this.expressions = new ExpressionWriter(code, facts, this::local);
        this.effects = new EffectWriter(code, facts, expressions);
        this.labels = new Label[region.blocks().size()];
        Arrays.setAll(labels, block -> new Label());
    }

    /**
     * Writes the body for arguments in local variables, indexes first, and returns the local variable of its result.
     * The caller releases all local variables.
     */
    int write(int... indexes) {
        List<Argument> arguments = region.arguments();
        int items = facts.captured().members().get(0).launch().indexes().size();
        facts.faults().item(items == 0 ? Type.I32 : arguments.get(0).type(), Arrays.copyOf(indexes, items));
        for (int k = 0; k < arguments.size(); k++) {
            locals.put(arguments.get(k), indexes[k]);
        }
        if (region.result() != Type.VOID) {
            result = code.local(region.result());
        }
        writeBlocks();
        return result;
    }

    private void instruction(Instruction instruction) {
        if (!facts.isInlined(instruction)) {
            effects.write(instruction);
            if (instruction.type() != Type.VOID) {
                code.store(instruction.type(), local(instruction));
            }
            facts.liveness().lastUses(instruction).forEach(this::end);
        }
    }

    private void pop(Argument argument) {
        code.store(argument.type(), local(argument));
    }

    private void result(Value value) {
        expressions.value(value);
        code.store(region.result(), result);
    }

    private int local(Value value) {
        Integer known = locals.get(value);
        if (known == null) {
            Integer ended = facts.liveness().isTemporary(value) ? ofEnded(value.type()) : null;
            known = ended != null ? ended : code.local(value.type());
            locals.put(value, known);
        }
        return known;
    }

    private @Nullable Integer ofEnded(Type type) {
        Deque<Integer> ended = free.get(type);
        return ended == null ? null : ended.poll();
    }

    private void end(Value value) {
        Integer local = locals.remove(value);
        if (local != null) {
            free.computeIfAbsent(value.type(), type -> new ArrayDeque<>()).push(local);
        }
    }

    private void writeBlocks() {
        for (Block block : region.blocks()) {
            code.at(labels[block.id()]);
            for (Instruction instruction : block.instructions()) {
                instruction(instruction);
            }
            end(block.terminator(), block.id() + 1);
        }
        code.at(exit);
    }

    /** @param next the block that is written next */
    private void end(Terminator terminator, int next) {
        if (terminator instanceof Terminator.Jump jump) {
            writeEdge(jump.edge(), next);
        } else if (terminator instanceof Terminator.Branch branch) {
            branch(branch, next);
        } else if (terminator instanceof Terminator.Return leave) {
            if (leave.value() != null) {
                result(leave.value());
            }
            if (next < labels.length) {
                code.jump(Opcodes.GOTO, exit);
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
            pop(arguments.get(changed.get(m)));
        }
        if (edge.target() != next) {
            code.jump(Opcodes.GOTO, labels[edge.target()]);
        }
    }
}
