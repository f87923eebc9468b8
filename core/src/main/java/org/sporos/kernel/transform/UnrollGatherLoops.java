package org.sporos.kernel.transform;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Unrolls the gather loops of {@link VersionLoops} for GPUs: batches of eight iterations without exit tests, then one
 * batch for the rest, whose surplus iterations repeat the last one and discard the results. A thread that issues the
 * loads of a batch together uses its cache lines before other threads evict them;
 * docs/benchmarks/launches-and-kernels.md, "Rows of 27 entries", measures it.
 *
 * <p>Precondition: iterations have no effects, and no load fails. Cost: iterations are short, so that a batch fits into
 * registers.
 */
final class UnrollGatherLoops implements KernelPass {
    private static final int BATCH = PartialUnrolling.COPIES;

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        RuntimeChecks checks = kernel.checks();
        return PartialUnrolling.apply(kernel, loop -> isRepeatable(checks, loop), made -> new Batches(made).make());
    }

    private static boolean isRepeatable(RuntimeChecks checks, CountedLoop loop) {
        List<Instruction> all = loop.body().instructions();
        return all.stream().noneMatch(checks::mayFail)
                && all.stream().allMatch(at -> at.isPure() || at.op() instanceof Op.Load);
    }

    /** The batches of one loop. */
    private static final class Batches {
        private final PartialUnrolling made;
        private final CountedLoop loop;
        private final LoopCopies copies;

        Batches(PartialUnrolling made) {
            this.made = made;
            this.loop = made.loop();
            this.copies = made.copies();
        }

        void make() {
            Value bound = copies.bound();
            Code before = copies.code();
            // As longs: the subtraction could overflow an int.
            Value limit =
                    before.exact(Binary.SUB, before.converted(Type.I64, bound), before.literal(Type.I64, BATCH - 1));
            DraftBlock header = made.newBlock();
            copies.before().jump(header, copies.entering(), copies.position());
            Map<Value, Value> entering = made.declare(header);
            DraftBlock batch = made.newBlock();
            DraftBlock rest = made.newBlock();
            Code test = copies.code(header);
            Value isWhole = test.compare(Compare.LT, test.converted(Type.I64, made.counter(entering)), limit);
            header.branch(isWhole, new To(batch, List.of()), new To(rest, List.of()), Hint.BATCHES, copies.position());
            batch.jump(header, made.values(batch(batch, entering)), copies.position());
            rest(rest, entering, bound);
        }

        /** Adds a batch, and returns the values of the loop after it. */
        private Map<Value, Value> batch(DraftBlock block, Map<Value, Value> entering) {
            Map<Value, Value> now = entering;
            for (int k = 1; k <= BATCH; k++) {
                now = iteration(block, now);
                made.count(block, now, entering, k);
            }
            return now;
        }

        private Map<Value, Value> iteration(DraftBlock block, Map<Value, Value> now) {
            return made.iteration(block, now, loop.body().instructions());
        }

        /** Adds the remaining iterations, fewer than a batch. */
        private void rest(DraftBlock block, Map<Value, Value> entering, Value bound) {
            DraftBlock last = made.newBlock();
            Value counter = made.counter(entering);
            Value isLeft = copies.code(block).compare(Compare.LT, counter, bound);
            block.branch(isLeft, new To(last, List.of()), made.exit(block, entering), Hint.NONE, copies.position());
            Code code = copies.code(last);
            Value left = code.exact(Binary.SUB, bound, counter);
            Value most = code.exact(Binary.SUB, left, code.literal(Type.I32, 1));
            Map<Value, Value> now = iteration(last, entering);
            for (int k = 1; k < BATCH - 1; k++) {
                Instruction offset = code.literal(Type.I32, k);
                Value clamped = code.add(MathFunction.MIN, Type.I32, offset, most);
                Map<Value, Value> before = new IdentityHashMap<>(now);
                before.put(loop.counter(), code.exact(Binary.ADD, counter, clamped));
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
            To exit = made.exit(last, now);
            last.jump(exit.target(), exit.arguments(), copies.position());
        }
    }
}
