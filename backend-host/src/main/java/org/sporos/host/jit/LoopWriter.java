package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.kernel.transform.KernelPipeline;
import org.sporos.kernel.transform.LaunchedKernel;
import org.sporos.policy.ReductionOp;

/**
 * Writes a loop class. Each method loads its arguments into local variables, then loops, with fault exits at the end:
 * the JVM optimizes small counted loops without calls best.
 */
final class LoopWriter {
    static final String KERNEL_LOOP = "org/sporos/host/jit/KernelLoop";
    static final String NAME = KERNEL_LOOP + "$Generated";
    private static final String ARGUMENTS = "Lorg/sporos/host/jit/KernelArguments;";
    private static final String RANGE = "(" + ARGUMENTS + "JI)V";
    private static final String BOX = "(" + ARGUMENTS + "IIIIIIII)V";
    /** Local variable 0 is the loop, 1 its {@link KernelArguments}. */
    private static final int ARGUMENTS_LOCAL = 1;

    /** The JVM's limit for compiled methods. */
    static final int MOST_BYTES = 8000;

    private final List<BodyFacts> members;
    private final ArgumentUnpacker captured;
    private final StridedLoop strided;
    private final int unrolled;
    private final FaultExits faults = new FaultExits(ARGUMENTS_LOCAL);
    private final List<Method> methods = new ArrayList<>();
    private final boolean isFused;
    private PrivateCopies copies = PrivateCopies.NONE;
    /** True if all kernels belong to one node. */
    private boolean isOneNode;

    /** Computes frames without loading classes: all merged references may be plain objects. */
    private static final class FrameWriter extends ClassWriter {
        FrameWriter() {
            super(COMPUTE_FRAMES);
        }

        @Override
        protected String getCommonSuperClass(String one, String other) {
            return "java/lang/Object";
        }
    }

    /** Writes the body of a method. */
    interface Inside {
        void write(MethodWriter code);
    }

    /** A method to write. */
    private record Method(String name, String descriptor, int firstLocal, Inside inside) {}

    /** @param unrolled the limit of instructions after unrolling for local arrays */
    LoopWriter(StridedLoop strided, int unrolled) {
        this.strided = strided;
        this.unrolled = unrolled;
        List<KernelFacts> kernels = strided.members();
        captured = new ArgumentUnpacker(kernels);
        List<BodyCode> single = new ArrayList<>(kernels.size());
        for (int m = 0; m < kernels.size(); m++) {
            single.add(BodyCode.Single.of(m, kernels.get(m), unrolled));
        }
        List<LaunchedKernel> codes = single.stream().map(BodyCode::code).toList();
        isFused = FusedKernel.fits(codes);
        members = (isFused ? List.of(fused(codes)) : single)
                .stream().map(body -> BodyFacts.of(body, captured, faults)).toList();
    }

    private BodyCode fused(List<LaunchedKernel> codes) {
        List<Binding> bindings =
                captured.members().stream().map(KernelFacts::binding).toList();
        FusedKernel kernels = FusedKernel.of(codes, bindings);
        return new BodyCode.Fused(kernels, KernelPipeline.FUSED.run(kernels.code()));
    }

    /** Returns whether the loop has a stride. */
    boolean isStrided() {
        return strided.stride() > 1;
    }

    /** Returns whether loops may be unrolled for local arrays. */
    boolean unrolls() {
        return captured.members().stream().anyMatch(member -> KernelPipeline.hasArrays(member.kernel()));
    }

    /** Returns the first kernel: a contribution. */
    private BodyFacts first() {
        return members.get(0);
    }

    /** Returns the last kernel: a consumer. */
    private BodyFacts last() {
        return members.get(members.size() - 1);
    }

    private Type index() {
        return first().body().region().arguments().get(0).type();
    }

    /** Adds the method that runs the bodies over the range or box of the launch. */
    void run() {
        int rank = captured.members().get(0).launch().indexes().size();
        if (isStrided()) {
            isOneNode = true;
            stridedRun(rank);
            return;
        }
        copies = PrivateCopies.of(captured);
        if (copies.isEmpty()) {
            loops("run", rank, code -> {}, members, code -> {});
            return;
        }
        List<BodyFacts> inCopies =
                members.stream().map(member -> member.in(copies)).toList();
        loops("run", rank, code -> copies.enter(code, rank, NAME, rank > 1 ? BOX : RANGE), members, code -> {});
        loops(PrivateCopies.METHOD, rank, copies::begin, inCopies, copies::merge);
    }

