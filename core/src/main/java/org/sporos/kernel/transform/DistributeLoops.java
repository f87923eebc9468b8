package org.sporos.kernel.transform;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Loop distribution with strip mining and scalar expansion (D. Kuck and others, "Dependence graphs and compiler
 * optimizations", 1981) of inner loops whose work is guarded by an unpredictable condition, such as the sum over the
 * neighbours of a particle that are near enough: {@link StripMining}; docs/benchmarks/host-kernels.md, "Passes of inner
 * loops are chosen", measures it. Short loops with branches compute their divisions and roots first: {@link
 * ExpandedScalars}; docs/benchmarks/applications-on-host.md, "Tomography", measures it.
 */
final class DistributeLoops implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        Region region = kernel.kernel().body();
        ControlFlow flow = kernel.isTeam() ? null : LaunchedKernel.reducible(region);
        KernelEdit edit = null;
        for (ControlFlow.Loop loop : flow == null ? List.<ControlFlow.Loop>of() : flow.loops()) {
            IndependentParts.Found found = flow == null ? null : IndependentParts.of(kernel, region, flow, loop);
            if (found != null) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                if (ShortLoops.isShort(found.loop())) {
                    new ExpandedScalars(edit, found).make();
                } else {
                    new StripMining(kernel, edit, found).make();
                }
            }
        }
        return kernel.with(edit);
    }

    /**
     * Distributes a loop of a small constant trip count into two: divisions and roots with their operands, which
     * compilers vectorize, and the rest, with the branches.
     */
    private static final class ExpandedScalars {
        private final KernelEdit edit;
        private final IndependentParts.Found found;
        private final LoopParts parts;
        private final LoopCopies copies;
        private final Set<Instruction> numbers;

        ExpandedScalars(KernelEdit edit, IndependentParts.Found found) {
            this.edit = edit;
            this.found = found;
            this.parts = new LoopParts(edit, found);
            this.copies = new LoopCopies(edit, found.loop());
            this.numbers = new LinkedHashSet<>(found.ahead());
            numbers.removeIf(at -> !at.type().isFloating());
        }

        void make() {
            Value bound = copies.bound();
            long count = Objects.requireNonNull(ConstantFolding.literal(
                    Objects.requireNonNull(found.loop().test()).right()));
            Set<Value> used = parts.usedBy(parts.blocks(), numbers);
            used.retainAll(numbers);
            parts.expand(used, (int) count);
            LoopParts.Counted ahead = parts.loop("iteration", copies.position());
            copies.before().jump(ahead.header(), List.of(copies.code().literal(Type.I32, 0)), copies.position());
            parts.test(ahead, bound, copies.position());
            Code body = copies.code(ahead.body());
            KernelEdit.Copy copy = edit.substituting(Map.of(found.counter(), ahead.counter()));
            parts.run(body, List.copyOf(found.ahead()), copy);
            parts.store(body, ahead.counter(), copy);
            parts.again(ahead, body, List.of());
            ahead.end().jump(rest(used), copies.entering(), copies.position());
        }

        /** Returns the second loop: loads of results replace the instructions of the first. */
        private DraftBlock rest(Set<Value> used) {
            Block old = found.loop().header();
            DraftBlock header = edit.newBlock();
            KernelEdit.Copy copy = edit.substituting(Map.of());
            for (Argument argument : old.arguments()) {
                copy.put(argument, header.argument(argument.type(), argument.name(), argument.position()));
            }
            old.instructions().forEach(at -> edit.copyInto(header, at, copy));
            DraftBlock first = edit.newBlock();
            copies.test(header, copy, new To(first, List.of()), copies.exit(copy), Hint.NONE);
            Code code = copies.code(first);
            Set<Block> blocks = new LinkedHashSet<>(parts.blocks());
            blocks.remove(old);
            KernelEdit.Copy rest = edit.copy(
                    found.loop().region(), blocks, parts.results(code, numbers, used, copy.of(found.counter()), copy));
            Edge inside = Objects.requireNonNull(found.loop().test()).inside();
            Block entered = found.loop().region().block(inside.target());
            first.jump(rest.of(entered), rest.of(inside.arguments()), copies.position());
            Edge back = found.latch().terminator().edges().get(0);
            rest.of(found.latch()).jump(header, rest.of(back.arguments()), copies.position());
            return header;
        }
    }
}
