package org.sporos.kernel.bytecode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** The supported JDK methods: of Math, StrictMath and the box classes. */
final class Intrinsics {
    private static final String LANG = "java/lang/";
    private static final Type I32 = Type.I32;
    private static final Type I64 = Type.I64;
    private static final Type F32 = Type.F32;
    private static final Type F64 = Type.F64;
    private static final Type BOOL = Type.BOOL;

    private static final Map<String, Intrinsic> ALL = new HashMap<>();

    /** The lazily filled table; many kernels call no intrinsic. */
    private static final class Table {
        static final Map<String, Intrinsic> FULL = filled();
    }

    private static Map<String, Intrinsic> filled() {
        math();
        ExactArithmetic.add();
        integers("Integer", "I", I32);
        integers("Long", "J", I64);
        floats("Double", "D", "J", I64, Conversion.F64_BITS, Conversion.BITS_F64, "doubleTo", "longBitsToDouble");
        floats("Float", "F", "I", I32, Conversion.F32_BITS, Conversion.BITS_F32, "floatTo", "intBitsToFloat");
        put(
                "Integer.toUnsignedLong(I)J",
                (e, a) -> num(e.emit(
                        Binary.AND, I64, List.of(e.convert(Conversion.I2L, a.get(0)), e.constant(I64, 0xFFFFFFFFL)))));
        put("Short.toUnsignedLong(S)J", (e, a) -> num(e.convert(Conversion.I2L, and(e, a.get(0), 0xFFFF))));
        put("Byte.toUnsignedLong(B)J", (e, a) -> num(e.convert(Conversion.I2L, and(e, a.get(0), 0xFF))));
        put("Short.toUnsignedInt(S)I", (e, a) -> num(and(e, a.get(0), 0xFFFF)));
        put("Byte.toUnsignedInt(B)I", (e, a) -> num(and(e, a.get(0), 0xFF)));
        logical("And", Binary.AND);
        logical("Or", Binary.OR);
        logical("Xor", Binary.XOR);
        return ALL;
    }

    private Intrinsics() {}

    /** Returns the intrinsic of a JDK method, or null. */
    static @Nullable Intrinsic find(String owner, String name, String descriptor) {
        return owner.startsWith(LANG) ? Table.FULL.get(owner.substring(LANG.length()) + "." + name + descriptor) : null;
    }

    private static void put(String key, Intrinsic intrinsic) {
        ALL.put(key, intrinsic);
    }

    private static Slot num(Value value) {
        return new Slot.Num(value);
    }

    private static Value and(Emitter e, Value value, int mask) {
        return e.emit(Binary.AND, I32, List.of(value, e.constant(mask)));
    }

    private static void logical(String name, Binary operator) {
        put("Boolean.logical" + name + "(ZZ)Z", (e, a) -> num(e.emit(operator, I32, a)));
    }

    private static void function(String key, MathFunction function) {
        String result = org.objectweb.asm.Type.getReturnType(key.substring(key.indexOf('(')))
                .getDescriptor();
        Type type = java.util.Objects.requireNonNull(LiftContext.numberType(result.charAt(0)));
        put(key, (e, a) -> num(e.emit(function, type, a)));
    }

    /** Exact functions are equal in Math and StrictMath. */
    private static void both(String method, MathFunction function) {
        function("Math." + method, function);
        function("StrictMath." + method, function);
    }

