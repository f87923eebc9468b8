package org.sporos.host.jit;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Type;

/** Writes counted loops. */
final class CountedLoopWriter {
    private CountedLoopWriter() {}

    /** Writes a loop body for indexes in local variables. */
    interface Body {
        void write(MethodWriter code, int... indexes);
    }

    /** The local variable of the first bound of a box; the other bounds follow, as in {@link KernelLoop#run}. */
    private static final int BOUNDS = 2;

    /** The local variable of the number of indexes of a range, after that of its first index. */
    private static final int COUNT = 4;

    /** The first local variable after the bounds of a box. */
    static final int FIRST_FREE_LOCAL = 10;

    /** Writes a row, given the local variables of its begin, its end, and the outer indexes. */
    interface Row {
        void write(int begin, int end, int... outer);
    }

    /** Writes the loop nest over a box whose bounds are parameters. */
    static void box(MethodWriter code, int dimensions, Body body) {
        rows(code, dimensions, (begin, end, outer) -> count(code, begin, end, i -> body.write(code, append(outer, i))));
    }

    /** Writes the outer loops over the rows of a box whose bounds are parameters. */
    static void rows(MethodWriter code, int dimensions, Row row) {
        rows(code, dimensions, row, new int[0]);
    }

    private static void rows(MethodWriter code, int dimensions, Row row, int[] outer) {
        int begin = begin(outer.length);
        if (outer.length + 1 == dimensions) {
            row.write(begin, begin + 1, outer);
            return;
        }
        count(code, begin, begin + 1, i -> rows(code, dimensions, row, append(outer, i)));
    }

    /** Pushes the number of indexes of a range or a box whose bounds are parameters, a long. */
    static void size(MethodWriter code, int dimensions) {
        if (dimensions == 1) {
            code.load(Type.I32, COUNT);
            code.op(Opcodes.I2L);
            return;
        }
        for (int d = 0; d < dimensions; d++) {
            code.load(Type.I32, begin(d) + 1);
            code.load(Type.I32, begin(d));
            code.op(Opcodes.ISUB);
            code.op(Opcodes.I2L);
            if (d > 0) {
                code.op(Opcodes.LMUL);
            }
        }
    }

    /** Pushes the bounds of a range or a box. */
    static void parameters(MethodWriter code, int dimensions) {
        if (dimensions == 1) {
            code.load(Type.I64, BOUNDS);
            code.load(Type.I32, COUNT);
            return;
        }
        for (int bound = BOUNDS; bound < FIRST_FREE_LOCAL; bound++) {
            code.load(Type.I32, bound);
        }
    }

    /** Returns the local variable of a dimension's begin; the next one holds its end. */
    private static int begin(int dimension) {
        return BOUNDS + 2 * dimension;
    }

    /** Returns the outer indexes followed by the last. */
    static int[] append(int[] outer, int last) {
        int[] all = Arrays.copyOf(outer, outer.length + 1);
        all[outer.length] = last;
        return all;
    }

    /** Writes a loop from one local int, which is kept, to another. */
    private static void count(MethodWriter code, int begin, int end, IntConsumer body) {
        int mark = code.mark();
        int i = code.local(Type.I32);
        code.load(Type.I32, begin);
        code.store(Type.I32, i);
        countTo(code, i, end, 1, () -> body.accept(i));
        code.release(mark);
    }

    /** Writes a loop that steps a local int up to another, exclusive. */
    static void countTo(MethodWriter code, int i, int end, int step, Runnable body) {
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

    /** Writes a loop over n int indexes from a local long. */
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
        countTo(code, i, end, 1, () -> body.write(code, i));
    }

    /** Writes a loop over n long indexes with an int counter, which the JVM optimizes better. */
    static void longs(MethodWriter code, int begin, int n, Body body) {
        int k = code.local(Type.I32);
        int i = code.local(Type.I64);
        code.number(0);
        code.store(Type.I32, k);
        countTo(code, k, n, 1, () -> {
            code.load(Type.I64, begin);
            code.load(Type.I32, k);
            code.op(Opcodes.I2L);
            code.op(Opcodes.LADD);
            code.store(Type.I64, i);
            body.write(code, i);
        });
    }

    /** Returns a new local variable with the first index, converted from a local long. */
    static int first(MethodWriter code, Type index, int begin) {
        int first = code.local(index);
        code.load(Type.I64, begin);
        if (index == Type.I32) {
            code.op(Opcodes.L2I);
        }
        code.store(index, first);
        return first;
    }

    /** Writes the body of a loop, given the local variables of its index and of the number of indexes before. */
    interface Element {
        void write(int index, int before);
    }

    /** Writes a loop over n indexes from a local long with an int counter. */
    static void sequence(MethodWriter code, Type index, int begin, int n, Element element) {
        int first = first(code, index, begin);
        int k = code.local(Type.I32);
        int i = code.local(index);
        code.number(0);
        code.store(Type.I32, k);
        countTo(code, k, n, 1, () -> {
            sum(code, index, first, k);
            code.store(index, i);
            int mark = code.mark();
            element.write(i, k);
            code.release(mark);
        });
    }

    /** Pushes the sum of an index and an int. */
    static void sum(MethodWriter code, Type index, int first, int distance) {
        code.load(index, first);
        code.load(Type.I32, distance);
        if (index == Type.I64) {
            code.op(Opcodes.I2L);
        }
        code.op(MethodWriter.opcode(index, Opcodes.IADD));
    }
}
