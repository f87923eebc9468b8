package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Unrolls the loops of {@link VersionLoops} with remaining checks, such as of a loaded index: each copy of an iteration
 * is followed by the exit test. Compilers would compute the trip count first, which takes longer than the few
 * iterations of a row; docs/benchmarks/host-kernels.md, "SpMV compares each column", measures it.
 */
final class UnrollCheckedLoops implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        RuntimeChecks checks = kernel.checks();
        return PartialUnrolling.apply(kernel, loop -> pays(checks, loop), made -> unroll(made, checks));
    }

    private static boolean pays(RuntimeChecks checks, CountedLoop loop) {
        return loop.body().instructions().stream().anyMatch(checks::mayFail)
                && loop.header().instructions().stream().allMatch(Instruction::isPure);
    }

    private static void unroll(PartialUnrolling made, RuntimeChecks checks) {
        CountedLoop loop = made.loop();
        LoopCopies copies = made.copies();
        copies.computeAhead(loop.header().instructions());
        Value bound = copies.ahead().of(loop.bound());
        DraftBlock first = made.newBlock();
        copies.test(copies.before(), copies.ahead(), new To(first, List.of()), copies.exit(copies.ahead()), Hint.NONE);
        DraftBlock header = made.newBlock();
        Map<Value, Value> entering = made.declare(header);
        Argument left = header.argument(Type.I32, "left", copies.position());
        List<Value> enter = new ArrayList<>(copies.entering());
        // The counter is nonnegative and below the bound: the difference does not overflow.
        enter.add(copies.code(first).exact(Binary.SUB, bound, copies.ahead().of(loop.counter())));
        first.jump(header, enter, copies.position());
        List<Instruction> body = inOrder(checks, loop.body().instructions());
        DraftBlock block = header;
        Map<Value, Value> now = entering;
        for (int k = 1; k <= PartialUnrolling.COPIES; k++) {
            now = made.iteration(block, now, body);
            Code code = copies.code(block);
            Value isLast = code.compare(Compare.EQ, left, code.literal(Type.I32, k));
            // The counter equals its bound after the loop.
            Map<Value, Value> last = new IdentityHashMap<>(now);
            last.put(loop.counter(), bound);
            To exit = made.exit(block, last);
            DraftBlock after = made.newBlock();
            // Without the hint g++ rotates the loop, and all iterations but the first start with a jump.
            Hint hint = k < PartialUnrolling.COPIES ? Hint.NONE : Hint.LIKELY;
            block.branch(isLast, exit, new To(after, List.of()), hint, copies.position());
            made.count(after, now, entering, k);
            block = after;
        }
        List<Value> again = made.values(now);
        Code code = copies.code(block);
        again.add(code.exact(Binary.SUB, left, code.literal(Type.I32, PartialUnrolling.COPIES)));
        block.jump(header, again, copies.position());
    }

    /**
     * Returns the instructions of an iteration with the checked ones first, each after its operands: a load after all
     * checks can become a memory operand. Iterations with effects keep their order.
     */
    private static List<Instruction> inOrder(RuntimeChecks checks, List<Instruction> all) {
        Set<Value> first = Sets.newIdentityHashSet();
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction at = all.get(k);
            boolean reads = at.op() instanceof Op.Load || at.op() instanceof Op.ArrayLoad;
            if (!reads && !at.isPure() && !at.isDivision()) {
                return all;
            } else if (checks.mayFail(at) || first.contains(at)) {
                first.add(at);
                first.addAll(at.operands());
            }
        }
        List<Instruction> order = new ArrayList<>(all);
        order.removeIf(at -> !first.contains(at));
        all.stream().filter(at -> !first.contains(at)).forEach(order::add);
        return order;
    }
}
