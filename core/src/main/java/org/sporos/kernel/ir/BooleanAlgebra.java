package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Replaces int operations on the JVM's booleans 0 and 1 by BOOL operations: tests, logical operators, comparisons,
 * selects.
 */
record BooleanAlgebra(KernelBuilder kernel) {
    static boolean simplify(KernelBuilder kernel) {
        BooleanAlgebra pass = new BooleanAlgebra(kernel);
        boolean changed = false;
        for (DraftRegion region : kernel.regions()) {
            for (DraftBlock block : region.blocks()) {
                for (Instruction instruction : new ArrayList<>(block.instructions)) {
                    changed |= pass.simplify(block, instruction);
                }
            }
        }
        return changed;
    }

    private boolean simplify(DraftBlock block, Instruction old) {
        if (old.operands().size() < 2) {
            return false;
        }
        Value left = kernel.resolve(old.operand(0));
        Value right = kernel.resolve(old.operand(1));
        if (old.op() instanceof Binary && old.type() == Type.I32) {
            return logical(block, old, bool(left), bool(right));
        } else if (old.op() == Compare.NE || old.op() == Compare.EQ) {
            return equality(block, old, left, right);
        } else if (old.op() instanceof Op.Select && old.type() == Type.I32) {
            return select(block, old, left, right, kernel.resolve(old.operand(2)));
        }
        return false;
    }

    private boolean logical(DraftBlock block, Instruction old, @Nullable Value left, @Nullable Value right) {
        boolean fits = old.op() == Binary.AND || old.op() == Binary.OR || old.op() == Binary.XOR;
        if (!fits || left == null || right == null) {
            return false;
        }
        Instruction bool = created(old, old.op(), Type.BOOL, List.of(left, right));
        replace(block, old, bool, created(old, Conversion.BOOL2I, Type.I32, List.of(bool)));
        return true;
    }

    /** Simplifies {@code bool2i(b) != 0} to b, and compares booleans as BOOL. */
    private boolean equality(DraftBlock block, Instruction old, Value left, Value right) {
        Value a = bool(left);
        Value b = bool(right);
        if (a == null) {
            return false;
        } else if (ConstantFolding.is(right, 0)) {
            if (old.op() == Compare.NE) {
                block.instructions.remove(old);
                kernel.replaced.put(old, a);
            } else {
                replace(block, old, created(old, Unary.NOT, Type.BOOL, List.of(a)));
            }
            return true;
        } else if (b == null) {
            return false;
        }
        replace(block, old, created(old, old.op(), Type.BOOL, List.of(a, b)));
        return true;
    }

    /** Simplifies {@code c ? 1 : 0} to {@code bool2i(c)}. */
    private boolean select(DraftBlock block, Instruction old, Value condition, Value yes, Value no) {
        if (ConstantFolding.is(yes, 1) && ConstantFolding.is(no, 0)) {
            replace(block, old, created(old, Conversion.BOOL2I, Type.I32, List.of(condition)));
            return true;
        } else if (ConstantFolding.is(yes, 0) && ConstantFolding.is(no, 1)) {
            Instruction not = created(old, Unary.NOT, Type.BOOL, List.of(condition));
            replace(block, old, not, created(old, Conversion.BOOL2I, Type.I32, List.of(not)));
            return true;
        }
        return false;
    }

    private @Nullable Value bool(Value value) {
        return value instanceof Instruction instruction && instruction.op() == Conversion.BOOL2I
                ? kernel.resolve(instruction.operand(0))
                : null;
    }

    private Instruction created(Instruction like, Op op, Type type, List<Value> operands) {
        return new Instruction(kernel.nextId(), type, "", like.position(), op, operands, List.of());
    }

    /** Replaces an instruction by others; the last defines the value, the first gets the name. */
    private void replace(DraftBlock block, Instruction old, Instruction... fresh) {
        int at = block.instructions.indexOf(old);
        block.instructions.remove(at);
        block.instructions.addAll(at, List.of(fresh));
        kernel.replaced.put(old, fresh[fresh.length - 1]);
        if (!kernel.nameOf(old).isEmpty()) {
            kernel.name(fresh[0], kernel.nameOf(old));
        }
    }
}
