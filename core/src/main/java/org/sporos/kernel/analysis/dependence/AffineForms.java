package org.sporos.kernel.analysis.dependence;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The affine forms of integer values that provably do not overflow. Not thread-safe. */
final class AffineForms {
    private final Kernel kernel;
    private final Proofs proofs;
    private final LoopNest loops;
    private final ValueDependences dependences;
    private final Map<Value, @Nullable AffineExpr<Symbol>> known = new IdentityHashMap<>();
    private final ListMultimap<Symbol, Growth> growths = ArrayListMultimap.create();

    AffineForms(Kernel kernel, Proofs proofs, LoopNest loops, ValueDependences dependences) {
        this.kernel = kernel;
        this.proofs = proofs;
        this.loops = loops;
        this.dependences = dependences;
    }

    /** Returns the range of a symbol in a block, from the intervals of the values that grow with it. */
    Interval range(Symbol symbol, Block block) {
        Interval all = symbol.kind() == Symbol.Kind.ITERATION ? new Interval(0, Integer.MAX_VALUE) : Interval.LONGS;
        for (Growth growth : growths.get(symbol)) {
            Interval here = proofs.interval(growth.value(), block);
            Interval now = here.isEmpty() ? proofs.interval(growth.value()) : here;
            all = all.meet(growth.steps(now));
        }
        return all;
    }

    /** A value {@code start + step * symbol}. */
    private record Growth(Value value, Interval start, long step) {

        /** Returns the range of the symbol for an interval of the value. */
        Interval steps(Interval now) {
            long from = step > 0 ? now.low() : now.high();
            long to = step > 0 ? now.high() : now.low();
            long first = step > 0 ? start.high() : start.low();
            long last = step > 0 ? start.low() : start.high();
            boolean fits = Math.max(Math.abs(from), Math.abs(to)) < 1L << 60
                    && Math.max(Math.abs(first), Math.abs(last)) < 1L << 60;
            return fits
                    ? new Interval(-Math.floorDiv(-(from - first), step), Math.floorDiv(to - last, step))
                    : Interval.LONGS;
        }
    }

    private void addGrowth(Symbol symbol, Value value, Interval start, long step) {
        growths.put(symbol, new Growth(value, start, step));
    }

    /** Returns the affine form of a value, or null. */
    @Nullable
    AffineExpr<Symbol> of(Value value) {
        if (known.containsKey(value)) {
            return known.get(value);
        }
        // A cyclic value has no form, except an induction variable.
        known.put(value, null);
        AffineExpr<Symbol> form = AffineExpr.fitting(() -> compute(value));
        known.put(value, form);
        return form;
    }

    private @Nullable AffineExpr<Symbol> compute(Value value) {
        if (!value.type().isInteger()) {
            return null;
        }
        Interval interval = proofs.interval(value);
        if (interval.isSingle()) {
            return AffineExpr.of(interval.low());
        }
        return value instanceof Argument argument ? argument(argument) : instruction((Instruction) value);
    }

    private @Nullable AffineExpr<Symbol> argument(Argument argument) {
        int index = kernel.body().arguments().indexOf(argument);
        if (index >= 0) {
            return AffineExpr.unknown(Symbol.item(index));
        }
        LoopInfo loop = loops.of(argument);
        if (loop != null) {
            return inductionVariable(argument, loop);
        }
        Argument range = dependences.rangeIndex(argument);
        return range == null ? null : unknown(Symbol.of(Symbol.Kind.RANGE, range), argument);
    }

    /** Returns the form of an induction variable, or null. */
    private @Nullable AffineExpr<Symbol> inductionVariable(Argument argument, LoopInfo loop) {
        Value start = loop.start(argument);
        AffineExpr<Symbol> from = start == null ? null : of(start);
        if (start == null
                || from == null
                || !(loop.next(argument) instanceof Instruction next)
                || !proofs.isExact(next)) {
            return null;
        }
        Long step =
                AffineExpr.distance(next, argument, by -> proofs.interval(by).single());
        if (step == null || step == 0) {
            return null;
        }
        addGrowth(LoopNest.iterations(loop), argument, proofs.interval(start), step);
        return from.plus(AffineExpr.unknown(LoopNest.iterations(loop)), step);
    }

    private @Nullable AffineExpr<Symbol> instruction(Instruction i) {
        Op op = i.op();
        if (op == TeamQuery.LEAGUE_RANK) {
            return AffineExpr.unknown(Symbol.item(0));
        } else if (op == TeamQuery.TEAM_RANK) {
            return AffineExpr.unknown(Symbol.member());
        } else if (op == Binary.DIV || op == Binary.REM) {
            return proofs.interval(i.operand(0)).low() >= 0 ? quotient(i, op == Binary.DIV) : null;
        } else if (op == MathFunction.FLOOR_DIV || op == MathFunction.FLOOR_MOD) {
            return quotient(i, op == MathFunction.FLOOR_DIV);
        } else if (op instanceof Binary) {
            return proofs.isExact(i) ? AffineExpr.of(i, this::of) : null;
        } else if (op == Conversion.I2L || proofs.isExact(i) && (op == Conversion.L2I || op == Unary.NEG)) {
            return AffineExpr.of(i, this::of);
        }
        return dependences.isUniform(i) ? unknown(Symbol.of(Symbol.Kind.UNIFORM, i), i) : null;
    }

    private AffineExpr<Symbol> unknown(Symbol symbol, Value value) {
        addGrowth(symbol, value, Interval.of(0), 1);
        return AffineExpr.unknown(symbol);
    }

    /** A quotient by a positive constant is a symbol; the remainder is expressed by it. */
    private @Nullable AffineExpr<Symbol> quotient(Instruction i, boolean isQuotient) {
        AffineExpr<Symbol> a = of(i.operand(0));
        Interval by = proofs.interval(i.operand(1));
        if (a == null || !by.isSingle() || by.low() <= 0 || by.low() > Integer.MAX_VALUE) {
            return null;
        }
        // Equal quotients have one symbol.
        AffineExpr<Symbol> quotient =
                AffineExpr.unknown(new Symbol(Symbol.Kind.QUOTIENT, dependences.quotient(a, by.low())));
        return isQuotient ? quotient : a.plus(quotient, -by.low());
    }
}
