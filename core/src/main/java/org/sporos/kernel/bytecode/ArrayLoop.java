package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.sporos.kernel.bytecode.MethodCode.BasicBlock;
import org.sporos.kernel.ir.ConstantTable;

/**
 * A counted loop over a captured array of objects, as {@code for (DoubleView v : views)}. It is fully unrolled, as each
 * iteration uses another object.
 *
 * @param counter the local variable of the induction variable
 * @param first the initial value
 * @param step the increment per iteration
 */
record ArrayLoop(int counter, int first, int step) {

    /** Returns the loop with a header, or null if it is no such loop. */
    static @Nullable ArrayLoop at(MethodCode code, BasicBlock header, State state) {
        for (int counter = header.changed.nextSetBit(0);
                counter >= 0;
                counter = header.changed.nextSetBit(counter + 1)) {
            Slot slot = state.locals[counter];
            Long first = slot instanceof Slot.Num num ? ArrayLifter.folded(num.value(), Emitter::constantBits) : null;
            int step = first == null ? 0 : step(code, header, counter);
            int length = step <= 0 ? -1 : indexed(code, header, state, counter);
            Long end = length < 0 ? null : end(code, header, state, counter);
            if (first != null && end != null && (end - first) / step <= length + 1) {
                return new ArrayLoop(counter, first.intValue(), step);
            }
        }
        return null;
    }

    private static List<AbstractInsnNode> instructions(MethodCode code, BasicBlock block) {
        List<AbstractInsnNode> all = new ArrayList<>();
        for (int at = block.begin; at < block.end; at++) {
            if (code.instruction(at).getOpcode() >= 0) {
                all.add(code.instruction(at));
            }
        }
        return all;
    }

    /** Returns the increment of a local that one instruction of the loop increments, else 0. */
    private static int step(MethodCode code, BasicBlock header, int counter) {
        int step = 0;
        for (BasicBlock block : header.loop) {
            for (AbstractInsnNode node : instructions(code, block)) {
                boolean stores = node instanceof VarInsnNode variable
                        && variable.var == counter
                        && node.getOpcode() >= ISTORE
                        && node.getOpcode() <= ASTORE;
                boolean adds = node instanceof IincInsnNode increment && increment.var == counter;
                if (stores || adds && step != 0) {
                    return 0;
                }
                step = adds ? ((IincInsnNode) node).incr : step;
            }
        }
        return step;
    }

    /** Returns the length of a captured object array indexed by the counter, or -1. */
    private static int indexed(MethodCode code, BasicBlock header, State state, int counter) {
        for (BasicBlock block : header.loop) {
            List<AbstractInsnNode> all = instructions(code, block);
            for (int k = 2; k < all.size(); k++) {
                if (all.get(k).getOpcode() == AALOAD && isLocal(all.get(k - 1), ILOAD, counter)) {
                    Object[] array = array(all.get(k - 2), header, state);
                    if (array != null) {
                        return array.length;
                    }
                }
            }
        }
        return -1;
    }

    private static boolean isLocal(AbstractInsnNode node, int opcode, int local) {
        return node.getOpcode() == opcode && ((VarInsnNode) node).var == local;
    }

    private static Object @Nullable [] array(AbstractInsnNode node, BasicBlock header, State state) {
        return node.getOpcode() == ALOAD
                        && !header.changed.get(((VarInsnNode) node).var)
                        && state.locals[((VarInsnNode) node).var] instanceof Slot.Known known
                        && known.object() instanceof Object[] array
                        && ConstantTable.of(array) == null
                ? array
                : null;
    }

    /** Returns the exclusive bound of the counter if the header compares it with a constant, or null. */
    private static @Nullable Long end(MethodCode code, BasicBlock header, State state, int counter) {
        List<AbstractInsnNode> all = instructions(code, header);
        int n = all.size();
        int opcode = n == 0 ? NOP : all.get(n - 1).getOpcode();
        boolean compares =
                n >= 3 && n <= 4 && isLocal(all.get(0), ILOAD, counter) && opcode >= IF_ICMPLT && opcode <= IF_ICMPLE;
        if (!compares) {
            return null;
        }
        Long limit = n == 4 ? length(all, header, state) : constant(all.get(1), header, state);
        boolean withLimit = opcode == IF_ICMPGT || opcode == IF_ICMPLE;
        return limit != null && withLimit ? (Long) (limit + 1) : limit;
    }

    private static @Nullable Long length(List<AbstractInsnNode> all, BasicBlock header, State state) {
        Object[] array = all.get(2).getOpcode() == ARRAYLENGTH ? array(all.get(1), header, state) : null;
        return array == null ? null : (Long) (long) array.length;
    }

    private static @Nullable Long constant(AbstractInsnNode node, BasicBlock header, State state) {
        int opcode = node.getOpcode();
        if (opcode >= ICONST_0 && opcode <= ICONST_5) {
            return (long) opcode - ICONST_0;
        } else if (opcode == BIPUSH || opcode == SIPUSH) {
            return (long) ((org.objectweb.asm.tree.IntInsnNode) node).operand;
        } else if (opcode == ILOAD && !header.changed.get(((VarInsnNode) node).var)) {
            Slot slot = state.locals[((VarInsnNode) node).var];
            return slot == null ? null : Emitter.constantBits(slot);
        }
        return null;
    }
}
