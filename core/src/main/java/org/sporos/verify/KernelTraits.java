package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.Set;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The traits by which two runs of a kernel may differ in bits: functions of Math that are exact within some ulps, and
 * atomics whose order shows in the result. Used by one thread.
 */
final class KernelTraits {
    private final Set<Value> used = Sets.newIdentityHashSet();
    private final Set<Instruction> atomics = Sets.newIdentityHashSet();
    private boolean isExact = true;

    private KernelTraits() {}

    static KernelTraits of(Kernel kernel) {
        KernelTraits traits = new KernelTraits();
        traits.visit(kernel.body());
        return traits;
    }

    private void visit(Region region) {
        for (Block block : region.blocks()) {
            block.instructions().forEach(this::visit);
            used.addAll(block.terminator().operands());
            for (Edge edge : block.terminator().edges()) {
                used.addAll(edge.arguments());
            }
        }
    }

    private void visit(Instruction instruction) {
        used.addAll(instruction.operands());
        isExact &= !(instruction.op() instanceof MathFunction function) || function.isExact();
        if (instruction.op() instanceof Op.Atomic) {
            atomics.add(instruction);
        }
        instruction.regions().forEach(this::visit);
    }

    /** Returns whether it calls no function whose results may differ by some ulps. */
    boolean isExact() {
        return isExact;
    }

    /** Returns whether all orders of its atomics give the same: sums of integers, and extremes, that nobody reads. */
    boolean isOrderFree() {
        return atomics.stream().allMatch(this::isOrderFree);
    }

    private boolean isOrderFree(Instruction instruction) {
        Op.Atomic atomic = (Op.Atomic) instruction.op();
        boolean isSum = atomic.kind() == AtomicKind.ADD
                && !atomic.view().element().javaName().matches("float|double");
        boolean isExtreme = atomic.kind() == AtomicKind.MIN || atomic.kind() == AtomicKind.MAX;
        return (isSum || isExtreme) && !used.contains(instruction);
    }
}
