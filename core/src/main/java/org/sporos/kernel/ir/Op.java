package org.sporos.kernel.ir;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.ReductionOp;

/** The operation of an instruction: an {@link Operator}, or a record; each says what its operands are. */
public sealed interface Op {

    /**
     * Returns whether it may be dropped when nothing uses its result: it writes nothing, waits for nobody, cannot fail.
     */
    default boolean isPure() {
        return true;
    }

    /** A function of its operands alone. */
    sealed interface Operator extends Op {
        /** Returns the name of the enum constant. */
        String name();
    }

    /** An operation that is not pure. */
    sealed interface Effect extends Op {
        @Override
        default boolean isPure() {
            return false;
        }
    }

    /** A literal. No operands. Its bits are those of the type in the low half, as {@code doubleToRawLongBits} gives. */
    record Constant(Type type, long bits) implements Op {}

    /** The value of a captured scalar, the same for all indexes. No operands. */
    record Scalar(ScalarRef scalar) implements Op {}

    /** The value of a live param, the same for all indexes of one run. No operands. */
    record Param(ParamRef param) implements Op {}

    /**
     * The second operand where the first, a BOOL, is true, else the third.
     *
     * @param isMasked whether compilers must not make a branch of it
     */
    record Select(boolean isMasked) implements Op {
        /** Makes one of which compilers may make a branch. */
        public Select() {
            this(false);
        }
    }

    /** An element of a view. The operands are its indexes, as many as its rank: I32, or one I64. Checked. */
    record Load(ViewRef view) implements Effect {}

    /** Sets an element of a view. The operands are its indexes, then the value. Checked. */
    record Store(ViewRef view) implements Effect {}

    /** Reads or changes an element of a view atomically. The operands are its indexes, then the values of its kind. */
    record Atomic(ViewRef view, AtomicKind kind) implements Effect {}

    /**
     * The extent of a dimension of a view, an I64; of dimension {@link #SIZE} the number of its elements. No operands.
     */
    record Extent(ViewRef view, int dimension) implements Op {
        /** Stands for all dimensions. */
        public static final int SIZE = -1;
    }

    /** Makes a local array anew, all zeros. It stands before all uses of the array on every path. No operands. */
    record ArrayNew(LocalArray array) implements Effect {}

    /** An element of a local array or of a table. The operand is an I32 index. Checked. */
    record ArrayLoad(LocalArray array) implements Effect {}

    /**
     * Sets an element of a local array, narrowed to its element. The operands are an I32 index and the value. Checked.
     */
    record ArrayStore(LocalArray array) implements Effect {}

    /**
     * Its operand, an I32, where that lies in {@code [0, bound)}; else a failure, and 0.
     *
     * @param failure what has happened where it does not
     * @param subject the name of the array whose index it is, or the empty string
     */
    record Check(Failure failure, String subject, int bound) implements Effect {
        /** The kinds of failures that it reports. */
        public enum Failure {
            /** An index is outside of a local array. */
            INDEX,
            /** The exact result of an operation does not fit into an int; the operand is 1 then, and the bound is 1. */
            INT_OVERFLOW,
            /** The exact result of an operation does not fit into a long; the operand is 1 then, and the bound is 1. */
            LONG_OVERFLOW
        }
    }

    /**
     * Raises the largest index of a view, a variable of the caller, to its operand, an I32 or I64, where that is
     * larger. Both are compared as unsigned numbers: a negative index is out of bounds, too.
     */
    record Farthest(ViewRef.Captured view) implements Effect {}

    /**
     * Prints a line. The operands are I64: the indexes of the work item, or the ranks of a team and its member, then
     * the values.
     *
     * @param format the text with a placeholder for each value
     * @param indexes how many operands are indexes
     * @param doubles a bit for each value whose operand is the raw bits of a double, the lowest for the first
     */
    record Print(String format, int indexes, int doubles) implements Effect {}

    /** Waits for all members of the team. No operands. */
    record Barrier() implements Effect {}

    /** Takes scratch memory of the team. The operand is its extent, an I32. It stands before all uses of the view. */
    record ScratchNew(ViewRef.Scratch view) implements Effect {}

