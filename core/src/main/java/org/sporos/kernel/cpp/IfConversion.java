package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;

/**
 * If-conversion of branches on the host: where both arms do little and cannot fail, both are done, and a mask selects
 * the values that go on, as a core would mispredict the branch where it depends on data. Of loops that are vectors a
 * compiler does so itself: a body that checks something is none. Where a body stores planes, whose rows may wrap
 * around, the indexes of neighbours are selected so too: g++ makes vectors of no such body with branches.
 *
 * @param arms the blocks that only this branch enters
 * @param target where both arms meet
 * @param yes the values that go there where the condition is true
 */
record IfConversion(List<Block> arms, int target, Edge yes, Edge no) {
    /** The most instructions of the arms: a correctly predicted branch costs less than more of them. */
    private static final int MOST_INSTRUCTIONS = 6;

    private static final int MOST_VALUES = 2;

    /** Returns the conversion of a branch, or null if it stays a branch. */
    static @Nullable IfConversion of(Body body, Region region, ControlFlow flow, Block from, Terminator.Branch branch) {
        boolean storesPlanes = IndependentIndexes.of(body);
        if (!body.options.hoists() || !flow.isReducible() || !body.isChecked() && !storesPlanes) {
            return null;
        }
        Block one = arm(region, flow, branch.whenTrue());
        Block other = arm(region, flow, branch.whenFalse());
        Edge yes = one == null ? branch.whenTrue() : one.terminator().edges().get(0);
        Edge no =
                other == null ? branch.whenFalse() : other.terminator().edges().get(0);
        List<Block> arms =
                Stream.of(one, other).filter(java.util.Objects::nonNull).toList();
        boolean meet = yes.target() == no.target() && yes.target() > from.id();
        return meet && areCheap(body, arms, storesPlanes) && areFew(body, region.block(yes.target()), yes, no)
                ? new IfConversion(arms, yes.target(), yes, no)
                : null;
    }

    private static @Nullable Block arm(Region region, ControlFlow flow, Edge edge) {
        Block block = region.block(edge.target());
        boolean own = block.id() > 0
                && flow.predecessors(block.id()).size() == 1
                && block.arguments().isEmpty();
        return own && block.terminator() instanceof Terminator.Jump ? block : null;
    }

    /** @param worth whether arithmetic alone is not left to the compiler */
    private static boolean areCheap(Body body, List<Block> arms, boolean worth) {
        int count = 0;
        boolean hasWork = worth;
        for (Block arm : arms) {
            for (Instruction at : arm.instructions()) {
                if (!isCheap(body, at)) {
                    return false;
                }
                count += at.op() instanceof Op.Constant ? 0 : 1;
                hasWork |= at.op() instanceof Op.Load || at.op() == Unary.NEG;
            }
        }
        return hasWork && count <= MOST_INSTRUCTIONS;
    }

    private static boolean isCheap(Body body, Instruction at) {
        if (body.isShared(at) && !body.inlining.isInlined(at)) {
            return false;
        }
        Op op = at.op();
        boolean integer = op == Binary.ADD || op == Binary.SUB || op == Binary.MUL;
        return op instanceof Op.Constant
                || op == Unary.NEG && at.type().isFloating()
                || integer && at.type().isInteger() && body.checks.isUnguarded(at)
                || op instanceof Op.Load && body.checks.isUnguarded(at);
    }

    private static boolean areFew(Body body, Block target, Edge yes, Edge no) {
        int count = 0;
        for (int k = 0; k < target.arguments().size(); k++) {
            Argument argument = target.arguments().get(k);
            if (body.inlining.isUsed(argument)
                    && yes.arguments().get(k) != no.arguments().get(k)) {
                count++;
                if (argument.type() == Type.BOOL) {
                    return false;
                }
            }
        }
        return count > 0 && count <= MOST_VALUES;
    }

    /** Returns the new values of what the target takes. */
    List<ParallelCopy.Copy> copies(Body body, Region region, CppExpressions expressions, Expr condition) {
        List<ParallelCopy.Copy> copies = new ArrayList<>();
        List<Argument> arguments = region.block(target).arguments();
        for (int k = 0; k < arguments.size(); k++) {
            Argument argument = arguments.get(k);
            if (body.inlining.isUsed(argument)) {
                Expr one = expressions.use(yes.arguments().get(k));
                boolean same = yes.arguments().get(k) == no.arguments().get(k);
                Expr value = same
                        ? one
                        : Expr.call(
                                "java::choose",
                                condition,
                                one,
                                expressions.use(no.arguments().get(k)));
                copies.add(new ParallelCopy.Copy(Words.type(argument.type()), body.variable(argument), value));
            }
        }
        return copies;
    }
}
