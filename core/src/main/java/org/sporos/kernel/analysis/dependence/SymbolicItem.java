package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Symbolic execution of one work item up to an access: integers are linear forms, path conditions are constraints,
 * block arguments at joins are disjunctions.
 *
 * <p>Constraints hold for the values at the time of the access. A definition dominates its uses, and a condition
 * dominates the blocks after its edge; neither is recomputed before the access, so that constraints of the definition
 * or edge still hold. Other values are unconstrained unknowns.
 */
final class SymbolicItem {
    private final AnalyzedKernel code;
    private final ItemValues values;
    private final ControlFlow flow;
    private final Map<Object, Block> blocks;
    private final SymbolicArithmetic arithmetic;
    private final Map<Value, AffineExpr<Integer>> forms = new IdentityHashMap<>();

    /**
     * @param copy the scope of the unknowns of this item
     * @param shared the scope of uniform values of this kernel
     */
    SymbolicItem(AnalyzedKernel code, Unknowns unknowns, Object copy, Object shared) {
        this.code = code;
        this.values = new ItemValues(code, unknowns, copy, shared);
        this.flow = code.loops().flow(code.kernel().body());
        this.blocks = code.blocks();
        this.arithmetic = new SymbolicArithmetic(values, this::of);
    }

    /** Returns the index of this item in a dimension of the launch. */
    AffineExpr<Integer> index(int dimension) {
        return values.unknowns().of(values.key(Symbol.item(dimension)));
    }

    /** Returns the values masked by uniform masks so far. */
    List<SymbolicArithmetic.Masked> masks() {
        return arithmetic.masks();
    }

    /** Returns the squares met so far. */
    List<SymbolicArithmetic.Square> squares() {
        return arithmetic.squares();
    }

    /** Returns the block of an access, or null in a nested region. */
    @Nullable
    Block block(Instruction access) {
        return blocks.get(access);
    }

    /** Adds the launch bounds and the path condition of a block. */
    void addPathTo(Block block, Formula formula) {
        for (int d = 0; d < code.launch().indexes().size(); d++) {
            formula.isIn(index(d), code.launch().indexes().get(d));
        }
        pathCondition(block, formula);
    }

    /** Adds the conditions of the edges that dominate a block. */
    private void pathCondition(Block block, Formula formula) {
        for (int at = block.id(); at > 0; at = flow.immediateDominator(at)) {
            List<Integer> from = flow.predecessors(at);
            if (from.size() == 1) {
                edge(code.kernel().body().block(from.get(0)).terminator(), at, formula);
            }
        }
    }

    /** Adds the condition of the only edge from a terminator to a block. */
    private void edge(Terminator end, int target, Formula formula) {
        if (end instanceof Terminator.Branch branch) {
            assume(branch.condition(), branch.whenTrue().target() == target, formula);
        } else if (end instanceof Terminator.Switch choice) {
            for (int k = 0; k < choice.cases().size(); k++) {
                if (choice.cases().get(k).target() == target) {
                    formula.areEqual(
                            of(choice.value(), formula),
                            AffineExpr.of(choice.keys().get(k)));
                }
            }
        }
    }

    /** Adds that a condition is true or false. */
    private void assume(Value condition, boolean holds, Formula formula) {
        Interval known = values.interval(condition);
        if (known.isSingle()) {
            if (known.low() != (holds ? 1 : 0)) {
                formula.isFalse();
            }
        } else if (!(condition instanceof Instruction instruction)) {
            formula.areEqual(of(condition, formula), AffineExpr.of(holds ? 1 : 0));
        } else if (instruction.op() == Unary.NOT) {
            assume(instruction.operand(0), !holds, formula);
        } else if (instruction.op() instanceof Compare compare) {
            if (instruction.operand(0).type().isInteger()) {
                compare(holds ? compare : compare.negated(), instruction, formula);
            }
        } else {
            connective(instruction, holds, formula);
        }
    }

    private void connective(Instruction i, boolean holds, Formula formula) {
        if (i.op() == (holds ? Binary.AND : Binary.OR)) {
            assume(i.operand(0), holds, formula);
            assume(i.operand(1), holds, formula);
        } else if (i.op() == Binary.AND || i.op() == Binary.OR) {
            formula.anyOf(one -> assume(i.operand(0), holds, one), other -> assume(i.operand(1), holds, other));
        } else if (i.op() == Binary.XOR) {
            formula.anyOf(yes -> both(i, true, holds, yes), no -> both(i, false, holds, no));
        } else if (i.op() instanceof Op.Select) {
            formula.anyOf(yes -> selected(i, true, holds, yes), no -> selected(i, false, holds, no));
        }
    }

    private void both(Instruction xor, boolean first, boolean differ, Formula formula) {
        assume(xor.operand(0), first, formula);
        assume(xor.operand(1), first != differ, formula);
    }

    private void selected(Instruction select, boolean first, boolean holds, Formula formula) {
        assume(select.operand(0), first, formula);
        assume(select.operand(first ? 1 : 2), holds, formula);
    }