    /** Adds a method that runs bodies over a range or a box. */
    private void loops(String name, int rank, Inside before, List<BodyFacts> bodies, Inside after) {
        CountedLoopWriter.Body body = (code, indexes) -> bodies(code, bodies, indexes);
        boolean isBox = rank > 1;
        method(name, isBox ? BOX : RANGE, isBox ? CountedLoopWriter.FIRST_FREE_LOCAL : 5, code -> {
            before.write(code);
            if (isBox) {
                CountedLoopWriter.box(code, rank, body);
            } else if (index() == Type.I64) {
                CountedLoopWriter.longs(code, 2, 4, body);
            } else {
                CountedLoopWriter.ints(code, 2, 4, body);
            }
            after.write(code);
            code.op(Opcodes.RETURN);
        });
    }

    private void stridedRun(int rank) {
        if (rank > 1) {
            method("run", BOX, CountedLoopWriter.FIRST_FREE_LOCAL, code -> {
                CountedLoopWriter.rows(code, rank, (begin, end, outer) -> {
                    int first = code.local(Type.I32);
                    int n = code.local(Type.I32);
                    code.load(Type.I32, begin);
                    code.store(Type.I32, first);
                    code.load(Type.I32, end);
                    code.load(Type.I32, begin);
                    code.op(Opcodes.ISUB);
                    code.store(Type.I32, n);
                    strided.row(code, this::selected, this::skipped, Type.I32, first, n, outer);
                });
                code.op(Opcodes.RETURN);
            });
            return;
        }
        method("run", RANGE, 5, code -> {
            int first = CountedLoopWriter.first(code, index(), 2);
            strided.row(code, this::selected, this::skipped, index(), first, 4);
            code.op(Opcodes.RETURN);
        });
    }

    private void selected(MethodWriter code, int... indexes) {
        int mark = code.mark();
        new BodyWriter(code, first()).write(indexes);
        code.release(mark);
    }

    private int skipped(MethodWriter code, int... indexes) {
        return new BodyWriter(code, last()).write(indexes);
    }

    private static void bodies(MethodWriter code, List<BodyFacts> members, int... indexes) {
        for (BodyFacts member : members) {
            int mark = code.mark();
            new BodyWriter(code, member).write(indexes);
            code.release(mark);
        }
    }

    /** Adds the method {@link KernelLoop#fill}, which stores a row of contributions into an array. */
    void fill() {
        int outer = 2;
        int begin = 5;
        int count = 7;
        int into = 8;
        int at = 9;
        int rank = captured.members().get(0).launch().indexes().size();
        Type result = first().body().region().result();
        Type element = result.isFloating() ? result : Type.I64;
        method("fill", "(" + ARGUMENTS + "IIIJILjava/lang/Object;I)V", 10, code -> {
            int array = array(code, into, element);
            CountedLoopWriter.sequence(code, index(), begin, count, (i, k) -> {
                int[] indexes = new int[rank];
                Arrays.setAll(indexes, d -> d < rank - 1 ? outer + d : i);
                int value = new BodyWriter(code, first()).write(indexes);
                code.reference(array);
                code.load(Type.I32, at);
                code.load(Type.I32, k);
                code.op(Opcodes.IADD);
                code.load(result, value);
                if (result == Type.I32 || result == Type.BOOL) {
                    code.op(Opcodes.I2L);
                }
                code.op(MethodWriter.opcode(element, Opcodes.IASTORE));
            });
            code.op(Opcodes.RETURN);
        });
    }

    /** Adds the method {@link KernelLoop#take}, which runs the last kernel with an array element per index. */
    void take() {
        int begin = 2;
        int count = 4;
        int from = 5;
        Type value = last().body().region().arguments().get(1).type();
        Type element = value.isFloating() ? value : Type.I64;
        method("take", "(" + ARGUMENTS + "JILjava/lang/Object;)V", 6, code -> {
            int array = array(code, from, element);
            int taken = code.local(value);
            CountedLoopWriter.sequence(code, index(), begin, count, (i, k) -> {
                code.reference(array);
                code.load(Type.I32, k);
                code.op(MethodWriter.opcode(element, Opcodes.IALOAD));
                if (value == Type.I32) {
                    code.op(Opcodes.L2I);
                }
                code.store(value, taken);
                new BodyWriter(code, last()).write(i, taken);
            });
            code.op(Opcodes.RETURN);
        });
    }

