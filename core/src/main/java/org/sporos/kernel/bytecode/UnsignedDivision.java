package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Unsigned division by signed operations: ints in long, longs by halving the dividend and correcting the quotient
 * (Warren, Hacker's Delight, 2013, section 9-3). A zero divisor fails like that of signed division.
 */
final class UnsignedDivision {
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private UnsignedDivision() {}

    static Value quotient(Emitter e, Type type, List<Value> a) {
        return type == Type.I32 ? ofInts(e, Binary.DIV, a) : ofLongs(e, a.get(0), a.get(1));
    }

    static Value remainder(Emitter e, Type type, List<Value> a) {
        if (type == Type.I32) {
            return ofInts(e, Binary.REM, a);
        }
        Value product = binary(e, Binary.MUL, ofLongs(e, a.get(0), a.get(1)), a.get(1));
        return binary(e, Binary.SUB, a.get(0), product);
    }

    private static Value ofInts(Emitter e, Binary operator, List<Value> a) {
        return e.convert(Conversion.L2I, binary(e, operator, unsigned(e, a.get(0)), unsigned(e, a.get(1))));
    }

    private static Value unsigned(Emitter e, Value value) {
        return binary(e, Binary.AND, e.convert(Conversion.I2L, value), e.constant(Type.I64, LOW_HALF));
    }

    /** For a divisor of at least 2^63 the quotient is 0 or 1. */
    private static Value ofLongs(Emitter e, Value dividend, Value divisor) {
        Value large = e.emit(Compare.LT, Type.BOOL, List.of(divisor, e.constant(Type.I64, 0)));
        Value by = e.emit(new Op.Select(), Type.I64, List.of(large, e.constant(Type.I64, 1), divisor));
        Value half = shifted(e, Binary.USHR, dividend, 1);
        Value estimate = shifted(e, Binary.SHL, binary(e, Binary.DIV, half, by), 1);
        Value rest = binary(e, Binary.SUB, dividend, binary(e, Binary.MUL, estimate, by));
        Value more = atLeast(e, rest, by);
        Value small = binary(e, Binary.ADD, estimate, more);
        return e.emit(new Op.Select(), Type.I64, List.of(large, atLeast(e, dividend, divisor), small));
    }

    /** Returns 1 if {@code left >= right} as unsigned numbers, else 0. */
    private static Value atLeast(Emitter e, Value left, Value right) {
        Value lowest = e.constant(Type.I64, Long.MIN_VALUE);
        Value a = binary(e, Binary.ADD, left, lowest);
        Value b = binary(e, Binary.ADD, right, lowest);
        Value holds = e.emit(Compare.GE, Type.BOOL, List.of(a, b));
        return e.convert(Conversion.I2L, e.convert(Conversion.BOOL2I, holds));
    }

    private static Value binary(Emitter e, Binary operator, Value left, Value right) {
        return e.emit(operator, Type.I64, List.of(left, right));
    }

    private static Value shifted(Emitter e, Binary operator, Value value, int by) {
        return e.emit(operator, Type.I64, List.of(value, e.constant(by)));
    }
}
