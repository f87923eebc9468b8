package org.sporos.kernel.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * An affine expression: a constant plus unknowns with nonzero factors, in the order of the unknowns. Arithmetic is
 * exact; operations throw {@link ArithmeticException} on overflow of a long. Immutable.
 *
 * @param <U> the type of unknowns
 */
public final class AffineExpr<U extends Comparable<U>> {
    private static final Object[] NO_UNKNOWNS = {};
    private static final long[] NO_FACTORS = {};
    private static final int WIDEST_SHIFT = Long.SIZE - 2;

    private final long constant;
    private final Object[] unknowns;
    private final long[] factors;

    private AffineExpr(long constant, Object[] unknowns, long[] factors) {
        this.constant = constant;
        this.unknowns = unknowns;
        this.factors = factors;
    }

    /** Returns a constant. */
    public static <U extends Comparable<U>> AffineExpr<U> of(long constant) {
        return new AffineExpr<>(constant, NO_UNKNOWNS, NO_FACTORS);
    }

    /** Returns an unknown. */
    public static <U extends Comparable<U>> AffineExpr<U> unknown(U unknown) {
        return new AffineExpr<>(0, new Object[] {unknown}, new long[] {1});
    }

    /**
     * Returns the affine expression of a sum, difference, negation, integer conversion, or product or left shift by a
     * constant, valid without overflow; null for other instructions.
     *
     * @param operands returns the expression of an operand, or null
     */
    public static <U extends Comparable<U>> @Nullable AffineExpr<U> of(
            Instruction instruction, Function<Value, @Nullable AffineExpr<U>> operands) {
        Op op = instruction.op();
        boolean isOne = op == Conversion.I2L || op == Conversion.L2I || op == Unary.NEG;
        boolean isTwo = op == Binary.ADD || op == Binary.SUB || op == Binary.MUL || op == Binary.SHL;
        boolean isInteger = instruction.type().isInteger();
        AffineExpr<U> a = isInteger && (isOne || isTwo) ? operands.apply(instruction.operand(0)) : null;
        if (a == null || isOne) {
            return a == null || op != Unary.NEG ? a : a.times(-1);
        }
        AffineExpr<U> b = operands.apply(instruction.operand(1));
        if (b == null) {
            return null;
        } else if (op == Binary.ADD || op == Binary.SUB) {
            return a.plus(b, op == Binary.ADD ? 1 : -1);
        } else if (op == Binary.SHL) {
            // Longer shift distances are masked.
            long longest = instruction.type() == Type.I32 ? Integer.SIZE - 1 : WIDEST_SHIFT;
            boolean isPower = b.isConstant() && b.constant >= 0 && b.constant <= longest;
            return isPower ? a.times(1L << b.constant) : null;
        }
        return b.isConstant() ? a.times(b.constant) : a.isConstant() ? b.times(a.constant) : null;
    }

    /**
     * Returns the constant distance of a value from a base, if it is their sum or difference; else null. The sum may
     * wrap.
     *
     * @param known returns the constant of an operand, or null
     */
    public static @Nullable Long distance(Value value, Value base, Function<Value, @Nullable Long> known) {
        if (!(value instanceof Instruction sum)
                || !sum.type().isInteger()
                || sum.op() != Binary.ADD && sum.op() != Binary.SUB
                || !sum.operands().contains(base)) {
            return null;
        }
        boolean isFirst = sum.operand(0) == base;
        Long by = known.apply(sum.operand(isFirst ? 1 : 0));
        if (sum.op() == Binary.ADD) {
            return by;
        }
        return isFirst && by != null && by != Long.MIN_VALUE ? (Long) (-by) : null;
    }

