package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Linear forms of integer instructions. A quotient by a constant is an unknown with its defining inequalities, an
 * overflow adds a multiple of 2^32, bits of a constant mask are differences of quotients, minimum and maximum are
 * disjunctions, squares are unknowns monotone in their bases.
 */
final class SymbolicArithmetic {
    private static final int INT_BITS = 32;
    private static final int SHORT_BITS = 16;
    private static final int BYTE_BITS = 8;
    /** The limit of runs of ones in a decomposed mask. */
    private static final int MAX_RUNS = 4;

    private final ItemValues item;
    private final Unknowns unknowns;
    private final BiFunction<Value, Formula, AffineExpr<Integer>> forms;
    private final List<Masked> masks = new ArrayList<>();
    private final List<Square> squares = new ArrayList<>();

    /** @param forms returns the form of an operand, and adds its constraints */
    SymbolicArithmetic(ItemValues item, BiFunction<Value, Formula, AffineExpr<Integer>> forms) {
        this.item = item;
        this.unknowns = item.unknowns();
        this.forms = forms;
    }

    /**
     * A value masked by an unknown uniform mask.
     *
     * @param exclusive the exclusive or of value and mask: {@code value + mask - 2 * (value & mask)}
     */
    record Masked(AffineExpr<Integer> value, AffineExpr<Integer> mask, AffineExpr<Integer> exclusive) {}

    /** An unknown with its square. */
    record Square(AffineExpr<Integer> base, AffineExpr<Integer> square) {}

    private record SquareOf(AffineExpr<Integer> base) {}

    private record Quotient(AffineExpr<Integer> dividend, long divisor) {}

    private record Truncated(AffineExpr<Integer> dividend, long divisor) {}

    private record Wraps(AffineExpr<Integer> exact, int bits) {}

    private record And(AffineExpr<Integer> value, AffineExpr<Integer> mask) {}

    List<Masked> masks() {
        return masks;
    }

    List<Square> squares() {
        return squares;
    }

    /**
     * Returns the form of an instruction.
     *
     * @throws ArithmeticException on overflow of a long
     */
    AffineExpr<Integer> of(Instruction i, Formula formula) {
        Op op = i.op();
        if (op instanceof Binary binary) {
            return binary(binary, i, formula);
        } else if (op == Unary.NEG) {
            return fit(i, operand(i, 0, formula).times(-1), formula);
        } else if (op instanceof Conversion conversion) {
            return conversion(conversion, i, formula);
        } else if (op instanceof MathFunction function) {
            return function(function, i, formula);
        }
        return item.unknown(i);
    }

    private AffineExpr<Integer> operand(Instruction i, int k, Formula formula) {
        return forms.apply(i.operand(k), formula);
    }

    /** Returns an exact result wrapped to its type. */
    private AffineExpr<Integer> fit(Instruction i, AffineExpr<Integer> exact, Formula formula) {
        if (item.isExact(i)) {
            return exact;
        }
        return i.type() == Type.I32 ? wrapped(exact, INT_BITS, formula) : item.unknown(i);
    }

    private AffineExpr<Integer> wrapped(AffineExpr<Integer> exact, int bits, Formula formula) {
        AffineExpr<Integer> wraps = unknowns.of(new Wraps(exact, bits));
        AffineExpr<Integer> left = exact.plus(wraps, -(1L << bits));
        if (!formula.isConstrained(wraps)) {
            long half = 1L << (bits - 1);
            formula.isIn(left, new Interval(-half, half - 1));
        }
        return left;
    }

    private AffineExpr<Integer> conversion(Conversion op, Instruction i, Formula formula) {
        return switch (op) {
            case I2L, BOOL2I -> operand(i, 0, formula);
            case L2I -> narrowed(i, INT_BITS, formula);
            case I2S -> narrowed(i, SHORT_BITS, formula);
            case I2B -> narrowed(i, BYTE_BITS, formula);
            case I2C -> and(i, operand(i, 0, formula), Character.MAX_VALUE, formula);
            default -> item.unknown(i);
        };
    }

    private AffineExpr<Integer> narrowed(Instruction i, int bits, Formula formula) {
        AffineExpr<Integer> whole = operand(i, 0, formula);
        return item.isExact(i) ? whole : wrapped(whole, bits, formula);
    }

