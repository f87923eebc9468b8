package org.sporos.host.jit;

import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes {@link KernelLoop#scan}: contribution, sum and consumer index by index. */
final class ScanWriter {
    /** The parameters are: 2 the first index, 4 the count, 5 the prefix sum of earlier indexes, a long. */
    static final int FIRST_LOCAL = 7;

    private static final int BEGIN = 2;
    private static final int N = 4;
    private static final int BEFORE = 5;

    private final BodyFacts contribution;
    private final BodyFacts consumer;
    private final boolean inclusive;
    private final Type index;
    private final Type value;

    ScanWriter(BodyFacts contribution, BodyFacts consumer, boolean inclusive) {
        this.contribution = contribution;
        this.consumer = consumer;
        this.inclusive = inclusive;
        var body = contribution.body().region();
        this.index = body.arguments().get(0).type();
        this.value = body.result();
    }

    void write(MethodWriter code) {
        int sum = code.local(value);
        code.load(Type.I64, BEFORE);
        if (value == Type.I32) {
            code.op(Opcodes.L2I);
        }
        code.store(value, sum);
        int first = CountedLoopWriter.first(code, index, BEGIN);
        int k = code.local(Type.I32);
        int i = code.local(index);
        int taken = code.local(value);
        code.number(0);
        code.store(Type.I32, k);
        CountedLoopWriter.countTo(code, k, N, 1, () -> {
            CountedLoopWriter.sum(code, index, first, k);
            code.store(index, i);
            int mark = code.mark();
            int own = new BodyWriter(code, contribution).write(i);
            if (!inclusive) {
                copy(code, sum, taken);
            }
            code.load(value, sum);
            code.load(value, own);
            code.op(MethodWriter.opcode(value, Opcodes.IADD));
            code.store(value, sum);
            if (inclusive) {
                copy(code, sum, taken);
            }
            new BodyWriter(code, consumer).write(i, taken);
            code.release(mark);
        });
        code.load(value, sum);
        if (value == Type.I32) {
            code.op(Opcodes.I2L);
        }
        code.op(Opcodes.LRETURN);
    }

    /** Copies the sum, as a body may write to its arguments. */
    private void copy(MethodWriter code, int from, int to) {
        code.load(value, from);
        code.store(value, to);
    }
}