    private static void math() {
        for (String t : List.of("I", "J", "F", "D")) {
            both("abs(" + t + ")" + t, MathFunction.ABS);
            both("min(" + t + t + ")" + t, MathFunction.MIN);
            both("max(" + t + t + ")" + t, MathFunction.MAX);
        }
        for (String t : List.of("F", "D")) {
            both("fma(" + t + t + t + ")" + t, MathFunction.FMA);
            both("signum(" + t + ")" + t, MathFunction.SIGNUM);
            function("Math.copySign(" + t + t + ")" + t, MathFunction.COPY_SIGN);
            both("ulp(" + t + ")" + t, MathFunction.ULP);
            both("nextUp(" + t + ")" + t, MathFunction.NEXT_UP);
            both("nextDown(" + t + ")" + t, MathFunction.NEXT_DOWN);
            both("getExponent(" + t + ")I", MathFunction.GET_EXPONENT);
            both("scalb(" + t + "I)" + t, MathFunction.SCALB);
        }
        both("round(F)I", MathFunction.ROUND);
        both("round(D)J", MathFunction.ROUND);
        both("sqrt(D)D", MathFunction.SQRT);
        both("floor(D)D", MathFunction.FLOOR);
        both("ceil(D)D", MathFunction.CEIL);
        both("rint(D)D", MathFunction.RINT);
        both("multiplyHigh(JJ)J", MathFunction.MULTIPLY_HIGH);
        both("floorMod(II)I", MathFunction.FLOOR_MOD);
        both("floorMod(JJ)J", MathFunction.FLOOR_MOD);
        both("floorDiv(II)I", MathFunction.FLOOR_DIV);
        both("floorDiv(JJ)J", MathFunction.FLOOR_DIV);
        mixed();
        for (String name : List.of(
                "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "expm1", "log", "log1p",
                "log10", "cbrt")) {
            differing(name, "(D)D");
        }
        for (String name : List.of("atan2", "pow", "hypot")) {
            differing(name, "(DD)D");
        }
    }

    /** StrictMath has the same bits on every device, Math does not. */
    private static void differing(String name, String descriptor) {
        String upper = name.toUpperCase(java.util.Locale.ROOT);
        function("Math." + name + descriptor, MathFunction.valueOf(upper));
        function("StrictMath." + name + descriptor, MathFunction.valueOf("STRICT_" + upper));
    }

    private static void mixed() {
        bothOf(
                "floorMod(JI)I",
                (e, a) -> num(e.convert(
                        Conversion.L2I,
                        e.emit(MathFunction.FLOOR_MOD, I64, List.of(a.get(0), e.convert(Conversion.I2L, a.get(1)))))));
        bothOf(
                "floorDiv(JI)J",
                (e, a) -> num(
                        e.emit(MathFunction.FLOOR_DIV, I64, List.of(a.get(0), e.convert(Conversion.I2L, a.get(1))))));
        bothOf(
                "multiplyFull(II)J",
                (e, a) -> num(e.emit(
                        Binary.MUL,
                        I64,
                        List.of(e.convert(Conversion.I2L, a.get(0)), e.convert(Conversion.I2L, a.get(1))))));
        // The constants of the JDK, where both methods are one multiplication.
        scaled("toRadians", 0.017453292519943295);
        scaled("toDegrees", 57.29577951308232);
        strictCopySign("D", F64, Double.doubleToRawLongBits(1));
        strictCopySign("F", F32, Float.floatToRawIntBits(1));
        nextAfter("D", F64);
        nextAfter("F", F32);
    }

    /** In StrictMath.copySign a NaN sign is positive. */
    private static void strictCopySign(String t, Type type, long one) {
        put("StrictMath.copySign(" + t + t + ")" + t, (e, a) -> {
            Value sign = select(e, Compare.NE, a.get(1), a.get(1), e.constant(type, one), a.get(1));
            return num(e.emit(MathFunction.COPY_SIGN, type, List.of(a.get(0), sign)));
        });
    }

    private static void scaled(String name, double factor) {
        bothOf(
                name + "(D)D",
                (e, a) -> num(e.emit(
                        Binary.MUL, F64, List.of(a.get(0), e.constant(F64, Double.doubleToRawLongBits(factor))))));
    }

    /** Exact functions are equal in Math and StrictMath. */
    private static void bothOf(String method, Intrinsic intrinsic) {
        put("Math." + method, intrinsic);
        put("StrictMath." + method, intrinsic);
    }