    private AffineExpr<Integer> binary(Binary op, Instruction i, Formula formula) {
        AffineExpr<Integer> a = operand(i, 0, formula);
        AffineExpr<Integer> b = operand(i, 1, formula);
        return switch (op) {
            case ADD -> fit(i, a.plus(b), formula);
            case SUB -> fit(i, a.minus(b), formula);
            case MUL -> product(i, a, b, formula);
            case DIV, REM -> division(i, a, b, formula);
            case AND, OR, XOR -> bits(op, i, a, b, formula);
            case SHL, SHR, USHR -> shift(op, i, a, b, formula);
        };
    }

    private AffineExpr<Integer> product(Instruction i, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        if (b.isConstant()) {
            return fit(i, a.times(b.constant()), formula);
        }
        if (a.isConstant()) {
            return fit(i, b.times(a.constant()), formula);
        }
        Integer only = a.only();
        return only != null && only.equals(b.only()) ? fit(i, polynomial(a, b, formula), formula) : item.unknown(i);
    }

    /** Returns the product of two forms of one unknown; its square is a new unknown. */
    private AffineExpr<Integer> polynomial(AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        AffineExpr<Integer> base = AffineExpr.unknown(a.unknownAt(0));
        AffineExpr<Integer> square = unknowns.of(new SquareOf(base));
        if (!formula.isConstrained(square)) {
            squares.add(new Square(base, square));
            formula.isAtMost(base, square);
            formula.isAtMost(base.times(-1), square);
        }
        long both = Math.multiplyExact(a.factorAt(0), b.factorAt(0));
        return b.times(a.constant())
                .plus(base, Math.multiplyExact(a.factorAt(0), b.constant()))
                .plus(square, both);
    }

    private AffineExpr<Integer> shift(
            Binary op, Instruction i, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        int mask = i.type() == Type.I32 ? Integer.SIZE - 1 : Long.SIZE - 1;
        int distance = (int) b.constant() & mask;
        boolean logical = op == Binary.USHR && item.interval(i.operand(0)).low() < 0;
        if (!b.isConstant() || logical || distance > Long.SIZE - 2) {
            return item.unknown(i);
        }
        long power = 1L << distance;
        return op == Binary.SHL ? fit(i, a.times(power), formula) : floor(a, power, formula);
    }

    private AffineExpr<Integer> division(Instruction i, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        boolean quotient = i.op() == Binary.DIV;
        if (!b.isConstant() || b.constant() == 0 || (quotient && !item.isExact(i))) {
            return quotient ? item.unknown(i) : remainder(i, a, b, formula);
        }
        long divisor = Math.absExact(b.constant());
        AffineExpr<Integer> result = towardsZero(i.operand(0), a, divisor, formula);
        return quotient ? result.times(Long.signum(b.constant())) : a.plus(result, -divisor);
    }

    /** A remainder by an unknown positive divisor is less than the divisor and at most the dividend. */
    private AffineExpr<Integer> remainder(
            Instruction i, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        AffineExpr<Integer> rest = item.unknown(i);
        boolean floored = i.op() == MathFunction.FLOOR_MOD;
        boolean positive = item.interval(i.operand(0)).low() >= 0;
        if (item.interval(i.operand(1)).low() > 0 && (positive || floored) && !formula.isConstrained(rest)) {
            formula.isNotNegative(rest);
            formula.isLess(rest, b);
            if (positive) {
                formula.isAtMost(rest, a);
            }
        }
        return rest;
    }

    /** Returns the quotient by a positive constant, rounded down. */
    private AffineExpr<Integer> floor(AffineExpr<Integer> a, long divisor, Formula formula) {
        if (a.isConstant() || divisor == 1) {
            return a.isConstant() ? AffineExpr.of(Math.floorDiv(a.constant(), divisor)) : a;
        }
        AffineExpr<Integer> quotient = unknowns.of(new Quotient(a, divisor));
        AffineExpr<Integer> rest = a.plus(quotient, -divisor);
        if (!formula.isConstrained(quotient)) {
            formula.isIn(rest, new Interval(0, divisor - 1));
        }
        return quotient;
    }

    /** Returns the quotient by a positive constant, rounded towards zero. */
    private AffineExpr<Integer> towardsZero(Value dividend, AffineExpr<Integer> a, long divisor, Formula formula) {
        Interval known = item.interval(dividend);
        if (known.low() >= 0) {
            return floor(a, divisor, formula);
        } else if (known.high() <= 0) {
            return floor(a.times(-1), divisor, formula).times(-1);
        }
        AffineExpr<Integer> quotient = unknowns.of(new Truncated(a, divisor));
        AffineExpr<Integer> rest = a.plus(quotient, -divisor);
        if (!formula.isConstrained(quotient)) {
            Interval below = new Interval(0, divisor - 1);
            formula.anyOf(
                    positive -> {
                        positive.isNotNegative(a);
                        positive.isIn(rest, below);
                    },
                    negative -> {
                        negative.isLess(a, AffineExpr.of(0));
                        negative.isIn(rest.times(-1), below);
                    });
        }
        return quotient;
    }

