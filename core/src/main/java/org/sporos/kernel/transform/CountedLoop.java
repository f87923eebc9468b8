package org.sporos.kernel.transform;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * A loop of two blocks, a header with an exit test and a body, whose induction variable is an int incremented by one up
 * to a loop-invariant bound.
 *
 * @param bound the exclusive upper bound of the counter
 * @param body the block after the exit test
 * @param accesses the checked loads and stores at the counter
 */
record CountedLoop(LoopInfo info, Argument counter, Value bound, Block body, Set<Instruction> accesses) {

    /** Returns the counted loop of a loop, or null if it has another form. */
    static @Nullable CountedLoop of(LaunchedKernel kernel, LoopInfo info) {
        Block body = info.onlyBody();
        Argument counter = info.counter();
        LoopInfo.Test test = info.test();
        boolean isCounted = body != null
                && counter != null
                && test != null
                && info.header().id() > 0
                && test.stays() == Compare.LT
                && counter.type() == Type.I32
                && info.countsUp(counter);
        if (!isCounted || body == null || counter == null || test == null) {
            return null;
        }
        CountedLoop loop = new CountedLoop(info, counter, test.right(), body, accesses(kernel, body, counter));
        boolean isPlain =
                body.instructions().stream().allMatch(at -> at.regions().isEmpty());
        RuntimeChecks checks = kernel.checks();
        return isPlain && loop.isHoistable(checks) && loop.isInvariant(checks, test.right()) ? loop : null;
    }

    private static Set<Instruction> accesses(LaunchedKernel kernel, Block body, Argument counter) {
        RuntimeChecks checks = kernel.checks();
        Set<Instruction> found = new LinkedHashSet<>();
        for (Instruction at : body.instructions()) {
            boolean isAccess = at.op() instanceof Op.Load || at.op() instanceof Op.Store;
            if (isAccess
                    && RuntimeChecks.viewOf(at.op()) instanceof ViewRef.Captured view
                    && view.rank() == 1
                    && at.operand(0) == counter
                    && checks.isChecked(at)) {
                found.add(at);
            }
        }
        return found;
    }

    Block header() {
        return info.header();
    }

    /** Returns whether the header can be computed before the loop: it has no effect and does not fail. */
    private boolean isHoistable(RuntimeChecks checks) {
        return header().instructions().stream()
                .allMatch(at -> at.isPure() || at.op() instanceof Op.Load && !checks.isChecked(at));
    }

    /** Returns whether a value is loop-invariant; so are loads if the loop stores nothing. */
    private boolean isInvariant(RuntimeChecks checks, Value value) {
        if (header().arguments().contains(value) || body.instructions().contains(value)) {
            return false;
        }
        if (!(value instanceof Instruction at) || !header().instructions().contains(at)) {
            return true;
        }
        boolean isStored = body.instructions().stream()
                .anyMatch(of -> of.op() instanceof Op.Store || of.op() instanceof Op.Atomic);
        return (at.isPure() || !isStored) && at.operands().stream().allMatch(of -> isInvariant(checks, of));
    }

    /** Returns the other checked loads if nothing else can fail and iterations can be repeated; else null. */
    @Nullable
    Set<Instruction> loadsToRetry(LaunchedKernel kernel) {
        RuntimeChecks checks = kernel.checks();
        Set<Instruction> found = new LinkedHashSet<>();
        for (Instruction at : body.instructions()) {
            boolean isLoad = at.op() instanceof Op.Load;
            boolean fails = checks.mayFail(at) && !accesses.contains(at);
            if (isLoad && fails && kernel.canClamp(at)) {
                found.add(at);
            } else if (fails || !isLoad && !at.isPure()) {
                return null;
            }
        }
        return found;
    }
}
