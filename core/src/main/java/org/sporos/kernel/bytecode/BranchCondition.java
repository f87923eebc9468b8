package org.sporos.kernel.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * The condition of a conditional jump, negated to hold on fall-through: the condition of the source.
 *
 * @param holds the condition, of type BOOL
 * @param jumps whether the jump is taken if the condition holds, instead of if it fails
 */
record BranchCondition(Value holds, boolean jumps) {

    /** Returns the condition of a jump on an int or ordering compared with zero. */
    static BranchCondition withZero(int opcode, Slot slot, Emitter emitter) {
        Compare compare = compare(opcode - Opcodes.IFEQ);
        if (slot instanceof Slot.Ordering ordering) {
            return ordering(compare, ordering, emitter);
        }
        Value value = ((Slot.Num) slot).value();
        if (compare == Compare.EQ || compare == Compare.NE) {
            return new BranchCondition(emitter.asBool(value), compare == Compare.NE);
        }
        return of(compare, value, emitter.constant(0), emitter);
    }

    /** Returns the condition of a jump on two ints. */
    static BranchCondition ofInts(int opcode, Value left, Value right, Emitter emitter) {
        return of(compare(opcode - Opcodes.IF_ICMPEQ), left, right, emitter);
    }

    private static BranchCondition of(Compare compare, Value left, Value right, Emitter emitter) {
        return new BranchCondition(emitter.emit(compare.negated(), Type.BOOL, List.of(left, right)), false);
    }

    /**
     * A negated floating-point comparison is no comparison, because of NaN; keeps the direction that is false for NaN.
     */
    private static BranchCondition ordering(Compare compare, Slot.Ordering ordering, Emitter emitter) {
        List<Value> operands = List.of(ordering.left(), ordering.right());
        if (!ordering.left().type().isFloating()) {
            return of(compare, ordering.left(), ordering.right(), emitter);
        }
        boolean jumpsWithNan = holds(compare, ordering.bias());
        boolean direct = jumpsWithNan == (compare == Compare.NE);
        if (compare == Compare.EQ || compare == Compare.NE) {
            return new BranchCondition(emitter.emit(compare.negated(), Type.BOOL, operands), false);
        }
        return direct
                ? new BranchCondition(emitter.emit(compare, Type.BOOL, operands), true)
                : new BranchCondition(emitter.emit(compare.negated(), Type.BOOL, operands), false);
    }

    private static boolean holds(Compare compare, int ordering) {
        return switch (compare) {
            case EQ -> false;
            case NE -> true;
            case LT, LE -> ordering < 0;
            case GT, GE -> ordering > 0;
        };
    }

    private static Compare compare(int offset) {
        return switch (offset) {
            case 0 -> Compare.EQ;
            case 1 -> Compare.NE;
            case 2 -> Compare.LT;
            case 3 -> Compare.GE;
            case 4 -> Compare.GT;
            default -> Compare.LE;
        };
    }

    static Type typeOf(@Nullable Slot slot) {
        return slot instanceof Slot.Num num ? num.value().type() : Type.I32;
    }

    /** Returns a number as a value; an ordering without a branch becomes -1, 0 or 1. */
    static Value asNumber(Slot slot, Emitter emitter) {
        if (slot instanceof Slot.Num num) {
            return num.value();
        }
        Slot.Ordering ordering = (Slot.Ordering) slot;
        List<Value> operands = List.of(ordering.left(), ordering.right());
        // The default of the selects is the bias, the result for NaN.
        boolean up = ordering.bias() > 0;
        Value first = emitter.emit(up ? Compare.LT : Compare.GT, Type.BOOL, operands);
        Value equal = emitter.emit(Compare.EQ, Type.BOOL, operands);
        Value bias = emitter.constant(ordering.bias());
        Value inner = emitter.emit(new Op.Select(), Type.I32, List.of(equal, emitter.constant(0), bias));
        return emitter.emit(new Op.Select(), Type.I32, List.of(first, emitter.constant(-ordering.bias()), inner));
    }
}
