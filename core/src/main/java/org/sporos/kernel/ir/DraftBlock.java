package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.DraftEnd.DraftEdge;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/** A {@link Block} while it is made. It belongs to one {@link DraftRegion}. Not thread-safe. */
public final class DraftBlock {
    private final KernelBuilder kernel;
    final List<Argument> arguments = new ArrayList<>();
    final List<Instruction> instructions = new ArrayList<>();

    @Nullable
    DraftEnd end;

    DraftBlock(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    /** Adds an argument; each edge that enters the block must pass a value for it. */
    public Argument argument(Type type, String name, SourcePosition position) {
        Argument argument = new Argument(kernel.nextId(), type, name, position);
        arguments.add(argument);
        return argument;
    }

    /** Adds an instruction. */
    public Instruction add(Op op, Type type, SourcePosition position, List<Value> operands) {
        Instruction instruction = new Instruction(kernel.nextId(), type, "", position, op, operands, List.of());
        instructions.add(instruction);
        return instruction;
    }

    /** Adds an instruction that runs regions. */
    public Instruction add(Op op, Type type, SourcePosition position, List<Value> operands, DraftRegion... regions) {
        Instruction instruction = add(op, type, position, operands);
        kernel.nested.put(instruction, List.of(regions));
        return instruction;
    }

    /** Returns whether an argument is its own. */
    public boolean owns(Argument argument) {
        return arguments.contains(argument);
    }

    /** Returns whether its end is set. */
    public boolean isEnded() {
        return end != null;
    }

    /** Ends it by going to another block. */
    public void jump(DraftBlock target, List<? extends Value> arguments, SourcePosition position) {
        end = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), position);
        end.add(target, arguments);
    }

    /** Ends it by a branch to one block where a BOOL is true, else to the other. */
    public void branch(Value condition, DraftBlock whenTrue, DraftBlock whenFalse, SourcePosition position) {
        end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
        end.add(whenTrue, List.of());
        end.add(whenFalse, List.of());
    }

    /** An edge to a block that is being made, with the values that it passes. */
    public record To(DraftBlock target, List<? extends Value> arguments) {}

    /** Ends it by a branch that passes values. */
    public void branch(Value condition, To whenTrue, To whenFalse, Terminator.Hint hint, SourcePosition position) {
        end = new DraftEnd(DraftEnd.Kind.BRANCH, condition, List.of(), position);
        end.hint = hint;
        end.add(whenTrue.target, whenTrue.arguments);
        end.add(whenFalse.target, whenFalse.arguments);
    }

    /** Drops its instructions and its end; its arguments stay. */
    public void clear() {
        instructions.clear();
        end = null;
    }

    /** Drops its arguments; the edges that enter it pass values to those added afterwards. */
    public void clearArguments() {
        arguments.clear();
    }

    /** Drops an instruction, whose uses are replaced. */
    public void remove(Instruction instruction) {
        instructions.remove(instruction);
    }

    /** Adds an instruction that another block or this one had. */
    public void append(Instruction instruction) {
        instructions.add(instruction);
    }

    /** Drops and returns its instructions; its arguments and its end stay. */
    public List<Instruction> takeInstructions() {
        List<Instruction> all = List.copyOf(instructions);
        instructions.clear();
        return all;
    }

    /** Ends it by one of its edges alone. */
    public void take(int edge) {
        DraftEdge only = end().edges.get(edge);
        jump(only.target, only.arguments, end().position);
    }

    /** Leads the edges to a block to another one, which has the same arguments. */
    public void redirect(DraftBlock from, DraftBlock to) {
        for (DraftEdge edge : end().edges) {
            edge.target = edge.target == from ? to : edge.target;
        }
    }

    /** Ends it by a switch: each key has a target, all other values the last one. The keys must ascend. */
    public void switchOn(Value value, List<Integer> keys, List<DraftBlock> targets, SourcePosition position) {
        end = new DraftEnd(DraftEnd.Kind.SWITCH, value, keys, position);
        for (DraftBlock target : targets) {
            end.add(target, List.of());
        }
    }

    /** Ends it by leaving the region. */
    public void leave(@Nullable Value value, SourcePosition position) {
        end = new DraftEnd(DraftEnd.Kind.RETURN, value, List.of(), position);
    }

    DraftEnd end() {
        if (end == null) {
            throw new InternalException("a block has no end");
        }
        return end;
    }
}