    private AffineExpr<Integer> bits(
            Binary op, Instruction i, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        AffineExpr<Integer> common;
        if (a.isConstant() || b.isConstant()) {
            common = b.isConstant() ? and(i, a, b.constant(), formula) : and(i, b, a.constant(), formula);
        } else if (item.isUniform(i.operand(0))) {
            common = masked(b, a, i.operand(1), i.operand(0), formula);
        } else {
            common = masked(a, b, i.operand(0), i.operand(1), formula);
        }
        return switch (op) {
            case AND -> common;
            case OR -> a.plus(b).minus(common);
            default -> a.plus(b).plus(common, -2);
        };
    }

    private AffineExpr<Integer> masked(
            AffineExpr<Integer> value, AffineExpr<Integer> mask, Value of, Value by, Formula formula) {
        AffineExpr<Integer> common = unknowns.of(new And(value, mask));
        if (!formula.isConstrained(common)) {
            if (item.isUniform(by)) {
                masks.add(new Masked(value, mask, value.plus(mask).plus(common, -2)));
            }
            if (item.interval(by).low() >= 0) {
                formula.isNotNegative(common);
                formula.isAtMost(common, mask);
            }
            if (item.interval(of).low() >= 0) {
                formula.isNotNegative(common);
                formula.isAtMost(common, value);
            }
        }
        return common;
    }

    /**
     * Returns the bits selected by a constant mask, in two's complement: per run of ones the difference of two
     * quotients.
     */
    private AffineExpr<Integer> and(Instruction i, AffineExpr<Integer> a, long mask, Formula formula) {
        if (mask < 0) {
            return mask == -1 ? a : a.minus(and(i, a, ~mask, formula));
        }
        AffineExpr<Integer> sum = AffineExpr.of(0);
        long left = mask;
        for (int run = 0; left != 0; run++) {
            int low = Long.numberOfTrailingZeros(left);
            int high = low + Long.numberOfTrailingZeros(~(left >>> low));
            if (run == MAX_RUNS || high > Long.SIZE - 2) {
                throw new ArithmeticException("too many bits");
            }
            AffineExpr<Integer> upper = floor(a, 1L << high, formula);
            AffineExpr<Integer> digits = floor(a, 1L << low, formula).plus(upper, -(1L << (high - low)));
            sum = sum.plus(digits, 1L << low);
            left &= -(1L << high);
        }
        return sum;
    }

    private AffineExpr<Integer> function(MathFunction function, Instruction i, Formula formula) {
        return switch (function) {
            case MIN -> extreme(i, 1, operand(i, 0, formula), operand(i, 1, formula), formula);
            case MAX -> extreme(i, -1, operand(i, 0, formula), operand(i, 1, formula), formula);
            case ABS -> absolute(i, operand(i, 0, formula), formula);
            case FLOOR_DIV, FLOOR_MOD -> floored(i, function == MathFunction.FLOOR_DIV, formula);
            default -> item.unknown(i);
        };
    }

    private AffineExpr<Integer> absolute(Instruction i, AffineExpr<Integer> a, Formula formula) {
        return item.isExact(i) ? extreme(i, -1, a, a.times(-1), formula) : item.unknown(i);
    }

    /** Returns the minimum of two forms, or the maximum for sign -1. */
    private AffineExpr<Integer> extreme(
            Instruction i, int sign, AffineExpr<Integer> a, AffineExpr<Integer> b, Formula formula) {
        AffineExpr<Integer> extreme = item.unknown(i);
        if (!formula.isConstrained(extreme)) {
            formula.isNotNegative(a.minus(extreme).times(sign));
            formula.isNotNegative(b.minus(extreme).times(sign));
            formula.anyOf(first -> first.areEqual(extreme, a), second -> second.areEqual(extreme, b));
        }
        return extreme;
    }

    private AffineExpr<Integer> floored(Instruction i, boolean quotient, Formula formula) {
        AffineExpr<Integer> a = operand(i, 0, formula);
        AffineExpr<Integer> b = operand(i, 1, formula);
        if (!b.isConstant() || b.constant() <= 0) {
            return quotient ? item.unknown(i) : remainder(i, a, b, formula);
        }
        AffineExpr<Integer> result = floor(a, b.constant(), formula);
        return quotient ? result : a.plus(result, -b.constant());
    }
}