    private void compare(Compare compare, Instruction i, Formula formula) {
        AffineExpr<Integer> a = of(i.operand(0), formula);
        AffineExpr<Integer> b = of(i.operand(1), formula);
        switch (compare) {
            case EQ -> formula.areEqual(a, b);
            case NE -> formula.anyOf(less -> less.isLess(a, b), more -> more.isLess(b, a));
            case LT -> formula.isLess(a, b);
            case LE -> formula.isAtMost(a, b);
            case GT -> formula.isLess(b, a);
            case GE -> formula.isAtMost(b, a);
        }
    }

    /** Returns the form of an integer or BOOL (0 or 1), and adds its constraints. */
    AffineExpr<Integer> of(Value value, Formula formula) {
        Interval interval = values.interval(value);
        if (interval.isSingle()) {
            return AffineExpr.of(interval.low());
        }
        AffineExpr<Integer> known = forms.get(value);
        if (formula.isConstrained(values.key(value)) && known != null) {
            return known;
        }
        AffineExpr<Integer> form = formOf(value, formula);
        forms.put(value, form);
        if (!interval.isEmpty()) {
            formula.isIn(form, interval);
        }
        return form;
    }

    private AffineExpr<Integer> formOf(Value value, Formula formula) {
        if (values.unknowns().isOverLimit()) {
            return values.unknown(value);
        }
        if (value instanceof Argument argument) {
            return argument(argument, formula);
        }
        Instruction i = (Instruction) value;
        return i.type() == Type.BOOL ? bool(i, formula) : integer(i, formula);
    }

    private AffineExpr<Integer> integer(Instruction i, Formula formula) {
        try {
            return i.op() instanceof Op.Select ? select(i, formula) : arithmetic.of(i, formula);
        } catch (ArithmeticException tooLarge) {
            return values.unknown(i);
        }
    }

    private AffineExpr<Integer> select(Instruction i, Formula formula) {
        AffineExpr<Integer> selected = values.unknown(i);
        if (!formula.isConstrained(selected)) {
            AffineExpr<Integer> a = of(i.operand(1), formula);
            AffineExpr<Integer> b = of(i.operand(2), formula);
            formula.anyOf(
                    yes -> {
                        assume(i.operand(0), true, yes);
                        yes.areEqual(selected, a);
                    },
                    no -> {
                        assume(i.operand(0), false, no);
                        no.areEqual(selected, b);
                    });
        }
        return selected;
    }

    private AffineExpr<Integer> bool(Instruction i, Formula formula) {
        AffineExpr<Integer> bool = values.unknown(i);
        if (!formula.isConstrained(bool)) {
            formula.anyOf(
                    yes -> {
                        yes.areEqual(bool, AffineExpr.of(1));
                        assume(i, true, yes);
                    },
                    no -> {
                        no.isZero(bool);
                        assume(i, false, no);
                    });
        }
        return bool;
    }

    private AffineExpr<Integer> argument(Argument argument, Formula formula) {
        int dimension = code.kernel().body().arguments().indexOf(argument);
        if (dimension >= 0 && dimension < code.launch().indexes().size()) {
            return index(dimension);
        }
        LoopInfo loop = code.loops().of(argument);
        if (loop != null) {
            return inductionVariable(argument, loop, formula);
        }
        Block block = blocks.get(argument);
        return block == null || block.id() == 0 ? values.unknown(argument) : phi(argument, block, formula);
    }

    /** Returns the form of an induction variable. */
    private AffineExpr<Integer> inductionVariable(Argument argument, LoopInfo loop, Formula formula) {
        Value start = loop.start(argument);
        boolean ofBody = loop.region() == code.kernel().body();
        if (!ofBody || start == null || !(loop.next(argument) instanceof Instruction next) || !values.isExact(next)) {
            return values.unknown(argument);
        }
        Long step =
                AffineExpr.distance(next, argument, by -> values.interval(by).single());
        if (step == null || !argument.type().isInteger()) {
            return values.unknown(argument);
        }
        AffineExpr<Integer> iterations = values.unknowns().of(values.key(LoopNest.iterations(loop)));
        if (!formula.isConstrained(iterations)) {
            formula.isNotNegative(iterations);
        }
        return of(start, formula).plus(iterations, step);
    }

    /** Returns a block argument: a disjunction over the incoming edges. */
    private AffineExpr<Integer> phi(Argument argument, Block block, Formula formula) {
        AffineExpr<Integer> form = values.unknown(argument);
        if (formula.isConstrained(form)) {
            return form;
        }
        int index = block.arguments().indexOf(argument);
        List<Consumer<Formula>> alternatives = new ArrayList<>();
        for (int from : flow.predecessors(block.id()).stream().distinct().toList()) {
            if (from >= block.id()) {
                return form;
            }
            Block before = code.kernel().body().block(from);
            for (Edge edge : before.terminator().edges()) {
                if (edge.target() == block.id() && code.proofs().isReached(before)) {
                    alternatives.add(path -> incoming(form, edge.arguments().get(index), before, block, path));
                }
            }
        }
        formula.anyOf(alternatives);
        return form;
    }

    private void incoming(AffineExpr<Integer> form, Value passed, Block before, Block block, Formula formula) {
        pathCondition(before, formula);
        if (before.terminator().edges().stream().map(Edge::target).distinct().count()
                == before.terminator().edges().size()) {
            edge(before.terminator(), block.id(), formula);
        }
        formula.areEqual(form, of(passed, formula));
    }
}
