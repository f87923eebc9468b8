package org.sporos.kernel.ir;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.ReductionOp;

/** The operation of an instruction: an {@link Operator} or a record. */
public sealed interface Op {

    /**
     * Returns whether it has no side effect, synchronizes nothing and cannot fail, so that unused results can be
     * removed.
     */
    default boolean isPure() {
        return true;
    }

    /** A function of its operands. */
    sealed interface Operator extends Op {
        /** Returns the name of the enum constant. */
        String name();
    }

    /** An impure operation. */
    sealed interface Effect extends Op {
        @Override
        default boolean isPure() {
            return false;
        }
    }

    /** A literal, as raw bits; 32-bit types in the low half. No operands. */
    record Constant(Type type, long bits) implements Op {}

    /** The value of a captured scalar, uniform over indexes. No operands. */
    record Scalar(ScalarRef scalar) implements Op {}

    /** The value of a param, uniform over the indexes of one run. No operands. */
    record Param(ParamRef param) implements Op {}

    /**
     * The second operand if the first, a BOOL, is true, else the third.
     *
     * @param isMasked whether compilers must not lower it to a branch
     */
    record Select(boolean isMasked) implements Op {
        /** Creates a select that compilers may lower to a branch. */
        public Select() {
            this(false);
        }
    }

    /** Loads an element of a view. The operands are the indexes, one per dimension: I32, or one I64. Checked. */
    record Load(ViewRef view) implements Effect {}

    /** Stores to an element of a view. The operands are the indexes and the value. Checked. */
    record Store(ViewRef view) implements Effect {}

    /** An atomic operation on an element of a view. The operands are the indexes and the values of its kind. */
    record Atomic(ViewRef view, AtomicKind kind) implements Effect {}

    /** The extent of a dimension of a view, an I64; for {@link #SIZE} the number of elements. No operands. */
    record Extent(ViewRef view, int dimension) implements Op {
        /** The pseudo-dimension of the size. */
        public static final int SIZE = -1;
    }

    /** Allocates a zeroed local array. It dominates all uses of the array. No operands. */
    record ArrayNew(LocalArray array) implements Effect {}

    /** Loads an element of a local array or table. The operand is an I32 index. Checked. */
    record ArrayLoad(LocalArray array) implements Effect {}

    /**
     * Stores to an element of a local array, narrowed to its type. The operands are an I32 index and the value.
     * Checked.
     */
    record ArrayStore(LocalArray array) implements Effect {}

    /**
     * The operand, an I32, if in {@code [0, bound)}; else 0, and the kernel fails.
     *
     * @param failure the kind of failure
     * @param subject the name of the indexed array, or the empty string
     */
    record Check(Failure failure, String subject, int bound) implements Effect {
        /** The kinds of failures. */
        public enum Failure {
            /** An index of a local array is out of bounds. */
            INDEX,
            /** An int operation overflows. The operand is 1 on overflow, the bound is 1. */
            INT_OVERFLOW,
            /** A long operation overflows. The operand is 1 on overflow, the bound is 1. */
            LONG_OVERFLOW,
            /** A range begins after its end. The operand is 1 then, the bound is 1. */
            BEGIN_BEHIND_END
        }
    }

    /**
     * Updates the unsigned maximum index per view, a variable of the caller, with the operand, an I32 or I64. Unsigned,
     * a negative index is out of bounds, too.
     */
    record Farthest(ViewRef.Captured view) implements Effect {}

    /**
     * Prints a line. The operands are I64: the indexes of the work item, or the ranks of a team and its member, then
     * the values.
     *
     * @param format the text with a placeholder for each value
     * @param indexes the number of operands that are indexes
     * @param doubles a bit mask of the values that are raw bits of a double; the lowest bit is the first value
     */
    record Print(String format, int indexes, int doubles) implements Effect {}

    /** A barrier of the team. No operands. */
    record Barrier() implements Effect {}

    /** Allocates scratch memory of the team. The operand is the extent, an I32. It dominates all uses of the view. */
    record ScratchNew(ViewRef.Scratch view) implements Effect {}

    /**
     * Runs its region for each index of {@code [0, n)}, distributed over the team or the vector lanes of the member.
     * The operand is n, an I32; the region has one I32 argument and returns nothing.
     */
    record Range(boolean vector) implements Effect {}

    /**
     * Reduces the results of its region over {@code [0, n)} in the library's order, over the team or over the vector
     * lanes of the member; every member gets the result. The operand is n, an I32; the region has one I32 argument and
     * returns a value of the instruction's type.
     */
    record Reduce(ReductionOp operator, boolean vector) implements Effect {}

    /**
     * Scans the results of its first region over {@code [0, n)}, over the team or over the vector lanes of the member,
     * and runs its second region with each index and its prefix sum; every member gets the total. The operand is n, an
     * I32.
     * The first region has one I32 argument and returns a value of the instruction's type; the second has one more
     * argument of that type and returns nothing.
     */
    record Scan(boolean inclusive, boolean vector) implements Effect {}

