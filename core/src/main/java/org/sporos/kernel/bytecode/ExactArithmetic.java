package org.sporos.kernel.bytecode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * The {@code *Exact} methods of Math: the wrapping operation and an overflow check that fails the run. Overflow of ints
 * is two comparisons of the result in long, which interval analysis can prove false.
 */
final class ExactArithmetic {
    private final Map<String, Intrinsic> all = new HashMap<>();

    private ExactArithmetic() {}

    /** Returns the methods by name and descriptor. */
    static Map<String, Intrinsic> all() {
        ExactArithmetic made = new ExactArithmetic();
        made.operators("I", Type.I32);
        made.operators("J", Type.I64);
        made.all.put(
                "multiplyExact(JI)J",
                (e, a) ->
                        num(operate(e, Binary.MUL, Type.I64, List.of(a.get(0), e.convert(Conversion.I2L, a.get(1))))));
        made.all.put("toIntExact(J)I", (e, a) -> {
            requireInt(e, a.get(0));
            return num(e.convert(Conversion.L2I, a.get(0)));
        });
        return made.all;
    }

    private void operators(String t, Type type) {
        all.put("addExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.ADD, type, a)));
        all.put("subtractExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.SUB, type, a)));
        all.put("multiplyExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.MUL, type, a)));
        all.put("incrementExact(" + t + ")" + t, (e, a) -> num(withOne(e, Binary.ADD, type, a.get(0))));
        all.put("decrementExact(" + t + ")" + t, (e, a) -> num(withOne(e, Binary.SUB, type, a.get(0))));
        all.put("negateExact(" + t + ")" + t, (e, a) -> {
            requireNegatable(e, type, a.get(0));
            return num(e.emit(Unary.NEG, type, a));
        });
        all.put("absExact(" + t + ")" + t, (e, a) -> {
            requireNegatable(e, type, a.get(0));
            return num(e.emit(MathFunction.ABS, type, a));
        });
    }

    private static Slot num(Value value) {
        return new Slot.Num(value);
    }

    private static Value withOne(Emitter e, Binary operator, Type type, Value value) {
        return operate(e, operator, type, List.of(value, e.constant(type, 1)));
    }

    private static Value operate(Emitter e, Binary operator, Type type, List<Value> a) {
        if (type == Type.I32) {
            Value left = e.convert(Conversion.I2L, a.get(0));
            Value right = e.convert(Conversion.I2L, a.get(1));
            requireInt(e, e.emit(operator, Type.I64, List.of(left, right)));
            return e.emit(operator, type, a);
        }
        Value result = e.emit(operator, type, a);
        require(e, type, overflowsLong(e, operator, a.get(0), a.get(1), result));
        return result;
    }

    /** Only the minimum has no negation. */
    private static void requireNegatable(Emitter e, Type type, Value value) {
        long lowest = type == Type.I32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
        require(e, type, e.emit(Compare.EQ, Type.BOOL, List.of(value, e.constant(type, lowest))));
    }

    private static void requireInt(Emitter e, Value wide) {
        Value below = compare(e, Compare.LT, wide, Integer.MIN_VALUE);
        Value above = compare(e, Compare.GT, wide, Integer.MAX_VALUE);
        require(e, Type.I32, e.emit(Binary.OR, Type.BOOL, List.of(below, above)));
    }

    /**
     * A sum overflows if both operands differ from it in sign; a difference, if the minuend differs in sign from both
     * subtrahend and result; a product, if its high half is not the sign extension of its low half.
     */
    private static Value overflowsLong(Emitter e, Binary operator, Value left, Value right, Value result) {
        if (operator == Binary.MUL) {
            Value high = e.emit(MathFunction.MULTIPLY_HIGH, Type.I64, List.of(left, right));
            Value sign = e.emit(Binary.SHR, Type.I64, List.of(result, e.constant(Long.SIZE - 1)));
            return e.emit(Compare.NE, Type.BOOL, List.of(high, sign));
        }
        Value ofLeft = e.emit(Binary.XOR, Type.I64, List.of(left, result));
        Value ofRight = e.emit(
                Binary.XOR,
                Type.I64,
                List.of(operator == Binary.ADD ? right : left, operator == Binary.ADD ? result : right));
        return compare(e, Compare.LT, e.emit(Binary.AND, Type.I64, List.of(ofLeft, ofRight)), 0);
    }

    private static Value compare(Emitter e, Compare compare, Value left, long right) {
        return e.emit(compare, Type.BOOL, List.of(left, e.constant(Type.I64, right)));
    }

    private static void require(Emitter e, Type type, Value overflows) {
        boolean ints = type == Type.I32;
        Op.Check.Failure failure = ints ? Op.Check.Failure.INT_OVERFLOW : Op.Check.Failure.LONG_OVERFLOW;
        Value one = e.convert(Conversion.BOOL2I, overflows);
        e.emit(new Op.Check(failure, "", 1), Type.I32, List.of(one));
    }
}