    /**
     * Runs its region for each index of {@code [0, n)}, spread over the team or over the vector lanes of the member.
     * The operand is n, an I32; the region has one I32 argument and returns nothing.
     */
    record Range(boolean vector) implements Effect {}

    /**
     * Reduces what its region returns for each index of {@code [0, n)}, in the library's order, over the team or over
     * the vector lanes of the member, and gives each member the result. The operand is n, an I32; the region has one
     * I32 argument and returns a value of the instruction's type.
     */
    record Reduce(ReductionOp operator, boolean vector) implements Effect {}

    /**
     * Sums up what its first region returns for each index of {@code [0, n)}, in the order of scans, over the team or
     * over the vector lanes of the member, and runs its second region with each index and its sum; gives each member
     * the total. The operand is n, an I32. The first region has one I32 argument and returns a value of the
     * instruction's type; the second has one more argument of that type and returns nothing.
     */
    record Scan(boolean inclusive, boolean vector) implements Effect {}

    /** Returns whether it spreads a range of indexes over the vector lanes of a member. */
    static boolean isVector(Op op) {
        return op instanceof Range range && range.vector()
                || op instanceof Reduce reduce && reduce.vector()
                || op instanceof Scan scan && scan.vector();
    }

    /** Runs its region in the first member only, and is a barrier. No operands; the region has no argument. */
    record Single() implements Effect {}

    /**
     * An operator of two values of its own type, with exactly Java's meaning: two's-complement wrap, shift distances
     * masked (the distance is always I32), MIN / -1 = MIN, the remainder has the sign of the dividend (also of floats:
     * fmod).
     */
    enum Binary implements Operator {
        ADD,
        SUB,
        MUL,
        /** Of integers checked: a zero divisor is a failure. */
        DIV,
        /** Of integers checked: a zero divisor is a failure. */
        REM,
        /** Bitwise on integers, logical on BOOL. */
        AND,
        OR,
        XOR,
        SHL,
        /** Shifts in copies of the sign. */
        SHR,
        /** Shifts in zeros. */
        USHR;

        /** Returns whether it shifts. */
        public boolean isShift() {
            return this == SHL || this == SHR || this == USHR;
        }

        /** Division is not pure: that of integers can fail, and a result that nobody uses must still report it. */
        @Override
        public boolean isPure() {
            return this != DIV && this != REM;
        }
    }

    /** An operator of one value of its own type. */
    enum Unary implements Operator {
        /** The negation; of a float it flips the sign bit, of MIN_VALUE it is MIN_VALUE. */
        NEG,
        /** The logical negation of a BOOL. */
        NOT
    }

    /**
     * A comparison of two values of one type that gives a BOOL. With a NaN all are false, except {@link #NE}. BOOLs are
     * compared by EQ and NE only.
     */
    enum Compare implements Operator {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE;

        /** Returns the comparison of the same operands the other way round. */
        public Compare swapped() {
            return switch (this) {
                case EQ, NE -> this;
                case LT -> GT;
                case LE -> GE;
                case GT -> LT;
                case GE -> LE;
            };
        }

        /** Returns the opposite, which holds for integers only, save for EQ and NE: a NaN makes both false. */
        public Compare negated() {
            return switch (this) {
                case EQ -> NE;
                case NE -> EQ;
                case LT -> GE;
                case LE -> GT;
                case GT -> LE;
                case GE -> LT;
            };
        }
    }

