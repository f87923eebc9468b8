package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * If-conversion of branches with cheap arms that cannot fail: both arms run, and a mask selects their values, because a
 * core would mispredict branches on data. Compilers do so themselves in loops that they vectorize, but not in kernels
 * with checks. In kernels that store planes, whose rows may wrap around, indexes of neighbours are selected, too: g++
 * vectorizes none of these with branches. docs/benchmarks/host-kernels.md, "Branches on data", measures it.
 */
final class ConvertBranches implements KernelPass {
    /** The most instructions of the arms: a correctly predicted branch costs less than more of them. */
    private static final int MOST_INSTRUCTIONS = 6;

    private static final int MOST_VALUES = 2;

    /**
     * A branch that is converted.
     *
     * @param arms the blocks with the branch as their only predecessor
     * @param yes the edge to the join point if the condition is true
     */
    private record Conversion(Block from, List<Block> arms, Edge yes, Edge no) {}

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        boolean storesPlanes = kernel.storesPlanes();
        if (!storesPlanes && !kernel.isChecked()) {
            return kernel;
        }
        KernelEdit edit = null;
        for (Region region : kernel.regions()) {
            ControlFlow flow = LaunchedKernel.reducible(region);
            for (Block from : flow == null ? List.<Block>of() : region.blocks()) {
                Conversion found = flow == null ? null : conversion(kernel, region, flow, from, storesPlanes);
                if (found != null) {
                    edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                    convert(edit, region, found);
                }
            }
        }
        return kernel.with(edit);
    }

    private static @Nullable Conversion conversion(
            LaunchedKernel kernel, Region region, ControlFlow flow, Block from, boolean storesPlanes) {
        if (!(from.terminator() instanceof Terminator.Branch branch)) {
            return null;
        }
        Block one = arm(region, flow, branch.whenTrue());
        Block other = arm(region, flow, branch.whenFalse());
        Edge yes = one == null ? branch.whenTrue() : one.terminator().edges().get(0);
        Edge no =
                other == null ? branch.whenFalse() : other.terminator().edges().get(0);
        List<Block> arms = Stream.of(one, other).filter(Objects::nonNull).toList();
        boolean meet = yes.target() == no.target() && yes.target() > from.id();
        return meet && areCheap(kernel, arms, storesPlanes) && areFew(region.block(yes.target()), yes, no)
                ? new Conversion(from, arms, yes, no)
                : null;
    }

    private static @Nullable Block arm(Region region, ControlFlow flow, Edge edge) {
        Block block = region.block(edge.target());
        boolean own = block.id() > 0
                && flow.predecessors(block.id()).size() == 1
                && block.arguments().isEmpty();
        return own && block.terminator() instanceof Terminator.Jump ? block : null;
    }

    /** @param pays whether arithmetic without loads is converted, too */
    private static boolean areCheap(LaunchedKernel kernel, List<Block> arms, boolean pays) {
        int count = 0;
        boolean hasWork = pays;
        for (Block arm : arms) {
            for (Instruction at : arm.instructions()) {
                if (!isCheap(kernel, at)) {
                    return false;
                }
                count += at.op() instanceof Op.Constant ? 0 : 1;
                hasWork |= at.op() instanceof Op.Load || at.op() == Unary.NEG;
            }
        }
        return hasWork && count <= MOST_INSTRUCTIONS;
    }

    private static boolean isCheap(LaunchedKernel kernel, Instruction at) {
        Op op = at.op();
        boolean integer = op == Binary.ADD || op == Binary.SUB || op == Binary.MUL;
        return op instanceof Op.Constant
                || op == Unary.NEG && at.type().isFloating()
                || integer && at.type().isInteger() && kernel.proofs().isUnguarded(at)
                || op instanceof Op.Load && kernel.proofs().isUnguarded(at);
    }

    private static boolean areFew(Block target, Edge yes, Edge no) {
        int count = 0;
        for (int k = 0; k < target.arguments().size(); k++) {
            Argument argument = target.arguments().get(k);
            if (yes.arguments().get(k) != no.arguments().get(k)) {
                count++;
                if (argument.type() == Type.BOOL) {
                    return false;
                }
            }
        }
        return count > 0 && count <= MOST_VALUES;
    }

    private static void convert(KernelEdit edit, Region region, Conversion found) {
        Terminator.Branch branch = (Terminator.Branch) found.from.terminator();
        DraftBlock block = edit.block(found.from);
        found.arms.forEach(arm -> arm.instructions().forEach(block::append));
        List<Value> passed = new ArrayList<>();
        for (int k = 0; k < found.yes.arguments().size(); k++) {
            Value yes = found.yes.arguments().get(k);
            Value no = found.no.arguments().get(k);
            passed.add(
                    yes == no
                            ? yes
                            : block.add(
                                    new Op.Select(true),
                                    yes.type(),
                                    branch.position(),
                                    List.of(branch.condition(), yes, no)));
        }
        block.jump(edit.block(region.block(found.yes.target())), passed, branch.position());
    }
}