    /** Returns the result of a computation, or null on overflow of a long. */
    public static <T> @Nullable T fitting(Supplier<@Nullable T> computation) {
        try {
            return computation.get();
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    public long constant() {
        return constant;
    }

    public boolean isConstant() {
        return unknowns.length == 0;
    }

    /** Returns the number of unknowns. */
    public int size() {
        return unknowns.length;
    }

    /** Returns the k-th unknown. */
    @SuppressWarnings("unchecked")
    public U unknownAt(int k) {
        return (U) unknowns[k];
    }

    /** Returns the factor of the k-th unknown. */
    public long factorAt(int k) {
        return factors[k];
    }

    /** Returns the unknowns in order. */
    @SuppressWarnings("unchecked")
    public List<U> unknowns() {
        return Collections.unmodifiableList((List<U>) (List<?>) Arrays.asList(unknowns));
    }

    /** Returns the single unknown, or null. */
    public @Nullable U only() {
        return size() == 1 ? unknownAt(0) : null;
    }

    /** Returns the factor of an unknown, or 0. */
    public long factor(U unknown) {
        int at = Arrays.binarySearch(unknowns, unknown);
        return at < 0 ? 0 : factors[at];
    }

    public AffineExpr<U> plus(long number) {
        return new AffineExpr<>(Math.addExact(constant, number), unknowns, factors);
    }

    public AffineExpr<U> plus(AffineExpr<U> other) {
        return plus(other, 1);
    }

    public AffineExpr<U> minus(AffineExpr<U> other) {
        return plus(other, -1);
    }

    /** Returns this expression plus a multiple of another. */
    public AffineExpr<U> plus(AffineExpr<U> other, long times) {
        if (times == 0) {
            return this;
        }
        Object[] sumUnknowns = new Object[size() + other.size()];
        long[] sumFactors = new long[sumUnknowns.length];
        int size = 0;
        int a = 0;
        int b = 0;
        while (a < size() || b < other.size()) {
            int order = a == size() ? 1 : b == other.size() ? -1 : unknownAt(a).compareTo(other.unknownAt(b));
            Object unknown = order <= 0 ? unknowns[a] : other.unknowns[b];
            long factor = order <= 0 ? factors[a++] : 0;
            if (order >= 0) {
                factor = Math.addExact(factor, Math.multiplyExact(times, other.factors[b++]));
            }
            if (factor != 0) {
                sumUnknowns[size] = unknown;
                sumFactors[size++] = factor;
            }
        }
        long sum = Math.addExact(constant, Math.multiplyExact(times, other.constant));
        return new AffineExpr<>(sum, Arrays.copyOf(sumUnknowns, size), Arrays.copyOf(sumFactors, size));
    }

    public AffineExpr<U> times(long factor) {
        return AffineExpr.<U>of(0).plus(this, factor);
    }

    /** Substitutes an expression for an unknown. */
    public AffineExpr<U> with(U unknown, AffineExpr<U> replacement) {
        long factor = factor(unknown);
        return factor == 0 ? this : plus(unknown(unknown), -factor).plus(replacement, factor);
    }

    /** Returns the expression without its constant. */
    public AffineExpr<U> withoutConstant() {
        return constant == 0 ? this : new AffineExpr<>(0, unknowns, factors);
    }

    /** Returns the greatest common divisor of the factors, or 0 for a constant. */
    public long divisor() {
        long divisor = 0;
        for (long factor : factors) {
            divisor = gcd(Math.absExact(factor), divisor);
        }
        return divisor;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Returns the expression with all factors divided by a common divisor, and another constant. */
    public AffineExpr<U> divided(long divisor, long newConstant) {
        if (divisor == 1) {
            return newConstant == constant ? this : new AffineExpr<>(newConstant, unknowns, factors);
        }
        long[] divided = new long[factors.length];
        for (int k = 0; k < divided.length; k++) {
            divided[k] = factors[k] / divisor;
        }
        return new AffineExpr<>(newConstant, unknowns, divided);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AffineExpr<?> that
                && constant == that.constant
                && Arrays.equals(factors, that.factors)
                && Arrays.equals(unknowns, that.unknowns);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(constant) * 31 + Arrays.hashCode(unknowns)) * 31 + Arrays.hashCode(factors);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(Long.toString(constant));
        for (int k = 0; k < unknowns.length; k++) {
            text.append(" + ").append(factors[k]).append('*').append(unknowns[k]);
        }
        return text.toString();
    }
}