    /**
     * A conversion of one value, with exactly Java's meaning: floating to integer truncates, saturates and makes 0 of a
     * NaN; integer to floating and F64 to F32 round to nearest even. The names are those of the JVM's instructions.
     */
    enum Conversion implements Operator {
        I2L(Type.I32, Type.I64),
        I2F(Type.I32, Type.F32),
        I2D(Type.I32, Type.F64),
        L2I(Type.I64, Type.I32),
        L2F(Type.I64, Type.F32),
        L2D(Type.I64, Type.F64),
        F2I(Type.F32, Type.I32),
        F2L(Type.F32, Type.I64),
        F2D(Type.F32, Type.F64),
        D2I(Type.F64, Type.I32),
        D2L(Type.F64, Type.I64),
        D2F(Type.F64, Type.F32),
        /** Keeps the low 8 bits, with their sign. */
        I2B(Type.I32, Type.I32),
        /** Keeps the low 16 bits, with their sign. */
        I2S(Type.I32, Type.I32),
        /** Keeps the low 16 bits, without a sign. */
        I2C(Type.I32, Type.I32),
        /** 1 for true, 0 for false. */
        BOOL2I(Type.BOOL, Type.I32),
        /** {@code Float.floatToRawIntBits}. */
        F32_BITS(Type.F32, Type.I32),
        /** {@code Float.intBitsToFloat}. */
        BITS_F32(Type.I32, Type.F32),
        /** {@code Double.doubleToRawLongBits}. */
        F64_BITS(Type.F64, Type.I64),
        /** {@code Double.longBitsToDouble}. */
        BITS_F64(Type.I64, Type.F64);

        private final Type from;
        private final Type to;

        Conversion(Type from, Type to) {
            this.from = from;
            this.to = to;
        }

        /** Returns what makes an int one that an element can hold, or null where that holds each value of its type. */
        public static @Nullable Conversion narrowing(Storage element) {
            return switch (element) {
                case I8 -> I2B;
                case I16 -> I2S;
                case U16 -> I2C;
                default -> null;
            };
        }

        /** Returns the type of its operand. */
        public Type from() {
            return from;
        }

        /** Returns the type of its result. */
        public Type to() {
            return to;
        }
    }

