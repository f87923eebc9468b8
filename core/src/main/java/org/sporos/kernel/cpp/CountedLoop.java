package org.sporos.kernel.cpp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;

/**
 * A loop of two blocks, a header that compares and a body, that counts an int up by one to a bound which no pass
 * changes. Its checked accesses at the counter are all inside if the counter begins at 0 or above and the bound is no
 * extent's above.
 *
 * @param counter what is counted, an argument of the header
 * @param bound what it stays below
 * @param body the block behind the comparison
 * @param exit the edge that leaves it
 * @param variables what a pass changes
 * @param accesses loads and stores at the counter that are not proven to be inside
 * @param others loads elsewhere that are not proven to be inside, if the body does nothing else that could fail or that
 *     could not be done again; these or accesses there is at least one
 */
record CountedLoop(
        Argument counter,
        Value bound,
        Block body,
        Edge exit,
        List<Argument> variables,
        Set<Instruction> accesses,
        @Nullable Set<Instruction> others) {
    /** Returns what a loop of a region counts, if it is to be written twice; else null. */
    static @Nullable CountedLoop wanted(Body body, Region region, ControlFlow.Loop loop) {
        if (!body.options.hoists() && !body.options.speculates()) {
            return null;
        }
        CountedLoop counted = of(body, region, loop);
        return counted != null && (body.options.hoists() || counted.others != null) ? counted : null;
    }

    /** Returns what a loop of a region counts, or null if it is none of these. */
    static @Nullable CountedLoop of(Body body, Region region, ControlFlow.Loop loop) {
        LoopInfo info = LoopInfo.of(region, loop);
        Block header = info.header();
        Block passes = info.onlyBody();
        Argument counter = info.counter();
        LoopInfo.Test test = info.test();
        if (passes == null
                || counter == null
                || test == null
                || header.id() == 0
                || test.stays() != Compare.LT
                || counter.type() != Type.I32
                || !info.countsUp(counter)
                || !header.instructions().stream().allMatch(body.inlining::isInlined)
                || !isKept(body, header, passes, test.right())) {
            return null;
        }
        Set<Instruction> accesses = accesses(body, passes, counter);
        Set<Instruction> others = body.options.speculates() ? others(body, passes, accesses) : null;
        boolean known = accesses.isEmpty() && (others == null || others.isEmpty());
        return known
                ? null
                : new CountedLoop(counter, test.right(), passes, test.exit(), header.arguments(), accesses, others);
    }

    /** Returns whether a bound is the same in each pass: also a load is where nothing is stored. */
    private static boolean isKept(Body body, Block header, Block passes, Value bound) {
        if (header.arguments().contains(bound) || passes.instructions().contains(bound)) {
            return false;
        }
        if (!(bound instanceof Instruction instruction)
                || !header.instructions().contains(instruction)) {
            return true;
        }
        boolean load = instruction.op() instanceof Op.Load;
        boolean writes = passes.instructions().stream().anyMatch(CountedLoop::isEffect);
        return (instruction.isPure() || load && !body.checks.isChecked(instruction) && !writes)
                && instruction.operands().stream().allMatch(operand -> isKept(body, header, passes, operand));
    }

    private static boolean isEffect(Instruction instruction) {
        Op op = instruction.op();
        return op instanceof Op.Store
                || op instanceof Op.Atomic
                || !instruction.regions().isEmpty();
    }

    private static Set<Instruction> accesses(Body body, Block passes, Argument counter) {
        Set<Instruction> found = new LinkedHashSet<>();
        for (Instruction instruction : passes.instructions()) {
            Op op = instruction.op();
            boolean access = op instanceof Op.Load || op instanceof Op.Store;
            if (access
                    && CheckedAccesses.viewOf(op) instanceof ViewRef.Captured view
                    && view.rank() == 1
                    && instruction.operand(0) == counter
                    && body.checks.isChecked(instruction)) {
                found.add(instruction);
            }
        }
        return found;
    }

    /** Returns the other loads that may fail, if nothing else does and all can be done again; else null. */
    private static @Nullable Set<Instruction> others(Body body, Block passes, Set<Instruction> accesses) {
        Set<Instruction> found = new LinkedHashSet<>();
        for (Instruction instruction : passes.instructions()) {
            boolean load = instruction.op() instanceof Op.Load;
            boolean fails = body.checks.isChecked(instruction)
                    || body.checks.isDivision(instruction) && body.checks.mayDivideByZero(instruction);
            if (load && fails && !accesses.contains(instruction) && canBeTried(body, instruction)) {
                found.add(instruction);
            } else if (!(load && (!fails || accesses.contains(instruction)))
                    && (fails || !instruction.isPure() || !instruction.regions().isEmpty())) {
                return null;
            }
        }
        return found;
    }

    /** Another element can be loaded in the place of one that is outside, if there is any, and without arithmetic. */
    static boolean canBeTried(Body body, Instruction load) {
        return CheckedAccesses.viewOf(load.op()) instanceof ViewRef.Captured ref
                && ref.rank() == 1
                && body.view(ref).stride(0) == 1
                && body.view(ref).extent(0) > 0;
    }

    /** Returns the condition under which all accesses are inside, before the first pass; the bound is in a variable. */
    Expr isInside(Body body, String end) {
        return isInside(body, counter, accesses, end);
    }

    /** Returns the condition under which accesses at a counter are inside, from its value now to an end. */
    static Expr isInside(Body body, Argument counter, Set<Instruction> accesses, String end) {
        if (accesses.isEmpty()) {
            return Expr.word("true");
        }
        Expr first = Expr.variable(body.variable(counter));
        Expr inside = Expr.binary(first, ">=", Expr.RELATION, Expr.word("0"));
        Set<String> extents = new TreeSet<>();
        accesses.forEach(access -> extents.add(body.extent(CheckedAccesses.viewOf(access.op()), 0)));
        for (String extent : extents) {
            Expr below = Expr.binary(Expr.variable(end), "<=", Expr.RELATION, Expr.word(extent));
            inside = Expr.both(inside, below);
        }
        return inside;
    }

    /**
     * Returns the loop up to a bound in a variable where a GPU gathers: of a short pass its compiler makes a loop of
     * 16, one of 8 and one of 4 otherwise, and rows mostly have fewer.
     */
    static Stmt gathering(String variable, String end, List<Stmt> passes) {
        String head = "_Pragma(\"unroll 4\") while (" + variable + " < " + end + ")";
        return new Stmt.Around(head, Set.of(variable, end), passes, "");
    }
}
