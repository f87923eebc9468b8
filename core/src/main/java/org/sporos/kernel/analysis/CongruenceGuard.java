package org.sporos.kernel.analysis;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Specialization;
import org.sporos.kernel.ir.Specialization.Outcome;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Verifier;

/**
 * A guard {@code x % m == c} that selects one residue class of work items along the last index, such as the points of
 * one colour; others do nothing. The guard becomes a loop of stride m without a branch (index-set splitting). Also
 * {@code x & (m - 1)}, {@code Math.floorMod(x, m)}, and {@code !=} for m = 2.
 *
 * <p>Precondition: x is affine in the last index with a factor invertible modulo m, and c is uniform along the row. As
 * Java's remainder is negative for negative x, c is 0 or x is proven nonnegative. If x may overflow, m is a power of
 * two. Other work items store nothing, have no load that can fail, and no loops.
 *
 * <p>Cost: always profitable for a loop: selected items lose the branch, others are skipped. Each row computes the
 * number of items before the first selected one.
 *
 * @param selected the kernel of the selected work items
 * @param skipped a kernel with the same indexes that returns the number of items between its last index and the first
 *     selected one, an I32; -1 if none is selected. It needs no proofs
 * @param stride the modulus m
 */
public record CongruenceGuard(EditedKernel selected, Kernel skipped, int stride) {
    /** The limit of the size of a duplicated body. */
    private static final int MOST_VALUES = 2000;

    /** Bounds the square of a modulus to an int. */
    private static final long LARGEST = 1 << 15;

    /** The unknown of the last index; other unknowns are ids of values. */
    private static final Integer ALONG = -1;

    /** A remainder of x compared with c. */
    private record Remainder(Instruction at, Value x, Value c, int modulus, boolean isSigned) {}

    /** Returns the guard of a kernel, or null if it has none. */
    public static @Nullable CongruenceGuard of(Kernel kernel, Guarantees proofs) {
        boolean nested = kernel.body().blocks().stream()
                .flatMap(block -> block.instructions().stream())
                .anyMatch(instruction -> !instruction.regions().isEmpty());
        boolean plain = !nested && !kernel.prints() && kernel.body().result() == Type.VOID;
        if (!plain || kernel.body().arguments().isEmpty() || kernel.valueCount() > MOST_VALUES) {
            return null;
        }
        return new Search(kernel, proofs).find();
    }

    /** Searches for the guard of a kernel. */
    private static final class Search {
        private final Kernel kernel;
        private final Guarantees proofs;
        private final Argument along;

        Search(Kernel kernel, Guarantees proofs) {
            this.kernel = kernel;
            this.proofs = proofs;
            List<Argument> indexes = kernel.body().arguments();
            this.along = indexes.get(indexes.size() - 1);
        }

        @Nullable
        CongruenceGuard find() {
            for (Block block : kernel.body().blocks()) {
                for (Instruction at : block.instructions()) {
                    CongruenceGuard guard = at.op() == Compare.EQ || at.op() == Compare.NE ? of(at) : null;
                    if (guard != null) {
                        return isCountable() ? guard : null;
                    }
                }
            }
            return null;
        }

        /** The number of selected indexes must fit into an int. */
        private boolean isCountable() {
            return along.type() == Type.I64
                    || along.type() == Type.I32 && proofs.greatest(along) - proofs.least(along) < Integer.MAX_VALUE;
        }

        private @Nullable CongruenceGuard of(Instruction comparison) {
            for (int k = 0; k < 2; k++) {
                Remainder remainder = remainder(comparison.operand(k), comparison.operand(1 - k));
                CongruenceGuard guard = remainder == null ? null : of(comparison, remainder);
                if (guard != null) {
                    return guard;
                }
            }
            return null;
        }

