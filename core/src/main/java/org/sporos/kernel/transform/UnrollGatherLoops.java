package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Unrolls the gather loops of {@link VersionLoops} for GPUs: batches of eight iterations without exit tests, then one
 * batch for the rest, whose surplus iterations repeat the last one and discard the results. A thread that issues the
 * loads of a batch together uses its cache lines before other threads evict them;
 * docs/benchmarks/launches-and-kernels-on-h200.md, "Rows of 27 entries", measures it.
 *
 * <p>Precondition: iterations have no effects, and no load fails. Cost: iterations are short, so that a batch fits into
 * registers.
 */
final class UnrollGatherLoops implements KernelPass {
    private static final int BATCH = 8;

    /** The most instructions of an iteration. */
    private static final int LONGEST = 24;

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        KernelEdit edit = null;
        for (LoopInfo info : kernel.loops()) {
            CountedLoop loop = isShort(info) ? CountedLoop.of(kernel, info) : null;
            if (loop != null && isRepeatable(kernel.checks(), loop)) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                new Batches(edit, loop).make();
            }
        }
        return kernel.with(edit);
    }

    private static boolean isShort(LoopInfo info) {
        return info.header().terminator() instanceof Terminator.Branch branch && branch.hint() == Hint.SHORT_LOOP;
    }

    private static boolean isRepeatable(RuntimeChecks checks, CountedLoop loop) {
        List<Instruction> all = loop.body().instructions();
        return all.size() <= LONGEST
                && all.stream().noneMatch(checks::mayFail)
                && all.stream().allMatch(at -> at.isPure() || at.op() instanceof Op.Load);
    }

    /** The batches of one loop. */
    private static final class Batches {
        private final KernelEdit edit;
        private final CountedLoop loop;
        private final LoopCopies copies;

        Batches(KernelEdit edit, CountedLoop loop) {
            this.edit = edit;
            this.loop = loop;
            this.copies = new LoopCopies(edit, loop.info());
        }

        void make() {
            Value bound = copies.bound();
            Code before = copies.code();
            // As longs: the subtraction could overflow an int.
            Value limit =
                    before.exact(Binary.SUB, before.converted(Type.I64, bound), before.literal(Type.I64, BATCH - 1));
            DraftBlock header = edit.newBlock();
            copies.before().jump(header, copies.entering(), copies.position());
            Map<Value, Value> entering = new IdentityHashMap<>();
            for (Argument old : loop.header().arguments()) {
                entering.put(old, header.argument(old.type(), old.name(), old.position()));
            }
            DraftBlock batch = edit.newBlock();
            DraftBlock rest = edit.newBlock();
            Code test = copies.code(header);
            Value isWhole = test.compare(Compare.LT, test.converted(Type.I64, counter(entering)), limit);
            header.branch(isWhole, new To(batch, List.of()), new To(rest, List.of()), Hint.BATCHES, copies.position());
            batch.jump(header, values(batch(batch, entering)), copies.position());
            rest(rest, entering, bound);
        }

        private Value counter(Map<Value, Value> now) {
            return Objects.requireNonNull(now.get(loop.counter()));
        }

        private List<Value> values(Map<Value, Value> now) {
            List<Value> values = new ArrayList<>();
            loop.header().arguments().forEach(old -> values.add(Objects.requireNonNull(now.get(old))));
            return values;
        }

        /** Adds a batch, and returns the arguments of the header after it. */
        private Map<Value, Value> batch(DraftBlock block, Map<Value, Value> entering) {
            Code code = copies.code(block);
            Map<Value, Value> now = entering;
            for (int k = 1; k <= BATCH; k++) {
                now = iteration(block, now);
                now.put(loop.counter(), code.exact(Binary.ADD, counter(entering), code.literal(Type.I32, k)));
            }
            return now;
        }

        /** Adds the remaining iterations, fewer than a batch. */
        private void rest(DraftBlock block, Map<Value, Value> entering, Value bound) {
            DraftBlock last = edit.newBlock();
            Value isLeft = copies.code(block).compare(Compare.LT, counter(entering), bound);
            block.branch(isLeft, new To(last, List.of()), exit(block, entering), Hint.NONE, copies.position());
            Code code = copies.code(last);
            Value left = code.exact(Binary.SUB, bound, counter(entering));
            Value most = code.exact(Binary.SUB, left, code.literal(Type.I32, 1));
            Map<Value, Value> now = iteration(last, entering);
            for (int k = 1; k < BATCH - 1; k++) {
                Instruction offset = code.literal(Type.I32, k);
                Value clamped = code.add(MathFunction.MIN, Type.I32, offset, most);
                Map<Value, Value> before = new IdentityHashMap<>(now);
                before.put(loop.counter(), code.exact(Binary.ADD, counter(entering), clamped));
                now = iteration(last, before);
                Value isIn = code.compare(Compare.LT, offset, left);
                for (Argument of : loop.header().arguments()) {
                    Value old = Objects.requireNonNull(before.get(of));
                    Value next = Objects.requireNonNull(now.get(of));
                    if (next != old && of != loop.counter()) {
                        now.put(of, code.add(new Op.Select(), next.type(), isIn, next, old));
                    }
                }
            }
            now.put(loop.counter(), bound);
            To exit = exit(last, now);
            last.jump(exit.target(), exit.arguments(), copies.position());
        }

        /** Adds one iteration, and returns the arguments of the header after it. */
        private Map<Value, Value> iteration(DraftBlock block, Map<Value, Value> now) {
            KernelEdit.Copy copy = edit.substituting(now);
            loop.header().instructions().forEach(at -> edit.copyInto(block, at, copy));
            loop.body().instructions().forEach(at -> edit.copyInto(block, at, copy));
            List<Value> passed = loop.body().terminator().edges().get(0).arguments();
            Map<Value, Value> next = new IdentityHashMap<>();
            for (int k = 0; k < passed.size(); k++) {
                next.put(loop.header().arguments().get(k), copy.of(passed.get(k)));
            }
            return next;
        }

        private To exit(DraftBlock block, Map<Value, Value> now) {
            KernelEdit.Copy last = edit.substituting(now);
            if (copies.leaving().stream().anyMatch(Instruction.class::isInstance)) {
                loop.header().instructions().forEach(at -> edit.copyInto(block, at, last));
            }
            return copies.exit(last);
        }
    }
}
