package org.sporos.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Kernels that are copied in part, changed and frozen again. */
class KernelEditTest {
    private static final IntView V = IntView.of("v", MemorySpace.host(), 64);

    private static Kernel sum() {
        return Lifting.lift("sum", (RangeBody) i -> {
            int sum = 0;
            for (int k = 0; k < i; k++) {
                sum += V.get(k);
            }
            V.set(i, sum);
        });
    }

    private static LoopInfo loop(Kernel kernel) {
        return LoopInfo.of(kernel.body(), ControlFlow.of(kernel.body())).get(0);
    }

    @Test
    void a_kernel_without_changes_stays_as_it_is() {
        for (NamedKernel named : Zoo.all()) {
            Kernel kernel = Lifting.lift(named.name(), named.fresh().body());
            assertThat(KernelEdit.of(kernel).frozen().kernel()).hasToString(kernel.toString());
        }
    }

    /** All blocks but the entry are copied; the copies run in their place. */
    @Test
    void copied_blocks_lead_to_each_other_and_to_the_blocks_around() {
        for (NamedKernel named : Zoo.all()) {
            Kernel kernel = Lifting.lift(named.name(), named.fresh().body());
            KernelEdit edit = KernelEdit.of(kernel);
            List<Block> blocks = kernel.body().blocks();
            if (blocks.size() == 1) {
                continue;
            }
            KernelEdit.Copy copy = edit.copy(kernel.body(), blocks.subList(1, blocks.size()), Map.of());
            Block entry = kernel.body().entry();
            Edge edge = entry.terminator().edges().get(0);
            if (!(entry.terminator() instanceof Terminator.Jump)) {
                continue;
            }
            Block next = kernel.body().block(edge.target());
            edit.block(entry).jump(copy.of(next), edge.arguments(), SourcePosition.UNKNOWN);
            Kernel copied = edit.finish().kernel();
            assertThat(IrInterpreter.run(copied, named.fresh())).isEqualTo(IrInterpreter.run(kernel, named.fresh()));
        }
    }

    @Test
    void a_replaced_value_is_used_everywhere_but_in_copies() {
        Kernel kernel = sum();
        LoopInfo loop = loop(kernel);
        KernelEdit edit = KernelEdit.of(kernel);
        KernelEdit.Copy copy = edit.copy(kernel.body(), loop.blocks(), Map.of());
        DraftBlock before = edit.block(loop.header());
        before.clear();
        before.clearArguments();
        List<Argument> entering = new ArrayList<>();
        for (Argument old : loop.header().arguments()) {
            entering.add(before.argument(old.type(), old.name(), old.position()));
        }
        before.jump(copy.of(loop.header()), entering, SourcePosition.UNKNOWN);
        loop.header().arguments().forEach(old -> edit.replace(old, copy.of(old)));
        assertThat(edit.finish().kernel()).hasToString(kernel.toString());
    }

    @Test
    void proofs_hold_for_copies_and_the_pass_adds_its_own() {
        Kernel kernel = sum();
        LoopInfo loop = loop(kernel);
        Guarantees proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(0, 1000)));
        KernelEdit edit = KernelEdit.of(kernel);
        KernelEdit.Copy copy = edit.copy(kernel.body(), loop.blocks(), Map.of());
        Block body = Objects.requireNonNull(loop.onlyBody());
        Instruction load = body.instructions().stream()
                .filter(at -> at.op() instanceof Op.Load)
                .findFirst()
                .orElseThrow();
        edit.setInBounds((Instruction) copy.of(load));
        DraftBlock before = edit.block(loop.header());
        List<Argument> entering = List.copyOf(loop.header().arguments());
        Block entry = kernel.body().entry();
        DraftBlock first = edit.block(entry);
        Edge enters = entry.terminator().edges().get(0);
        Value condition = first.add(
                Compare.GT,
                Type.BOOL,
                SourcePosition.UNKNOWN,
                List.of(kernel.body().arguments().get(0), enters.arguments().get(0)));
        assertThat(enters.arguments()).hasSameSizeAs(entering);
        first.branch(
                condition,
                new DraftBlock.To(before, enters.arguments()),
                new DraftBlock.To(copy.of(loop.header()), enters.arguments()),
                Terminator.Hint.SURE,
                SourcePosition.UNKNOWN);
        // Behind the loops their values meet; here the sum is taken from the one that was there.
        copy.of(loop.header()).clear();
        copy.of(loop.header()).jump(copy.of(body), List.of(), SourcePosition.UNKNOWN);
        EditedKernel made = edit.finish();
        assertThat(made.kernel().toString()).contains("branch.sure ");
        List<Instruction> loads = new ArrayList<>();
        made.kernel()
                .body()
                .blocks()
                .forEach(block -> block.instructions().stream()
                        .filter(at -> made.origin(at) == load)
                        .forEach(loads::add));
        Guarantees derived = made.guarantees(proofs);
        assertThat(proofs.isInBounds(load, 0)).isFalse();
        assertThat(loads.stream().map(at -> derived.isInBounds(at, 0))).containsExactlyInAnyOrder(true, false);
        Instruction next = (Instruction) Objects.requireNonNull(loop.next(Objects.requireNonNull(loop.counter())));
        assertThat(proofs.cannotOverflow(next)).isTrue();
        made.kernel()
                .body()
                .blocks()
                .forEach(block -> block.instructions().stream()
                        .filter(at -> made.origin(at) == next)
                        .forEach(at -> assertThat(derived.cannotOverflow(at)).isTrue()));
        assertThat(made.origin(made.kernel().body().entry().instructions().stream()
                        .filter(at -> at.op() == Compare.GT)
                        .findFirst()
                        .orElseThrow()))
                .isNull();
    }

    @Test
    void an_array_is_added_under_a_name_of_its_own() {
        Kernel kernel = Lifting.lift("array", (RangeBody) i -> {
            int[] buffer = new int[2];
            buffer[i & 1] = i;
            V.set(i, buffer[0]);
        });
        KernelEdit edit = KernelEdit.of(kernel);
        LocalArray array = edit.array("buffer", Storage.F64, 8);
        Kernel made = edit.finish().kernel();
        assertThat(made.arrays()).hasSize(2).contains(array);
        assertThat(array.name()).isEqualTo("buffer_2");
    }

    @Test
    void a_short_loop_without_a_loop_is_refused() {
        Kernel kernel = sum();
        KernelEdit edit = KernelEdit.of(kernel);
        DraftBlock entry = edit.block(kernel.body().entry());
        DraftBlock.To leaves = new DraftBlock.To(edit.newBlock(), List.of());
        leaves.target().leave(null, SourcePosition.UNKNOWN);
        Value always = entry.add(new Op.Constant(Type.BOOL, 1), Type.BOOL, SourcePosition.UNKNOWN, List.of());
        entry.branch(always, leaves, leaves, Terminator.Hint.SHORT_LOOP, SourcePosition.UNKNOWN);
        assertThatThrownBy(edit::finish).isInstanceOf(InternalException.class).hasMessageContaining("heads no loop");
    }

    @Test
    void a_use_without_its_definition_is_refused() {
        Kernel kernel = sum();
        KernelEdit edit = KernelEdit.of(kernel);
        edit.block(kernel.body().entry()).clear();
        edit.block(kernel.body().entry()).jump(edit.block(loop(kernel).onlyBody()), List.of(), SourcePosition.UNKNOWN);
        assertThatThrownBy(edit::finish).isInstanceOf(InternalException.class);
    }
}