    /**
     * A function of {@code java.lang.Math}, {@code java.lang.StrictMath} or of a box class, with exactly Java's meaning
     * for the operand types. The operands have the type of the result unless it says otherwise.
     */
    enum MathFunction implements Operator {
        /** Of I32, I64, F32, F64. Of MIN_VALUE it is MIN_VALUE. */
        ABS(1, Accuracy.EXACT),
        /** Of I32, I64, F32, F64. NaN wins, and -0.0 is less than 0.0. */
        MIN(2, Accuracy.EXACT),
        /** Of I32, I64, F32, F64. NaN wins, and 0.0 is more than -0.0. */
        MAX(2, Accuracy.EXACT),
        /** Of I32, I64, whose bits are taken for unsigned numbers. */
        MIN_UNSIGNED(2, Accuracy.EXACT),
        SQRT(1, Accuracy.EXACT),
        /** Of F32, F64; one rounding. */
        FMA(3, Accuracy.EXACT),
        FLOOR(1, Accuracy.EXACT),
        CEIL(1, Accuracy.EXACT),
        /** To the nearest, ties to even. */
        RINT(1, Accuracy.EXACT),
        /** Of an F64 to an I64, of an F32 to an I32: floor(x + 1/2) with one rounding, saturating, 0 of a NaN. */
        ROUND(1, Accuracy.EXACT),
        SIGNUM(1, Accuracy.EXACT),
        /** The magnitude of the first operand with the sign of the second, also of a NaN. */
        COPY_SIGN(2, Accuracy.EXACT),
        ULP(1, Accuracy.EXACT),
        NEXT_UP(1, Accuracy.EXACT),
        NEXT_DOWN(1, Accuracy.EXACT),
        /** The unbiased exponent of an F32 or F64, an I32. */
        GET_EXPONENT(1, Accuracy.EXACT),
        /** Of an F32 or F64 and an I32. */
        SCALB(2, Accuracy.EXACT),
        /** Of I32, I64; the sign of the divisor. Checked: a zero divisor is a failure. */
        FLOOR_MOD(2, Accuracy.EXACT),
        /** Of I32, I64; towards negative infinity. Checked: a zero divisor is a failure. */
        FLOOR_DIV(2, Accuracy.EXACT),
        /** The high half of the product of two I64. */
        MULTIPLY_HIGH(2, Accuracy.EXACT),
        /** The number of one bits of an I32 or I64, an I32. */
        BIT_COUNT(1, Accuracy.EXACT),
        /** Of an I32 or I64, an I32; of 0 all bits. */
        LEADING_ZEROS(1, Accuracy.EXACT),
        /** Of an I32 or I64, an I32; of 0 all bits. */
        TRAILING_ZEROS(1, Accuracy.EXACT),
        /** Of an I32 or I64. */
        REVERSE(1, Accuracy.EXACT),
        /** Of an I32 or I64. */
        REVERSE_BYTES(1, Accuracy.EXACT),
        /** Of an I32 or I64 and an I32 distance. */
        ROTATE_LEFT(2, Accuracy.EXACT),
        /** Of an I32 or I64 and an I32 distance. */
        ROTATE_RIGHT(2, Accuracy.EXACT),
        SIN(1, Accuracy.WITHIN_ULPS),
        COS(1, Accuracy.WITHIN_ULPS),
        TAN(1, Accuracy.WITHIN_ULPS),
        ASIN(1, Accuracy.WITHIN_ULPS),
        ACOS(1, Accuracy.WITHIN_ULPS),
        ATAN(1, Accuracy.WITHIN_ULPS),
        ATAN2(2, Accuracy.WITHIN_ULPS),
        SINH(1, Accuracy.WITHIN_ULPS),
        COSH(1, Accuracy.WITHIN_ULPS),
        TANH(1, Accuracy.WITHIN_ULPS),
        EXP(1, Accuracy.WITHIN_ULPS),
        EXPM1(1, Accuracy.WITHIN_ULPS),
        LOG(1, Accuracy.WITHIN_ULPS),
        LOG1P(1, Accuracy.WITHIN_ULPS),
        LOG10(1, Accuracy.WITHIN_ULPS),
        POW(2, Accuracy.WITHIN_ULPS),
        CBRT(1, Accuracy.WITHIN_ULPS),
        HYPOT(2, Accuracy.WITHIN_ULPS),
        /** This and those that follow are of StrictMath, and of F64. */
        STRICT_SIN(1, Accuracy.EXACT),
        STRICT_COS(1, Accuracy.EXACT),
        STRICT_TAN(1, Accuracy.EXACT),
        STRICT_ASIN(1, Accuracy.EXACT),
        STRICT_ACOS(1, Accuracy.EXACT),
        STRICT_ATAN(1, Accuracy.EXACT),
        STRICT_ATAN2(2, Accuracy.EXACT),
        STRICT_SINH(1, Accuracy.EXACT),
        STRICT_COSH(1, Accuracy.EXACT),
        STRICT_TANH(1, Accuracy.EXACT),
        STRICT_EXP(1, Accuracy.EXACT),
        STRICT_EXPM1(1, Accuracy.EXACT),
        STRICT_LOG(1, Accuracy.EXACT),
        STRICT_LOG1P(1, Accuracy.EXACT),
        STRICT_LOG10(1, Accuracy.EXACT),
        STRICT_POW(2, Accuracy.EXACT),
        STRICT_CBRT(1, Accuracy.EXACT),
        STRICT_HYPOT(2, Accuracy.EXACT);

        /** True if a function gives the same bits everywhere. */
        public enum Accuracy {
            EXACT,
            WITHIN_ULPS
        }

        private final int arity;
        private final Accuracy accuracy;

        MathFunction(int arity, Accuracy accuracy) {
            this.arity = arity;
            this.accuracy = accuracy;
        }

        /** Returns the number of its operands. */
        public int arity() {
            return arity;
        }

        /** Returns whether it gives the same bits on every backend. */
        public boolean isExact() {
            return accuracy == Accuracy.EXACT;
        }

        @Override
        public boolean isPure() {
            return this != FLOOR_MOD && this != FLOOR_DIV;
        }
    }

    /** A question that a team member asks about itself. No operands, the answer is an I32. */
    enum TeamQuery implements Op {
        LEAGUE_RANK("leagueRank"),
        LEAGUE_SIZE("leagueSize"),
        TEAM_RANK("teamRank"),
        TEAM_SIZE("teamSize");

        private final String method;

        TeamQuery(String method) {
            this.method = method;
        }

        /** Returns the method of a team member. */
        public String method() {
            return method;
        }
    }
}
