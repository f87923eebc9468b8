package org.sporos.host.jit;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes {@link KernelLoop#fill}, which stores a row of contributions into an array. */
final class FillWriter {
    /** The parameters are: 2 to 4 outer indexes, 5 the first index, 7 the count, 8 the array, 9 the offset in it. */
    static final int FIRST_LOCAL = 10;

    private static final int BOX = 2;
    private static final int BEGIN = 5;
    private static final int N = 7;
    private static final int INTO = 8;
    private static final int AT = 9;

    private final BodyFacts member;
    private final Type index;
    private final int rank;

    FillWriter(BodyFacts member) {
        this.member = member;
        this.index = member.body().region().arguments().get(0).type();
        this.rank = member.captured().members().get(0).launch().indexes().size();
    }

    private Type result() {
        return member.body().region().result();
    }

    void write(MethodWriter code) {
        Type element = result().isFloating() ? result() : Type.I64;
        int array = code.reference();
        code.reference(INTO);
        code.out.visitTypeInsn(Opcodes.CHECKCAST, "[" + MethodWriter.letter(element));
        code.out.visitVarInsn(Opcodes.ASTORE, array);
        int first = CountedLoopWriter.first(code, index, BEGIN);
        int k = code.local(Type.I32);
        int i = code.local(index);
        code.number(0);
        code.store(Type.I32, k);
        CountedLoopWriter.countTo(code, k, N, 1, () -> {
            CountedLoopWriter.sum(code, index, first, k);
            code.store(index, i);
            int mark = code.mark();
            int value = new BodyWriter(code, member).write(indexes(i));
            elementAddress(code, array, k);
            code.load(result(), value);
            if (result() == Type.I32 || result() == Type.BOOL) {
                code.op(Opcodes.I2L);
            }
            code.op(MethodWriter.opcode(element, Opcodes.IASTORE));
            code.release(mark);
        });
        code.op(Opcodes.RETURN);
    }

    private int[] indexes(int last) {
        int[] all = new int[rank];
        Arrays.setAll(all, d -> d < rank - 1 ? BOX + d : last);
        return all;
    }

    private static void elementAddress(MethodWriter code, int array, int k) {
        code.reference(array);
        code.load(Type.I32, AT);
        code.load(Type.I32, k);
        code.op(Opcodes.IADD);
    }
}