    /** The adjacent number towards the second; if equal, the second (the zeros differ); NaN if one is NaN. */
    private static void nextAfter(String t, Type type) {
        bothOf("nextAfter(" + t + "D)" + t, (e, a) -> {
            Value start = a.get(0);
            Value wide = type == F64 ? start : e.convert(Conversion.F2D, start);
            Value to = type == F64 ? a.get(1) : e.convert(Conversion.D2F, a.get(1));
            Value down = e.emit(MathFunction.NEXT_DOWN, type, List.of(start));
            Value up = e.emit(MathFunction.NEXT_UP, type, List.of(start));
            Value nan = e.emit(Binary.ADD, type, List.of(start, to));
            Value same = select(e, Compare.EQ, wide, a.get(1), to, nan);
            return num(select(e, Compare.GT, wide, a.get(1), down, select(e, Compare.LT, wide, a.get(1), up, same)));
        });
    }

    private static Value select(Emitter e, Compare compare, Value left, Value right, Value yes, Value no) {
        Value condition = e.emit(compare, BOOL, List.of(left, right));
        return e.emit(new Op.Select(), yes.type(), List.of(condition, yes, no));
    }

    private static void integers(String box, String t, Type type) {
        function(box + ".bitCount(" + t + ")I", MathFunction.BIT_COUNT);
        function(box + ".numberOfLeadingZeros(" + t + ")I", MathFunction.LEADING_ZEROS);
        function(box + ".numberOfTrailingZeros(" + t + ")I", MathFunction.TRAILING_ZEROS);
        function(box + ".reverse(" + t + ")" + t, MathFunction.REVERSE);
        function(box + ".reverseBytes(" + t + ")" + t, MathFunction.REVERSE_BYTES);
        function(box + ".rotateLeft(" + t + "I)" + t, MathFunction.ROTATE_LEFT);
        function(box + ".rotateRight(" + t + "I)" + t, MathFunction.ROTATE_RIGHT);
        minMaxSum(box, t, type);
        put(box + ".divideUnsigned(" + t + t + ")" + t, (e, a) -> num(UnsignedDivision.quotient(e, type, a)));
        put(box + ".remainderUnsigned(" + t + t + ")" + t, (e, a) -> num(UnsignedDivision.remainder(e, type, a)));
        long lowest = type == I32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
        put(box + ".compare(" + t + t + ")I", (e, a) -> new Slot.Ordering(a.get(0), a.get(1), 1));
        put(box + ".signum(" + t + ")I", (e, a) -> new Slot.Ordering(a.get(0), e.constant(type, 0), 1));
        put(
                box + ".compareUnsigned(" + t + t + ")I",
                (e, a) -> new Slot.Ordering(
                        e.emit(Binary.ADD, type, List.of(a.get(0), e.constant(type, lowest))),
                        e.emit(Binary.ADD, type, List.of(a.get(1), e.constant(type, lowest))),
                        1));
        put(
                box + ".lowestOneBit(" + t + ")" + t,
                (e, a) -> num(e.emit(Binary.AND, type, List.of(a.get(0), e.emit(Unary.NEG, type, List.of(a.get(0)))))));
        put(box + ".highestOneBit(" + t + ")" + t, (e, a) -> {
            Value zeros = e.emit(MathFunction.LEADING_ZEROS, I32, List.of(a.get(0)));
            Value top = e.emit(Binary.USHR, type, List.of(e.constant(type, lowest), zeros));
            return num(e.emit(Binary.AND, type, List.of(a.get(0), top)));
        });
    }

    private static void minMaxSum(String box, String t, Type type) {
        put(box + ".sum(" + t + t + ")" + t, (e, a) -> num(e.emit(Binary.ADD, type, a)));
        function(box + ".min(" + t + t + ")" + t, MathFunction.MIN);
        function(box + ".max(" + t + t + ")" + t, MathFunction.MAX);
    }

