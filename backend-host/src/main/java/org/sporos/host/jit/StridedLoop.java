package org.sporos.host.jit;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.analysis.CongruenceGuard;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.ir.Type;

/**
 * The loop over the last index of a kernel whose {@link CongruenceGuard} selects every n-th work item: visits selected
 * items only. Immutable.
 *
 * @param members the kernel of the selected work items and the one that counts skipped items; all kernels if the stride
 * is 1
 */
record StridedLoop(List<KernelFacts> members, int stride) {

    /** Returns the loop of fused kernels. */
    static StridedLoop of(List<KernelFacts> members) {
        KernelFacts only = members.get(0);
        CongruenceGuard guard = members.size() == 1 ? CongruenceGuard.of(only.kernel(), only.proofs()) : null;
        if (guard == null) {
            return new StridedLoop(members, 1);
        }
        KernelFacts selected = KernelFacts.ofCode(guard.selected().kernel(), only.binding(), only.launch());
        KernelFacts skipped = KernelFacts.ofCode(guard.skipped(), only.binding(), only.launch());
        return new StridedLoop(List.of(selected, skipped), guard.stride());
    }

    /**
     * Writes the loop over a row.
     *
     * @param selected writes the body of a selected work item
     * @param skipped writes the number of items before the first selected one, and returns its local variable
     * @param first the local variable of the first index, overwritten
     * @param n the local variable of the number of indexes, an int
     * @param outer the local variables of the outer indexes
     */
    void row(
            MethodWriter code,
            CountedLoopWriter.Body selected,
            Count skipped,
            Type index,
            int first,
            int n,
            int... outer) {
        int mark = code.mark();
        int k = code.local(Type.I32);
        int i = code.local(index);
        int count = code.local(Type.I32);
        int before = skipped.write(code, CountedLoopWriter.append(outer, first));
        Label none = new Label();
        code.load(Type.I32, before);
        code.jump(Opcodes.IFLT, none);
        code.load(Type.I32, before);
        code.load(Type.I32, n);
        code.jump(Opcodes.IF_ICMPGE, none);
        code.load(Type.I32, n);
        code.number(1);
        code.op(Opcodes.ISUB);
        code.load(Type.I32, before);
        code.op(Opcodes.ISUB);
        code.number(stride);
        code.op(Opcodes.IDIV);
        code.number(1);
        code.op(Opcodes.IADD);
        code.store(Type.I32, count);
        CountedLoopWriter.sum(code, index, first, before);
        code.store(index, first);
        code.number(0);
        code.store(Type.I32, k);
        CountedLoopWriter.countTo(code, k, count, 1, () -> {
            code.load(index, first);
            code.load(Type.I32, k);
            code.number(stride);
            code.op(Opcodes.IMUL);
            if (index == Type.I64) {
                code.op(Opcodes.I2L);
            }
            code.op(MethodWriter.opcode(index, Opcodes.IADD));
            code.store(index, i);
            selected.write(code, CountedLoopWriter.append(outer, i));
        });
        code.at(none);
        code.release(mark);
    }

    /** Writes an int for an index and returns its local variable. */
    interface Count {
        int write(MethodWriter code, int... indexes);
    }
}