        private @Nullable CongruenceGuard of(Instruction comparison, Remainder remainder) {
            boolean isNever = isKnown(remainder.c, 0, 0);
            boolean isPositive = !remainder.isSigned || proofs.least(remainder.x) >= 0;
            if ((isPositive || isNever) && doesNothing(comparison, false)) {
                return of(comparison, remainder, true);
            }
            boolean isOther = remainder.modulus == 2 && (isPositive && isKnown(remainder.c, 0, 1) || isNever);
            return isOther && doesNothing(comparison, true) ? of(comparison, remainder, false) : null;
        }

        private boolean isKnown(Value value, long least, long greatest) {
            return proofs.least(value) >= least && proofs.greatest(value) <= greatest;
        }

        /** Returns the remainder of a comparison that can be a guard, or null. */
        private @Nullable Remainder remainder(Value value, Value c) {
            if (!(value instanceof Instruction at) || !at.type().isInteger() || !isUniform(c)) {
                return null;
            }
            boolean isMask = at.op() == Binary.AND;
            if (!isMask && at.op() != Binary.REM && at.op() != MathFunction.FLOOR_MOD) {
                return null;
            }
            boolean isFirst = isMask && ConstantFolding.literal(at.operand(0)) != null;
            Long literal = ConstantFolding.literal(at.operand(isFirst ? 0 : 1));
            long modulus = literal == null ? 0 : isMask ? literal + 1 : literal;
            boolean isPower = Long.bitCount(modulus) == 1;
            if (modulus < 2 || modulus > LARGEST || isMask && !isPower) {
                return null;
            }
            Value x = at.operand(isFirst ? 1 : 0);
            Long factor = factor(x, modulus, !isPower);
            boolean hasInverse = factor != null && inverse(factor, modulus) > 0;
            return hasInverse ? new Remainder(at, x, c, (int) modulus, at.op() == Binary.REM) : null;
        }

        /** Returns the modular inverse of a factor, or 0. */
        private static long inverse(long factor, long modulus) {
            for (long inverse = 1; inverse < modulus; inverse++) {
                if (factor * inverse % modulus == 1) {
                    return inverse;
                }
            }
            return 0;
        }

        /**
         * Returns the factor of the last index in an affine value, modulo m, or null.
         *
         * @param exactly whether the value must not wrap for any work item
         */
        private @Nullable Long factor(Value value, long modulus, boolean exactly) {
            AffineExpr<Integer> sum = AffineExpr.fitting(() -> read(value, exactly));
            return sum == null ? null : (Long) Math.floorMod(sum.factor(ALONG), modulus);
        }

        private @Nullable AffineExpr<Integer> read(Value value, boolean exactly) {
            if (value == along) {
                return AffineExpr.unknown(ALONG);
            } else if (isUniform(value)) {
                Long literal = ConstantFolding.literal(value);
                return literal == null ? AffineExpr.unknown(value.id()) : AffineExpr.of(literal);
            }
            return value instanceof Instruction at && (!exactly || isExact(at))
                    ? AffineExpr.of(at, operand -> read(operand, exactly))
                    : null;
        }

        /** Returns whether a value is exact for every work item; proofs of other blocks depend on their guards. */
        private boolean isExact(Instruction at) {
            return kernel.body().entry().instructions().contains(at)
                    && (at.op() == Conversion.I2L || proofs.cannotOverflow(at));
        }

        /** Returns whether a value is uniform along the row and can be hoisted. */
        private boolean isUniform(Value value) {
            if (!(value instanceof Instruction at)) {
                return value != along && kernel.body().arguments().contains(value);
            }
            Long divisor = at.isDivision() ? ConstantFolding.literal(at.operand(1)) : null;
            boolean divides = divisor != null && divisor != 0;
            return (divides || at.isPure()) && at.operands().stream().allMatch(this::isUniform);
        }

        /** Returns whether work items do nothing for one outcome of a comparison. */
        private boolean doesNothing(Instruction comparison, boolean equal) {
            Outcome outcome = equal == (comparison.op() == Compare.EQ) ? Outcome.TRUE : Outcome.FALSE;
            EditedKernel other = Specialization.of(kernel, Map.of(comparison, outcome));
            Guarantees proven = other.guarantees(proofs);
            Region body = other.kernel().body();
            return ControlFlow.of(body).loops().isEmpty()
                    && body.blocks().stream()
                            .flatMap(block -> block.instructions().stream())
                            .allMatch(at -> hasNoEffect(at, proven));
        }

