package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** Constant folding of booleans, selects and branches. */
record Folding(KernelBuilder kernel) {
    /** Folds once over the body; returns whether anything changed. */
    static boolean fold(KernelBuilder kernel) {
        Folding pass = new Folding(kernel);
        boolean changed = false;
        for (DraftBlock block : kernel.body().blocks()) {
            for (Instruction instruction : new ArrayList<>(block.instructions)) {
                Value now = pass.folded(instruction);
                if (now != null) {
                    block.instructions.remove(instruction);
                    kernel.replaced.put(instruction, now);
                    kernel.name(now, kernel.nameOf(instruction));
                    changed = true;
                }
            }
            changed |= pass.branch(block);
        }
        return changed;
    }

    /** Returns a new constant at the start of the kernel. */
    static Instruction constant(KernelBuilder kernel, SourcePosition position, Type type, long bits) {
        Instruction constant =
                new Instruction(kernel.nextId(), type, "", position, new Op.Constant(type, bits), List.of(), List.of());
        kernel.body().entry().instructions.add(0, constant);
        return constant;
    }

    private @Nullable Value folded(Instruction at) {
        Op op = at.op();
        if (op instanceof Op.Select) {
            Long known = literal(at.operand(0));
            return known == null ? null : kernel.resolve(at.operand(known == 1 ? 1 : 2));
        } else if (op == Unary.NOT || op == Conversion.BOOL2I || isEquality(at)) {
            Long known = ConstantFolding.evaluate(at, this::literal);
            return known == null ? null : constant(kernel, at.position(), at.type(), known);
        } else if (op instanceof Binary binary && at.type() == Type.BOOL) {
            Long left = literal(at.operand(0));
            return left != null ? logical(at, binary, left, 1) : logical(at, binary, literal(at.operand(1)), 0);
        }
        return null;
    }

    /** Returns the result of a logical operator with one constant operand. */
    private @Nullable Value logical(Instruction at, Binary op, @Nullable Long known, int other) {
        if (known == null) {
            return null;
        }
        Value rest = kernel.resolve(at.operand(other));
        boolean holds = known == 1;
        return switch (op) {
            case AND -> holds ? rest : constant(kernel, at.position(), Type.BOOL, 0);
            case OR -> holds ? constant(kernel, at.position(), Type.BOOL, 1) : rest;
            case XOR -> holds ? null : rest;
            default -> null;
        };
    }

    private static boolean isEquality(Instruction at) {
        return (at.op() == Compare.EQ || at.op() == Compare.NE) && at.operand(0).type() != Type.I64;
    }

    private @Nullable Long literal(Value value) {
        return ConstantFolding.literal(kernel.resolve(value));
    }

    private boolean branch(DraftBlock block) {
        DraftEnd end = block.end();
        if (end.kind != DraftEnd.Kind.BRANCH || end.value == null) {
            return false;
        }
        Long known = literal(end.value);
        if (known == null) {
            return false;
        }
        DraftEdge taken = end.edges.get(known == 1 ? 0 : 1);
        block.jump(taken.target, taken.arguments, end.position);
        return true;
    }
}
