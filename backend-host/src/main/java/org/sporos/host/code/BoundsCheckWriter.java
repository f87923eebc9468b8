package org.sporos.host.code;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes comparisons of indexes with extents. */
final class BoundsCheckWriter {
    private BoundsCheckWriter() {}

    /**
     * Jumps if an index, in a local variable, is not in {@code [0, extent)}; the extent is an int in a local variable.
     */
    static void inside(MethodWriter code, Type type, int index, int extent, Label fault) {
        code.load(type, index);
        if (type == Type.I32) {
            code.jump(Opcodes.IFLT, fault);
            code.load(type, index);
            code.load(Type.I32, extent);
            code.jump(Opcodes.IF_ICMPGE, fault);
            return;
        }
        code.op(Opcodes.LCONST_0);
        code.op(Opcodes.LCMP);
        code.jump(Opcodes.IFLT, fault);
        code.load(type, index);
        code.load(Type.I32, extent);
        code.op(Opcodes.I2L);
        code.op(Opcodes.LCMP);
        code.jump(Opcodes.IFGE, fault);
    }
}