    private static void floats(
            String box, String t, String b, Type bits, Conversion toBits, Conversion ofBits, String to, String of) {
        Type type = toBits.from();
        String integer = bits == I64 ? "Long" : "Int";
        minMaxSum(box, t, type);
        put(box + "." + to + "Raw" + integer + "Bits(" + t + ")" + b, (e, a) -> num(e.convert(toBits, a.get(0))));
        put(box + "." + to + integer + "Bits(" + t + ")" + b, (e, a) -> num(plainBits(e, a.get(0), toBits)));
        put(box + "." + of + "(" + b + ")" + t, (e, a) -> num(e.convert(ofBits, a.get(0))));
        put(box + ".isNaN(" + t + ")Z", (e, a) -> e.asInt(isNan(e, a.get(0))));
        put(
                box + ".isInfinite(" + t + ")Z",
                (e, a) -> e.asInt(e.emit(Compare.EQ, BOOL, List.of(magnitude(e, a.get(0)), limit(e, type, true)))));
        put(
                box + ".isFinite(" + t + ")Z",
                (e, a) -> e.asInt(e.emit(Compare.LE, BOOL, List.of(magnitude(e, a.get(0)), limit(e, type, false)))));
        put(box + ".compare(" + t + t + ")I", (e, a) -> num(compare(e, a.get(0), a.get(1), toBits)));
    }

    private static Value isNan(Emitter e, Value value) {
        return e.emit(Compare.NE, BOOL, List.of(value, value));
    }

    private static Value magnitude(Emitter e, Value value) {
        return e.emit(MathFunction.ABS, value.type(), List.of(value));
    }

    private static Value limit(Emitter e, Type type, boolean infinite) {
        if (type == F64) {
            return e.constant(type, Double.doubleToRawLongBits(infinite ? Double.POSITIVE_INFINITY : Double.MAX_VALUE));
        }
        return e.constant(type, Float.floatToRawIntBits(infinite ? Float.POSITIVE_INFINITY : Float.MAX_VALUE));
    }

    /** Returns the bits with every NaN canonical. */
    private static Value plainBits(Emitter e, Value value, Conversion toBits) {
        Value nan = e.constant(toBits.to(), toBits.to() == I64 ? 0x7ff8000000000000L : 0x7fc00000);
        List<Value> operands = List.of(isNan(e, value), nan, e.convert(toBits, value));
        return e.emit(new Op.Select(), toBits.to(), operands);
    }

    /** The total order of {@code Double.compare}: numbers neither less nor greater are ordered by their bits. */
    private static Value compare(Emitter e, Value left, Value right, Conversion toBits) {
        Slot.Ordering byBits = new Slot.Ordering(plainBits(e, left, toBits), plainBits(e, right, toBits), 1);
        Value tie = BranchCondition.asNumber(byBits, e);
        Value greater = e.emit(Compare.GT, BOOL, List.of(left, right));
        Value less = e.emit(Compare.LT, BOOL, List.of(left, right));
        Value upper = e.emit(new Op.Select(), I32, List.of(greater, e.constant(1), tie));
        return e.emit(new Op.Select(), I32, List.of(less, e.constant(-1), upper));
    }

    /**
     * The {@code *Exact} methods of Math: the wrapping operation and an overflow check that fails the run. Overflow of ints
     * is two comparisons of the result in long, which interval analysis can prove false.
     */
    private static final class ExactArithmetic {
        private ExactArithmetic() {}

        static void add() {
            operators("I", I32);
            operators("J", I64);
            bothOf(
                    "multiplyExact(JI)J",
                    (e, a) -> num(operate(e, Binary.MUL, I64, List.of(a.get(0), e.convert(Conversion.I2L, a.get(1))))));
            bothOf("toIntExact(J)I", (e, a) -> {
                requireInt(e, a.get(0));
                return num(e.convert(Conversion.L2I, a.get(0)));
            });
        }