        private static boolean hasNoEffect(Instruction at, Guarantees proven) {
            if (at.op() instanceof Op.Load load) {
                boolean inside = true;
                for (int k = 0; k < load.view().rank(); k++) {
                    inside &= proven.isInBounds(at, k);
                }
                return inside;
            }
            return at.isPure() || at.isDivision() && proven.isDivisorNonZero(at);
        }

        private CongruenceGuard of(Instruction comparison, Remainder remainder, boolean equal) {
            Map<Instruction, Outcome> known = new IdentityHashMap<>();
            known.put(comparison, equal == (comparison.op() == Compare.EQ) ? Outcome.TRUE : Outcome.FALSE);
            if (new Uses(kernel.body()).count(remainder.at) == 1) {
                // The comparison is its only use.
                known.put(remainder.at, Outcome.FIRST);
            }
            long factor = Objects.requireNonNull(factor(remainder.x, remainder.modulus, false));
            Kernel skipped = new Skipped(kernel, remainder, equal, inverse(factor, remainder.modulus)).kernel();
            return new CongruenceGuard(Specialization.of(kernel, known), skipped, remainder.modulus);
        }
    }

    /** Builds the kernel that counts the items before the first selected one. */
    private static final class Skipped {
        private final Kernel whole;
        private final Remainder remainder;
        private final boolean equal;
        private final long inverse;
        private final Type type;
        private final List<Instruction> instructions = new ArrayList<>();
        private final Set<Value> known = Sets.newIdentityHashSet();
        private int ids;

        Skipped(Kernel whole, Remainder remainder, boolean equal, long inverse) {
            this.whole = whole;
            this.remainder = remainder;
            this.equal = equal;
            this.inverse = inverse;
            this.type = remainder.at.type();
            this.ids = whole.valueCount();
        }

        /** Returns {@code 0 <= c && c < m ? floorMod((c - floorMod(x, m)) * inverse, m) : -1}. */
        Kernel kernel() {
            Value modulus = constant(type, remainder.modulus);
            Value c = value(remainder.c);
            c = equal ? c : add(Binary.SUB, type, constant(type, 1), c);
            Value first = add(MathFunction.FLOOR_MOD, type, value(remainder.x), modulus);
            Value distance = add(Binary.SUB, type, c, first);
            distance = inverse == 1 ? distance : add(Binary.MUL, type, distance, constant(type, inverse));
            Value count = add(MathFunction.FLOOR_MOD, type, distance, modulus);
            Value narrow = type == Type.I32 ? count : add(Conversion.L2I, Type.I32, count);
            Value above = add(Compare.GE, Type.BOOL, c, constant(type, 0));
            Value below = add(Compare.LT, Type.BOOL, c, modulus);
            Value some = add(Binary.AND, Type.BOOL, above, below);
            Value result = add(new Op.Select(), Type.I32, some, narrow, constant(Type.I32, -1));
            Terminator end = new Terminator.Return(result, whole.position());
            return Verifier.verified(
                    whole.with(List.of(new Block(0, whole.body().arguments(), instructions, end)), Type.I32, ids));
        }

        /** Adds a value and its operands. */
        private Value value(Value value) {
            if (value instanceof Instruction at && known.add(at)) {
                at.operands().forEach(this::value);
                instructions.add(at);
            }
            return value;
        }

        private Value constant(Type of, long bits) {
            return add(new Op.Constant(of, bits), of);
        }

        private Value add(Op op, Type of, Value... operands) {
            Instruction at = new Instruction(ids++, of, "", remainder.at.position(), op, List.of(operands), List.of());
            instructions.add(at);
            return at;
        }
    }
}
