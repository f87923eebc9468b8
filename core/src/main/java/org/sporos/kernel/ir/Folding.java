package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.DraftEnd.DraftEdge;

/** Constant folding of booleans, of what chooses by them, and of branches. */
final class Folding {
    private final KernelBuilder kernel;

    private Folding(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    /** Folds what can be folded at once; returns whether there was anything. */
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

    /** Returns a new constant at the begin of the kernel. */
    static Instruction constant(KernelBuilder kernel, Value like, Type type, long bits) {
        Instruction constant = new Instruction(
                kernel.nextId(), type, "", like.position(), new Op.Constant(type, bits), List.of(), List.of());
        kernel.body().entry().instructions.add(0, constant);
        return constant;
    }

    private @Nullable Value folded(Instruction at) {
        if (at.op() == Unary.NOT) {
            Long bits = bits(at, 0);
            return bits == null ? null : constant(kernel, at, Type.BOOL, 1 - bits);
        } else if (at.op() instanceof Op.Select) {
            Long bits = bits(at, 0);
            return bits == null ? null : kernel.resolve(at.operand(bits == 1 ? 1 : 2));
        } else if (at.op() == Conversion.BOOL2I) {
            Long bits = bits(at, 0);
            return bits == null ? null : constant(kernel, at, Type.I32, bits);
        } else if (at.op() instanceof Binary op && at.type() == Type.BOOL) {
            Long left = bits(at, 0);
            return left != null ? logical(at, op, left, 1) : logical(at, op, bits(at, 1), 0);
        } else if (at.op() == Compare.EQ || at.op() == Compare.NE) {
            return equality(at);
        }
        return null;
    }

    /** Returns the result of a logical operator of which one operand is known. */
    private @Nullable Value logical(Instruction at, Binary op, @Nullable Long known, int other) {
        if (known == null) {
            return null;
        }
        Value rest = kernel.resolve(at.operand(other));
        boolean holds = known == 1;
        return switch (op) {
            case AND -> holds ? rest : constant(kernel, at, Type.BOOL, 0);
            case OR -> holds ? constant(kernel, at, Type.BOOL, 1) : rest;
            case XOR -> holds ? null : rest;
            default -> null;
        };
    }

    private @Nullable Value equality(Instruction at) {
        Long left = bits(at, 0);
        Long right = bits(at, 1);
        Type type = at.operand(0).type();
        if (left == null || right == null || type != Type.BOOL && type != Type.I32) {
            return null;
        }
        return constant(kernel, at, Type.BOOL, left.equals(right) == (at.op() == Compare.EQ) ? 1 : 0);
    }

    private @Nullable Long bits(Instruction at, int operand) {
        return bits(kernel.resolve(at.operand(operand)));
    }

    private static @Nullable Long bits(Value value) {
        return value instanceof Instruction literal && literal.op() instanceof Op.Constant constant
                ? constant.type() == Type.I32 ? (Long) (long) (int) constant.bits() : (Long) constant.bits()
                : null;
    }

    private boolean branch(DraftBlock block) {
        DraftEnd end = block.end();
        if (end.kind != DraftEnd.Kind.BRANCH || end.value == null) {
            return false;
        }
        Long bits = bits(kernel.resolve(end.value));
        if (bits == null) {
            return false;
        }
        DraftEdge taken = end.edges.get(bits == 1 ? 0 : 1);
        block.jump(taken.target, taken.arguments, end.position);
        return true;
    }
}
