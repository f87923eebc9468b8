package org.sporos.host.jit;

import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes {@link KernelLoop#take}: a body with an array element per index. */
final class ConsumerWriter {
    /** The parameters are: 2 the first index, 4 the count, 5 the array. */
    static final int FIRST_LOCAL = 6;

    private static final int BEGIN = 2;
    private static final int N = 4;
    private static final int FROM = 5;

    private final BodyFacts member;
    private final Type index;
    private final Type value;

    ConsumerWriter(BodyFacts member) {
        this.member = member;
        var arguments = member.body().region().arguments();
        this.index = arguments.get(0).type();
        this.value = arguments.get(1).type();
    }

    void write(MethodWriter code) {
        Type element = value.isFloating() ? value : Type.I64;
        int array = code.reference();
        code.reference(FROM);
        code.out.visitTypeInsn(Opcodes.CHECKCAST, "[" + MethodWriter.letter(element));
        code.storeReference(array);
        int first = CountedLoopWriter.first(code, index, BEGIN);
        int k = code.local(Type.I32);
        int i = code.local(index);
        int taken = code.local(value);
        code.number(0);
        code.store(Type.I32, k);
        CountedLoopWriter.countTo(code, k, N, 1, () -> {
            CountedLoopWriter.sum(code, index, first, k);
            code.store(index, i);
            code.reference(array);
            code.load(Type.I32, k);
            code.op(MethodWriter.opcode(element, Opcodes.IALOAD));
            if (value == Type.I32) {
                code.op(Opcodes.L2I);
            }
            code.store(value, taken);
            int mark = code.mark();
            new BodyWriter(code, member).write(i, taken);
            code.release(mark);
        });
        code.op(Opcodes.RETURN);
    }
}