    /** Returns a new local variable with an array parameter. */
    private static int array(MethodWriter code, int parameter, Type element) {
        int array = code.reference();
        code.reference(parameter);
        code.out.visitTypeInsn(Opcodes.CHECKCAST, "[" + MethodWriter.letter(element));
        code.storeReference(array);
        return array;
    }

    /** Adds the methods of a scan: contribution and consumer of one node. */
    void scan(boolean inclusive) {
        isOneNode = true;
        Type value = first().body().region().result();
        if (value.isFloating()) {
            fill();
            take();
            return;
        }
        int begin = 2;
        int count = 4;
        int before = 5;
        method("scan", "(" + ARGUMENTS + "JIJ)J", 7, code -> {
            int sum = code.local(value);
            code.load(Type.I64, before);
            if (value == Type.I32) {
                code.op(Opcodes.L2I);
            }
            code.store(value, sum);
            int taken = code.local(value);
            CountedLoopWriter.sequence(code, index(), begin, count, (i, k) -> {
                int own = new BodyWriter(code, first()).write(i);
                if (!inclusive) {
                    copy(code, value, sum, taken);
                }
                code.load(value, sum);
                code.load(value, own);
                code.op(MethodWriter.opcode(value, Opcodes.IADD));
                code.store(value, sum);
                if (inclusive) {
                    copy(code, value, sum, taken);
                }
                new BodyWriter(code, last()).write(i, taken);
            });
            code.load(value, sum);
            if (value == Type.I32) {
                code.op(Opcodes.I2L);
            }
            code.op(Opcodes.LRETURN);
        });
        tile(ReductionOp.SUM);
    }

    /** Copies the sum, as a body may write to its arguments. */
    private static void copy(MethodWriter code, Type value, int from, int to) {
        code.load(value, from);
        code.store(value, to);
    }

    /** Adds the method that folds a tile of contributions. */
    void tile(ReductionOp op) {
        method("tile", "(" + ARGUMENTS + "J)J", TileWriter.FIRST_LOCAL, new TileWriter(first(), op)::write);
    }

    /** Adds a method and writes it dry, which requests its arguments from the unpacker. */
    private void method(String name, String descriptor, int firstLocal, Inside inside) {
        methods.add(new Method(name, descriptor, firstLocal, inside));
        MethodWriter dry = new MethodWriter(new MethodVisitor(Opcodes.ASM9) {}, firstLocal);
        inside.write(dry);
        faults.write(dry);
    }

    /** Returns the key of the code: IR, proofs, methods, and the shape of its arguments. */
    List<Object> code() {
        List<Object> code = new ArrayList<>();
        for (KernelFacts member : captured.members()) {
            code.add(member.kernel().body());
            code.add(member.proofs());
        }
        code.add(unrolled);
        code.add(strided.stride());
        for (Method method : methods) {
            code.add(method.name());
        }
        code.add(captured.shape());
        code.add(copies.key());
        code.add(isFused ? LoopKey.aliases(captured.members()) : List.of());
        return code;
    }

    ArgumentRecipe recipe() {
        return captured.recipe(faults.sites(), captured.members().size() > 1 && !isOneNode);
    }

    /** Returns the class file, or null if a method is too large for the JVM's compiler. */
    byte @Nullable [] bytes() {
        ClassWriter type = new FrameWriter();
        type.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, KERNEL_LOOP, null);
        constructor(type);
        List<Label> ends = new ArrayList<>();
        for (Method method : methods) {
            ends.add(write(type, method));
        }
        type.visitEnd();
        byte[] bytes = type.toByteArray();
        boolean isTooLarge = false;
        for (Label end : ends) {
            isTooLarge |= end.getOffset() > MOST_BYTES;
        }
        return isTooLarge ? null : bytes;
    }

    private static void constructor(ClassWriter type) {
        MethodVisitor init = type.visitMethod(0, "<init>", "()V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, KERNEL_LOOP, "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
    }

    private Label write(ClassWriter type, Method method) {
        MethodVisitor out = type.visitMethod(Opcodes.ACC_PUBLIC, method.name(), method.descriptor(), null, null);
        out.visitCode();
        MethodWriter code = new MethodWriter(out, method.firstLocal());
        captured.prologue(code, ARGUMENTS_LOCAL);
        method.inside().write(code);
        faults.write(code);
        Label end = new Label();
        code.at(end);
        out.visitMaxs(0, 0);
        out.visitEnd();
        return end;
    }
}
