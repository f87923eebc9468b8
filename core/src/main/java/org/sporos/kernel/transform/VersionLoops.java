package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Loop versioning: a counted loop has a copy without checks of accesses at its counter, which runs if the counter
 * starts at 0 or above and the bound exceeds no extent; docs/benchmarks/host-kernels.md, "SpMV", measures it. On GPUs
 * the copy has no other checks either: it clamps the indexes of these loads and keeps the largest; if one was out of
 * bounds, the original loop runs again; docs/benchmarks/launches-and-kernels.md, "SpMV", measures it.
 */
record VersionLoops(Target target) implements KernelPass {
    /** The kind of processor. */
    enum Target {
        /** A loop that may fail runs once. */
        HOST,
        /** A loop without effects that may fail may run twice. */
        GPU
    }

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        KernelEdit edit = null;
        for (LoopInfo info : kernel.loops()) {
            CountedLoop loop = CountedLoop.of(kernel, info);
            Set<Instruction> retried = loop == null ? null : retried(kernel, loop);
            if (loop != null && retried != null) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                new Versions(kernel, edit, loop, retried).make(target);
            }
        }
        return kernel.with(edit);
    }

    /** Returns the other loads, which are checked after the loop, or null if the loop has one version. */
    private @Nullable Set<Instruction> retried(LaunchedKernel kernel, CountedLoop loop) {
        Set<Instruction> loads = target == Target.GPU ? loop.loadsToRetry(kernel) : Set.of();
        return loads == null || loads.isEmpty() && loop.accesses().isEmpty() ? null : loads;
    }

    /** The versions of one loop. */
    private static final class Versions {
        private final LaunchedKernel kernel;
        private final KernelEdit edit;
        private final CountedLoop loop;
        private final Set<Instruction> retried;
        private final LoopCopies copies;

        Versions(LaunchedKernel kernel, KernelEdit edit, CountedLoop loop, Set<Instruction> retried) {
            this.kernel = kernel;
            this.edit = edit;
            this.loop = loop;
            this.retried = retried;
            this.copies = new LoopCopies(edit, loop.info());
        }

        void make(Target target) {
            Value bound = copies.bound();
            Long start = loop.info().literalStart(loop.counter());
            Value counter = start == null
                    ? copies.ahead().of(loop.counter())
                    : copies.code().literal(Type.I32, start);
            Value inside = copies.code().areInBounds(kernel, loop.accesses(), counter, bound);
            if (retried.isEmpty()) {
                versions(inside, target);
            } else {
                retry(inside);
            }
        }

        private void versions(Value inside, Target target) {
            boolean isHost = target == Target.HOST;
            KernelEdit.Copy fast = copies.header();
            DraftBlock header = fast.of(loop.header());
            DraftBlock body = edit.newBlock();
            body(body, fast, new LargestIndexes(kernel, Set.of(), copies.code()));
            copies.test(header, fast, new To(body, List.of()), copies.exit(fast), isHost ? Hint.SHORT_LOOP : Hint.NONE);
            To first = new To(header, copies.entering());
            To whole = new To(copies.whole(), copies.entering());
            copies.before().branch(inside, first, whole, isHost ? Hint.SURE : Hint.NONE, copies.position());
        }

        /** Copies an iteration without checks at the counter, and with clamped loads. */
        private void body(DraftBlock body, KernelEdit.Copy copy, LargestIndexes indexes) {
            for (Instruction at : loop.body().instructions()) {
                if (retried.contains(at)) {
                    Code code = new Code(edit, body, at.position());
                    Value index = indexes.add(code, at, copy.of(at.operand(0)));
                    Instruction load = code.add(at.op(), at.type(), indexes.clamped(code, at, index));
                    edit.name(load, at.name());
                    edit.setInBounds(load);
                    copy.put(at, load);
                } else {
                    Instruction made = edit.copyInto(body, at, copy);
                    if (loop.accesses().contains(at)) {
                        edit.setInBounds(made);
                    }
                }
            }
            List<Value> next = new ArrayList<>(
                    copy.of(loop.body().terminator().edges().get(0).arguments()));
            next.addAll(indexes.next());
            body.jump(copy.of(loop.header()), next, copies.position());
        }

        /** Runs the original loop again if an index was out of bounds. */
        private void retry(Value inside) {
            KernelEdit.Copy fast = copies.header();
            DraftBlock header = fast.of(loop.header());
            LargestIndexes indexes = new LargestIndexes(kernel, retried, copies.code());
            indexes.declare(header);
            DraftBlock body = edit.newBlock();
            body(body, fast, indexes);
            DraftBlock end = edit.newBlock();
            copies.test(header, fast, new To(body, List.of()), new To(end, List.of()), Hint.SHORT_LOOP);
            DraftBlock choice = edit.newBlock();
            Argument isDone = choice.argument(Type.BOOL, "inside", copies.position());
            KernelEdit.Copy found = edit.substituting(Map.of());
            for (Value value : copies.leaving()) {
                found.put(value, choice.argument(value.type(), value.name(), value.position()));
            }
            To whole = new To(copies.whole(), copies.entering());
            choice.branch(isDone, copies.exit(found), whole, Hint.NONE, copies.position());
            end.jump(choice, passed(indexes.areInBounds(copies.code(end)), fast), copies.position());
            List<Value> entering = new ArrayList<>(copies.entering());
            entering.addAll(indexes.first(copies.code()));
            if (loop.accesses().isEmpty()) {
                copies.before().jump(header, entering, copies.position());
                return;
            }
            if (copies.leaving().stream().anyMatch(Instruction.class::isInstance)) {
                copies.computeAhead(loop.header().instructions());
            }
            List<Value> skipped = passed(copies.code().literal(Type.BOOL, 0), copies.ahead());
            copies.before()
                    .branch(inside, new To(header, entering), new To(choice, skipped), Hint.NONE, copies.position());
        }

        private List<Value> passed(Value isDone, KernelEdit.Copy copy) {
            List<Value> passed = new ArrayList<>(List.of(isDone));
            passed.addAll(copy.of(copies.leaving()));
            return passed;
        }
    }
}
