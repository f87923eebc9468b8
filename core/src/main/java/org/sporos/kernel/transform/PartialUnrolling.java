package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Copies of the iterations of a short loop of {@link VersionLoops}; a pass writes the exit tests between them. */
final class PartialUnrolling {
    /** Iterations in a row: rows are often shorter than that. */
    static final int COPIES = 8;

    /** The most instructions of an iteration that is copied. */
    private static final int LONGEST = 24;

    private final KernelEdit edit;
    private final CountedLoop loop;
    private final LoopCopies copies;

    private PartialUnrolling(KernelEdit edit, CountedLoop loop) {
        this.edit = edit;
        this.loop = loop;
        this.copies = new LoopCopies(edit, loop.info());
    }

    /** Unrolls the short loops of a kernel for which a condition holds. */
    static LaunchedKernel apply(LaunchedKernel kernel, Predicate<CountedLoop> pays, Consumer<PartialUnrolling> write) {
        KernelEdit edit = null;
        for (LoopInfo info : kernel.loops()) {
            CountedLoop loop = isShort(info) ? CountedLoop.of(kernel, info) : null;
            if (loop != null && loop.body().instructions().size() <= LONGEST && pays.test(loop)) {
                edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                write.accept(new PartialUnrolling(edit, loop));
            }
        }
        return kernel.with(edit);
    }

    private static boolean isShort(LoopInfo info) {
        return info.header().terminator() instanceof Terminator.Branch branch && branch.hint() == Hint.SHORT_LOOP;
    }

    CountedLoop loop() {
        return loop;
    }

    LoopCopies copies() {
        return copies;
    }

    DraftBlock newBlock() {
        return edit.newBlock();
    }

    /** Declares the values of the loop as arguments of a block. */
    Map<Value, Value> declare(DraftBlock block) {
        Map<Value, Value> now = new IdentityHashMap<>();
        for (Argument old : loop.header().arguments()) {
            now.put(old, block.argument(old.type(), old.name(), old.position()));
        }
        return now;
    }

    Value counter(Map<Value, Value> now) {
        return Objects.requireNonNull(now.get(loop.counter()));
    }

    /** Sets the counter to its value some iterations after a batch began. */
    void count(DraftBlock block, Map<Value, Value> now, Map<Value, Value> entering, int iterations) {
        Code code = copies.code(block);
        Instruction done = code.literal(Type.I32, iterations);
        now.put(loop.counter(), code.exact(Binary.ADD, counter(entering), done));
    }

    /** Returns the values in the order of the arguments that {@link #declare} makes. */
    List<Value> values(Map<Value, Value> now) {
        List<Value> values = new ArrayList<>();
        loop.header().arguments().forEach(old -> values.add(Objects.requireNonNull(now.get(old))));
        return values;
    }

    /**
     * Adds one iteration, and returns the values of the loop after it.
     *
     * @param body the instructions of the body in an order that keeps its effects
     */
    Map<Value, Value> iteration(DraftBlock block, Map<Value, Value> now, List<Instruction> body) {
        KernelEdit.Copy copy = edit.substituting(now);
        loop.header().instructions().forEach(at -> edit.copyInto(block, at, copy));
        body.forEach(at -> edit.copyInto(block, at, copy));
        List<Value> passed = loop.body().terminator().edges().get(0).arguments();
        Map<Value, Value> next = new IdentityHashMap<>();
        for (int k = 0; k < passed.size(); k++) {
            next.put(loop.header().arguments().get(k), copy.of(passed.get(k)));
        }
        return next;
    }

    /** Returns the edge out of the loop. */
    To exit(DraftBlock block, Map<Value, Value> now) {
        KernelEdit.Copy last = edit.substituting(now);
        if (copies.leaving().stream().anyMatch(Instruction.class::isInstance)) {
            loop.header().instructions().forEach(at -> edit.copyInto(block, at, last));
        }
        return copies.exit(last);
    }
}
