package org.sporos.host.jit;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes counted loops. */
final class CountedLoopWriter {
    private CountedLoopWriter() {}

    /** Writes the work of one index, which is in a local variable. */
    interface Body {
        void write(MethodWriter code, int... indexes);
    }

    /** The local variable of the first bound of a box: those of {@link KernelLoop#run} follow each other. */
    private static final int BOUNDS = 2;

    /** The first local variable behind the bounds of a box. */
    static final int BEHIND_BOUNDS = 10;

    /** Writes the work of a row, for local variables with its first index, its end, and the indexes before. */
    interface Row {
        void write(int begin, int end, int... outer);
    }

    /** Loops over the dimensions of a box, whose bounds are parameters. */
    static void box(MethodWriter code, int dimensions, Body body) {
        rows(code, dimensions, (begin, end, outer) -> count(code, begin, end, i -> body.write(code, with(outer, i))));
    }

    /** Loops over the rows of a box, whose bounds are parameters. */
    static void rows(MethodWriter code, int dimensions, Row row) {
        rows(code, dimensions, row, new int[0]);
    }

    private static void rows(MethodWriter code, int dimensions, Row row, int[] outer) {
        int begin = begin(outer.length);
        if (outer.length + 1 == dimensions) {
            row.write(begin, begin + 1, outer);
            return;
        }
        count(code, begin, begin + 1, i -> rows(code, dimensions, row, with(outer, i)));
    }

    /** Returns the local variable of the begin of a dimension of a box; that of its end is the next one. */
    private static int begin(int dimension) {
        return BOUNDS + 2 * dimension;
    }

    /** Returns indexes and one more. */
    static int[] with(int[] outer, int last) {
        int[] all = Arrays.copyOf(outer, outer.length + 1);
        all[outer.length] = last;
        return all;
    }

    /** Counts from one int in a local variable, which stays, up to another. */
    private static void count(MethodWriter code, int begin, int end, IntConsumer body) {
        int mark = code.mark();
        int i = code.local(Type.I32);
        code.load(Type.I32, begin);
        code.store(Type.I32, i);
        upTo(code, i, end, 1, () -> body.accept(i));
        code.forget(mark);
    }

    /** Does something while an int in a local variable is below another, in steps. */
    static void upTo(MethodWriter code, int i, int end, int step, Runnable body) {
        Label top = new Label();
        Label out = new Label();
        code.at(top);
        code.load(Type.I32, i);
        code.load(Type.I32, end);
        code.jump(Opcodes.IF_ICMPGE, out);
        body.run();
        code.out.visitIincInsn(i, step);
        code.jump(Opcodes.GOTO, top);
        code.at(out);
    }

    /** Loops over n ints from a first one, which is a long in a local variable. */
    static void ints(MethodWriter code, int begin, int n, Body body) {
        int i = code.local(Type.I32);
        int end = code.local(Type.I32);
        code.load(Type.I64, begin);
        code.op(Opcodes.L2I);
        code.store(Type.I32, i);
        code.load(Type.I32, i);
        code.load(Type.I32, n);
        code.op(Opcodes.IADD);
        code.store(Type.I32, end);
        upTo(code, i, end, 1, () -> body.write(code, i));
    }

    /** Loops over n longs from a first one in a local variable, by an int: the JVM's compiler prefers those. */
    static void longs(MethodWriter code, int begin, int n, Body body) {
        int k = code.local(Type.I32);
        int i = code.local(Type.I64);
        code.number(0);
        code.store(Type.I32, k);
        upTo(code, k, n, 1, () -> {
            code.load(Type.I64, begin);
            code.load(Type.I32, k);
            code.op(Opcodes.I2L);
            code.op(Opcodes.LADD);
            code.store(Type.I64, i);
            body.write(code, i);
        });
    }

    /** Returns a new local variable with a first index, which is a long in another one. */
    static int first(MethodWriter code, Type index, int begin) {
        int first = code.local(index);
        code.load(Type.I64, begin);
        if (index == Type.I32) {
            code.op(Opcodes.L2I);
        }
        code.store(index, first);
        return first;
    }

    /** Leaves the sum of an index and an int on the stack. */
    static void sum(MethodWriter code, Type index, int first, int distance) {
        code.load(index, first);
        code.load(Type.I32, distance);
        if (index == Type.I64) {
            code.op(Opcodes.I2L);
        }
        code.op(MethodWriter.opcode(index, Opcodes.IADD));
    }
}