    /** Returns whether it spreads a range of indexes over the vector lanes of a member. */
    static boolean isVector(Op op) {
        return op instanceof Range range && range.vector()
                || op instanceof Reduce reduce && reduce.vector()
                || op instanceof Scan scan && scan.vector();
    }

    /** Runs its region in the first member only, with a barrier. No operands; the region has no argument. */
    record Single() implements Effect {}

    /**
     * A binary operator with Java's semantics; operands have the type of the result. Integers wrap, shift distances are
     * I32 and masked, MIN / -1 = MIN, the remainder has the sign of the dividend (fmod for floats).
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
        /** Arithmetic shift. */
        SHR,
        /** Logical shift. */
        USHR;

        /** Returns whether it is a shift. */
        public boolean isShift() {
            return this == SHL || this == SHR || this == USHR;
        }

        /** Integer division is impure: it can fail, even if its result is unused. */
        @Override
        public boolean isPure() {
            return this != DIV && this != REM;
        }
    }

    /** A unary operator; the operand has the type of the result. */
    enum Unary implements Operator {
        /** Negation; flips the sign bit of a float, keeps MIN_VALUE. */
        NEG,
        /** The logical negation of a BOOL. */
        NOT
    }

    /**
     * A comparison of two values of one type to a BOOL. Only {@link #NE} is true for NaN. BOOLs have EQ and NE only.
     */
    enum Compare implements Operator {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE;

        /** Returns the comparison for swapped operands. */
        public Compare swapped() {
            return switch (this) {
                case EQ, NE -> this;
                case LT -> GT;
                case LE -> GE;
                case GT -> LT;
                case GE -> LE;
            };
        }

        /** Returns the negation; except for EQ and NE it is valid for integers only, as both are false for NaN. */
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
     * A conversion with Java's semantics: floating to integer truncates, saturates and maps NaN to 0; integer to
     * floating and F64 to F32 round to nearest even. Named after the JVM's instructions.
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
        /** Sign-extends the low 8 bits. */
        I2B(Type.I32, Type.I32),
        /** Sign-extends the low 16 bits. */
        I2S(Type.I32, Type.I32),
        /** Zero-extends the low 16 bits. */
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

        /** Returns the narrowing of an int to an element type, or null if none is needed. */
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
     * A function of {@code java.lang.Math}, {@code java.lang.StrictMath} or of a box class, with Java's semantics.
     * Operands have the type of the result, unless the comment of a constant gives other types.
     */
    enum MathFunction implements Operator {
        /** Of I32, I64, F32, F64. Keeps MIN_VALUE. */
        ABS(1, Accuracy.EXACT),
        /** Of I32, I64, F32, F64. NaN if an operand is NaN; -0.0 is less than 0.0. */
        MIN(2, Accuracy.EXACT),
        /** Of I32, I64, F32, F64. NaN if an operand is NaN; 0.0 is greater than -0.0. */
        MAX(2, Accuracy.EXACT),
        /** Of I32, I64 as unsigned numbers. */
        MIN_UNSIGNED(2, Accuracy.EXACT),
        SQRT(1, Accuracy.EXACT),
        /** Of F32, F64; one rounding. */
        FMA(3, Accuracy.EXACT),
        FLOOR(1, Accuracy.EXACT),
        CEIL(1, Accuracy.EXACT),
        /** To the nearest, ties to even. */
        RINT(1, Accuracy.EXACT),
        /** F64 to I64, F32 to I32: floor(x + 1/2) with one rounding, saturating, 0 for NaN. */
        ROUND(1, Accuracy.EXACT),
        SIGNUM(1, Accuracy.EXACT),
        /** The magnitude of the first operand with the sign bit of the second, even of a NaN. */
        COPY_SIGN(2, Accuracy.EXACT),
        ULP(1, Accuracy.EXACT),
        NEXT_UP(1, Accuracy.EXACT),
        NEXT_DOWN(1, Accuracy.EXACT),
        /** The unbiased exponent of an F32 or F64, an I32. */
        GET_EXPONENT(1, Accuracy.EXACT),
        /** Of an F32 or F64 and an I32. */
        SCALB(2, Accuracy.EXACT),
        /** Of I32, I64, with the sign of the divisor. Checked: a zero divisor is a failure. */
        FLOOR_MOD(2, Accuracy.EXACT),
        /** Of I32, I64, towards negative infinity. Checked: a zero divisor is a failure. */
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
        /** The constants from here on are functions of StrictMath, of F64. */
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

        /** The accuracy across backends: equal bits, or an error bound in ulps. */
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

        /** Returns whether the result has the same bits on every backend. */
        public boolean isExact() {
            return accuracy == Accuracy.EXACT;
        }

        @Override
        public boolean isPure() {
            return this != FLOOR_MOD && this != FLOOR_DIV;
        }
    }

    /** A coordinate or size of the team, an I32. No operands. */
    enum TeamQuery implements Op {
        LEAGUE_RANK("leagueRank"),
        LEAGUE_SIZE("leagueSize"),
        TEAM_RANK("teamRank"),
        TEAM_SIZE("teamSize");

        private final String method;

        TeamQuery(String method) {
            this.method = method;
        }

        /** Returns the name of the method of a team member. */
        public String method() {
            return method;
        }
    }
}