        private static void operators(String t, Type type) {
            bothOf("addExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.ADD, type, a)));
            bothOf("subtractExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.SUB, type, a)));
            bothOf("multiplyExact(" + t + t + ")" + t, (e, a) -> num(operate(e, Binary.MUL, type, a)));
            bothOf("incrementExact(" + t + ")" + t, (e, a) -> num(withOne(e, Binary.ADD, type, a.get(0))));
            bothOf("decrementExact(" + t + ")" + t, (e, a) -> num(withOne(e, Binary.SUB, type, a.get(0))));
            bothOf("negateExact(" + t + ")" + t, (e, a) -> {
                requireNegatable(e, type, a.get(0));
                return num(e.emit(Unary.NEG, type, a));
            });
            bothOf("absExact(" + t + ")" + t, (e, a) -> {
                requireNegatable(e, type, a.get(0));
                return num(e.emit(MathFunction.ABS, type, a));
            });
        }

        private static Value withOne(Emitter e, Binary operator, Type type, Value value) {
            return operate(e, operator, type, List.of(value, e.constant(type, 1)));
        }

        private static Value operate(Emitter e, Binary operator, Type type, List<Value> a) {
            if (type == I32) {
                Value left = e.convert(Conversion.I2L, a.get(0));
                Value right = e.convert(Conversion.I2L, a.get(1));
                requireInt(e, e.emit(operator, I64, List.of(left, right)));
                return e.emit(operator, type, a);
            }
            Value result = e.emit(operator, type, a);
            require(e, type, overflowsLong(e, operator, a.get(0), a.get(1), result));
            return result;
        }

        /** Only the minimum has no negation. */
        private static void requireNegatable(Emitter e, Type type, Value value) {
            long lowest = type == I32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
            require(e, type, e.emit(Compare.EQ, BOOL, List.of(value, e.constant(type, lowest))));
        }

        private static void requireInt(Emitter e, Value wide) {
            Value below = compare(e, Compare.LT, wide, Integer.MIN_VALUE);
            Value above = compare(e, Compare.GT, wide, Integer.MAX_VALUE);
            require(e, I32, e.emit(Binary.OR, BOOL, List.of(below, above)));
        }

        /**
         * A sum overflows if both operands differ from it in sign; a difference, if the minuend differs in sign from both
         * subtrahend and result; a product, if its high half is not the sign extension of its low half.
         */
        private static Value overflowsLong(Emitter e, Binary operator, Value left, Value right, Value result) {
            if (operator == Binary.MUL) {
                Value high = e.emit(MathFunction.MULTIPLY_HIGH, I64, List.of(left, right));
                Value sign = e.emit(Binary.SHR, I64, List.of(result, e.constant(Long.SIZE - 1)));
                return e.emit(Compare.NE, BOOL, List.of(high, sign));
            }
            Value ofLeft = e.emit(Binary.XOR, I64, List.of(left, result));
            Value ofRight = e.emit(
                    Binary.XOR,
                    I64,
                    List.of(operator == Binary.ADD ? right : left, operator == Binary.ADD ? result : right));
            return compare(e, Compare.LT, e.emit(Binary.AND, I64, List.of(ofLeft, ofRight)), 0);
        }

        private static Value compare(Emitter e, Compare compare, Value left, long right) {
            return e.emit(compare, BOOL, List.of(left, e.constant(I64, right)));
        }

        private static void require(Emitter e, Type type, Value overflows) {
            boolean ints = type == I32;
            Op.Check.Failure failure = ints ? Op.Check.Failure.INT_OVERFLOW : Op.Check.Failure.LONG_OVERFLOW;
            Value one = e.convert(Conversion.BOOL2I, overflows);
            e.emit(new Op.Check(failure, "", 1), I32, List.of(one));
        }
    }
}
