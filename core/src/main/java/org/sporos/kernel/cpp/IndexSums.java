package org.sporos.kernel.cpp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * Integers of a body as affine expressions of indexes, captured scalars, params and extents, to be evaluated in C++:
 * all terms are so small that no sum of two overflows a long. Used by one thread.
 */
final class IndexSums {
    private static final int MOST_TERMS = 8;
    private static final long LARGEST_FACTOR = 1 << 8;
    private static final long LARGEST = 1L << 40;
    private static final int DEEPEST = 16;

    private final List<Argument> indexes;
    private final Guarantees proofs;
    private final Map<Object, Term> terms = new HashMap<>();

    /**
     * An unknown.
     *
     * @param number its number in the order of first use
     * @param value a representative of equal values
     */
    record Term(int number, Value value) implements Comparable<Term> {
        @Override
        public int compareTo(Term other) {
            return Integer.compare(number, other.number);
        }
    }

    IndexSums(List<Argument> indexes, Guarantees proofs) {
        this.indexes = indexes;
        this.proofs = proofs;
    }

    /** Returns a value as an affine expression, or null if it is not affine. */
    @Nullable
    AffineExpr<Term> of(Value value) {
        return AffineExpr.fitting(() -> read(value, 0));
    }

    /** Returns the difference of the operands of an instruction, or null. */
    @Nullable
    AffineExpr<Term> difference(Instruction at) {
        AffineExpr<Term> left = of(at.operand(0));
        AffineExpr<Term> right = left == null ? null : of(at.operand(1));
        return left == null || right == null ? null : small(left.minus(right));
    }

    private @Nullable AffineExpr<Term> read(Value value, int depth) {
        return value instanceof Instruction at
                ? instruction(at, depth)
                : indexes.contains(value) ? term(value, value) : null;
    }

    private @Nullable AffineExpr<Term> instruction(Instruction at, int depth) {
        Long literal = ConstantFolding.literal(at);
        if (depth > DEEPEST || !at.type().isInteger()) {
            return null;
        } else if (literal != null) {
            return small(AffineExpr.of(literal));
        } else if (at.op() instanceof Op.Scalar scalar) {
            return term(scalar.scalar(), at);
        } else if (at.op() instanceof Op.Param param) {
            return term(param.param(), at);
        } else if (at.op() instanceof Op.Extent extent) {
            return extent.view() instanceof ViewRef.Captured ? term(extent, at) : null;
        }
        boolean isExact = at.op() == Conversion.I2L || proofs.cannotOverflow(at);
        return isExact ? small(AffineExpr.of(at, operand -> read(operand, depth + 1))) : null;
    }

    /** An int is small, and a long if its proven interval is. */
    private @Nullable AffineExpr<Term> term(Object key, Value value) {
        boolean isSmall =
                value.type() == Type.I32 || proofs.least(value) >= -LARGEST && proofs.greatest(value) <= LARGEST;
        return isSmall ? AffineExpr.unknown(terms.computeIfAbsent(key, of -> new Term(terms.size(), value))) : null;
    }

    /** Returns a sum, or null if it has too many terms or too large ones. */
    static @Nullable AffineExpr<Term> small(@Nullable AffineExpr<Term> sum) {
        if (sum == null) {
            return null;
        }
        boolean isSmall = sum.size() <= MOST_TERMS && isWithin(sum.constant(), LARGEST);
        for (int k = 0; isSmall && k < sum.size(); k++) {
            isSmall = isWithin(sum.factorAt(k), LARGEST_FACTOR);
        }
        return isSmall ? sum : null;
    }

    private static boolean isWithin(long number, long largest) {
        return -largest <= number && number <= largest;
    }

    /** Returns the factor of an index in a sum. */
    long factor(Argument index, AffineExpr<Term> sum) {
        Term term = terms.get(index);
        return term == null ? 0 : sum.factor(term);
    }

    /** Returns a sum without one of its indexes, or null if it has others. */
    @Nullable
    AffineExpr<Term> without(Argument index, AffineExpr<Term> sum) {
        AffineExpr<Term> rest = sum.with(Required.internal(terms.get(index), "an index of a sum"), AffineExpr.of(0));
        return hasIndexes(rest) ? null : rest;
    }

    static boolean hasIndexes(AffineExpr<Term> sum) {
        return sum.unknowns().stream().anyMatch(term -> term.value() instanceof Argument);
    }

    /** Returns the constant value of a sum by the proofs, or null. */
    @Nullable
    Long only(AffineExpr<Term> sum) {
        long all = sum.constant();
        for (int k = 0; k < sum.size(); k++) {
            Value value = sum.unknownAt(k).value();
            long least = proofs.least(value);
            if (least != proofs.greatest(value) || !isWithin(least, LARGEST)) {
                return null;
            }
            all += sum.factorAt(k) * least;
        }
        return all;
    }

    /** Returns a sum without indexes as C++ for an entry: a long long. */
    static String text(AffineExpr<Term> sum, FunctionContext body) {
        StringBuilder out = new StringBuilder();
        for (int k = 0; k < sum.size(); k++) {
            long times = sum.factorAt(k);
            out.append(out.isEmpty() ? times < 0 ? "-" : "" : times < 0 ? " - " : " + ");
            out.append(Math.abs(times) == 1 ? "" : Math.abs(times) + " * ");
            out.append("(long long) ")
                    .append(name((Instruction) sum.unknownAt(k).value(), body));
        }
        long constant = sum.constant();
        if (out.isEmpty()) {
            return constant + "LL";
        }
        return constant == 0 ? out.toString() : out + (constant < 0 ? " - " : " + ") + Math.abs(constant);
    }

    private static String name(Instruction at, FunctionContext body) {
        if (at.op() instanceof Op.Extent extent) {
            return body.extent(extent.view(), extent.dimension());
        }
        return (at.op() instanceof Op.Param ? "*" : "") + body.scalar(at);
    }
}
