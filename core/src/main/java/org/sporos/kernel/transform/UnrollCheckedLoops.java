package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Unrolls the loops of {@link VersionLoops} with remaining checks, such as of a loaded index: each copy of an iteration
 * is followed by the exit test. Compilers would compute the trip count first, which takes longer than the few
 * iterations of a row; docs/benchmarks/host-kernels.md, "SpMV compares each column", measures it.
 */
final class UnrollCheckedLoops implements KernelPass {
    /** The copies of an iteration; rows are often shorter. */
    private static final int COPIES = 8;

    /** The most instructions of an iteration that is copied. */
    private static final int LONGEST = 24;

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        KernelEdit edit = null;
        for (LoopInfo info : kernel.loops()) {
            CountedLoop loop = isShort(info) ? CountedLoop.of(kernel, info) : null;
            if (loop != null && pays(kernel.checks(), loop)) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                new Unrolled(kernel.checks(), edit, loop).make();
            }
        }
        return kernel.with(edit);
    }

    private static boolean isShort(LoopInfo info) {
        return info.header().terminator() instanceof Terminator.Branch branch && branch.hint() == Hint.SHORT_LOOP;
    }

    private static boolean pays(RuntimeChecks checks, CountedLoop loop) {
        List<Instruction> all = loop.body().instructions();
        return all.size() <= LONGEST
                && all.stream().anyMatch(checks::mayFail)
                && loop.header().instructions().stream().allMatch(Instruction::isPure);
    }

    /** The copies of one loop. */
    private static final class Unrolled {
        private final RuntimeChecks checks;
        private final KernelEdit edit;
        private final CountedLoop loop;
        private final LoopCopies copies;

        Unrolled(RuntimeChecks checks, KernelEdit edit, CountedLoop loop) {
            this.checks = checks;
            this.edit = edit;
            this.loop = loop;
            this.copies = new LoopCopies(edit, loop.info());
        }

        void make() {
            DraftBlock before = copies.before();
            copies.computeAhead(loop.header().instructions());
            Value bound = copies.ahead().of(loop.bound());
            DraftBlock first = edit.newBlock();
            copies.test(before, copies.ahead(), new To(first, List.of()), copies.exit(copies.ahead()), Hint.NONE);
            DraftBlock header = edit.newBlock();
            Map<Value, Value> now = new IdentityHashMap<>();
            for (Argument old : loop.header().arguments()) {
                now.put(old, header.argument(old.type(), old.name(), old.position()));
            }
            Argument left = header.argument(Type.I32, "left", copies.position());
            Value counter = Objects.requireNonNull(now.get(loop.counter()));
            List<Value> enter = new ArrayList<>(copies.entering());
            // The counter is nonnegative and below the bound: the difference does not overflow.
            enter.add(copies.code(first).exact(Binary.SUB, bound, copies.ahead().of(loop.counter())));
            first.jump(header, enter, copies.position());
            KernelEdit.Copy copy = header(header, now);
            DraftBlock block = header;
            for (int k = 1; k <= COPIES; k++) {
                for (Instruction at : inOrder()) {
                    edit.copyInto(block, at, copy);
                }
                Map<Value, Value> next = next(copy);
                Value isLast = copies.code(block)
                        .compare(Compare.EQ, left, copies.code(block).literal(Type.I32, k));
                To exit = exit(block, next, bound);
                DraftBlock after = edit.newBlock();
                // Without the hint g++ rotates the loop, and all iterations but the first start with a jump.
                Hint hint = k < COPIES ? Hint.NONE : Hint.LIKELY;
                block.branch(isLast, exit, new To(after, List.of()), hint, copies.position());
                Instruction done = copies.code(after).literal(Type.I32, k);
                next.put(loop.counter(), copies.code(after).exact(Binary.ADD, counter, done));
                if (k < COPIES) {
                    copy = header(after, next);
                    block = after;
                } else {
                    List<Value> again = new ArrayList<>();
                    loop.header().arguments().forEach(old -> again.add(Objects.requireNonNull(next.get(old))));
                    again.add(copies.code(after).exact(Binary.SUB, left, done));
                    after.jump(header, again, copies.position());
                }
            }
        }

        /** Adds the instructions of the header to a block. */
        private KernelEdit.Copy header(DraftBlock block, Map<Value, Value> arguments) {
            KernelEdit.Copy copy = edit.substituting(arguments);
            loop.header().instructions().forEach(at -> edit.copyInto(block, at, copy));
            return copy;
        }

        /** Returns the arguments of the header in the next iteration. */
        private Map<Value, Value> next(KernelEdit.Copy copy) {
            List<Value> passed = loop.body().terminator().edges().get(0).arguments();
            Map<Value, Value> next = new IdentityHashMap<>();
            for (int k = 0; k < passed.size(); k++) {
                next.put(loop.header().arguments().get(k), copy.of(passed.get(k)));
            }
            return next;
        }

        /** After the loop the counter equals the bound. */
        private To exit(DraftBlock block, Map<Value, Value> next, Value bound) {
            KernelEdit.Copy last = edit.substituting(next);
            last.put(loop.counter(), bound);
            if (copies.leaving().stream().anyMatch(Instruction.class::isInstance)) {
                loop.header().instructions().forEach(at -> edit.copyInto(block, at, last));
            }
            return copies.exit(last);
        }

        /**
         * Returns the instructions of an iteration with checked ones first, each after its operands: a load after all
         * checks can be folded into its user. Iterations with effects keep their order.
         */
        private List<Instruction> inOrder() {
            Set<Value> first = Sets.newIdentityHashSet();
            List<Instruction> all = loop.body().instructions();
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
}
