package org.sporos.host.jit;

import org.objectweb.asm.Opcodes;
import org.sporos.kernel.cpp.Operators;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;

/**
 * Writes {@link KernelLoop#tile}, the fold of a whole tile. Floating-point types have 32 accumulators, each with a copy
 * of the body; integers have one, as their operators are exact in any order.
 */
final class TileWriter {
    /** Parameter 2 is the first index, a long. */
    static final int FIRST_LOCAL = 4;

    private static final int BEGIN = 2;
    private static final int LANES = 32;
    private static final int TILE = 2048;

    private final BodyFacts member;
    private final ReductionOp op;
    private final Type type;
    private final Type index;

    TileWriter(BodyFacts member, ReductionOp op) {
        this.member = member;
        this.op = op;
        var body = member.body().region();
        this.type = body.result();
        this.index = body.arguments().get(0).type();
    }

    void write(MethodWriter code) {
        int lanes = type.isFloating() ? LANES : 1;
        int[] lane = new int[lanes];
        for (int l = 0; l < lanes; l++) {
            lane[l] = code.local(type);
            code.constant(type, Operators.identity(op, type));
            code.store(type, lane[l]);
        }
        int k = code.local(Type.I32);
        int end = code.local(Type.I32);
        int i = code.local(index);
        begin(code, k, end);
        CountedLoopWriter.countTo(code, k, end, lanes, () -> {
            for (int l = 0; l < lanes; l++) {
                index(code, i, k, l);
                int mark = code.mark();
                int value = new BodyWriter(code, member).write(i);
                combine(code, lane[l], value);
                code.release(mark);
            }
        });
        fold(code, lane);
        code.toBits(type);
        code.op(Opcodes.LRETURN);
    }

    /** An int index is the counter; a long index is counted from its first. */
    private void begin(MethodWriter code, int k, int end) {
        if (index == Type.I32) {
            code.load(Type.I64, BEGIN);
            code.op(Opcodes.L2I);
        } else {
            code.number(0);
        }
        code.store(Type.I32, k);
        code.load(Type.I32, k);
        code.number(TILE);
        code.op(Opcodes.IADD);
        code.store(Type.I32, end);
    }

    private void index(MethodWriter code, int i, int k, int lane) {
        code.load(Type.I32, k);
        if (lane > 0) {
            code.number(lane);
            code.op(Opcodes.IADD);
        }
        if (index == Type.I64) {
            code.op(Opcodes.I2L);
            code.load(Type.I64, BEGIN);
            code.op(Opcodes.LADD);
        }
        code.store(index, i);
    }

    /** Combines the lanes by halves and pushes the result. */
    private void fold(MethodWriter code, int... lane) {
        for (int s = lane.length / 2; s > 0; s /= 2) {
            for (int l = 0; l < s; l++) {
                combine(code, lane[l], lane[l + s]);
            }
        }
        code.load(type, lane[0]);
    }

    private void combine(MethodWriter code, int left, int right) {
        code.load(type, left);
        code.load(type, right);
        code.combine(op, type);
        code.store(type, left);
    }

    /** Returns whether an operator and a body can be folded by tiles. */
    static boolean fits(ReductionOp op, Region body) {
        return op != ReductionOp.CUSTOM && !op.hasLocation() && Translatable.isSmall(body);
    }
}
