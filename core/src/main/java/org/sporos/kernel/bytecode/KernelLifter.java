package org.sporos.kernel.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.ir.Freeze;
import org.sporos.kernel.ir.KernelBuilder;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Verifier;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamMember;

/** Lifts kernel bodies to the IR. One lifter per graph reads each class file once. Not thread-safe. */
public final class KernelLifter {
    private final ClassFiles classes = new ClassFiles();
    private final boolean prints;

    /** Creates a lifter that drops calls of {@code Debug.print}. */
    public KernelLifter() {
        this(false);
    }

    /** @param prints whether to keep calls of {@code Debug.print} */
    public KernelLifter(boolean prints) {
        this.prints = prints;
    }

    /** Returns whether calls of {@code Debug.print} are kept. */
    public boolean prints() {
        return prints;
    }

    /**
     * Returns the kernel of a body, or its problems.
     *
     * @param label the label of its node, for messages
     */
    public Lifted lift(String label, KernelBody body) {
        CaptureResult capture = KernelCapture.of(body);
        if (capture instanceof CaptureResult.Refused refused) {
            return refused(refused.problem(), label);
        }
        return lift(label, body, ((CaptureResult.Found) capture).kernel());
    }

    /** Returns the kernel of a body with its captures, or its problems. */
    public Lifted lift(String label, KernelBody body, CapturedKernel captured) {
        return lift(label, body, captured, new DirectReader(new CapturedFields()));
    }

    /** Returns the kernel of a body whose captured objects are read by a reader, or its problems. */
    public Lifted lift(String label, KernelBody body, CapturedKernel captured, ObjectReader reader) {
        SourcePosition position = position(captured);
        if (position == null) {
            String clause = "is code of class " + SourceNames.simple(captured.owner())
                    + ", which has no class file that can be read";
            KernelCode code = KernelCode.K102;
            return refused(new KernelProblem(code, "", clause, code.cure(), SourcePosition.UNKNOWN, null), label);
        }
        return lift(label, body, captured, reader, position);
    }

    private Lifted lift(
            String label, KernelBody body, CapturedKernel captured, ObjectReader reader, SourcePosition position) {
        Type result = Type.getReturnType(captured.samDescriptor());
        KernelBuilder kernel = new KernelBuilder(label, position, resultType(result));
        LiftContext context = new LiftContext(label, kernel, classes, captured.loader(), reader, MethodLifter::lift);
        DraftBlock entry = kernel.body().entry();
        Emitter emitter = new Emitter(entry, position);
        List<Slot> arguments = new CapturedArguments(context, emitter).of(captured, body);
        for (Type type : Type.getArgumentTypes(captured.samDescriptor())) {
            arguments.add(argument(type, entry, position));
        }
        index(context, arguments.subList(captured.captured().size(), arguments.size()));
        Slot value = call(context, emitter, captured, arguments);
        if (!context.problems().isEmpty()) {
            return new Lifted.Refused(context.problems());
        }
        nameIndexes(kernel, arguments.subList(captured.captured().size(), arguments.size()));
        if (prints) {
            kernel.keepPrints();
        }
        emitter.block.leave(result(value, result, emitter), position);
        return new Lifted.Translated(Verifier.verified(Freeze.of(kernel)));
    }

    private static void index(LiftContext context, List<Slot> arguments) {
        for (Slot argument : arguments) {
            if (argument instanceof Slot.Num num) {
                context.indexes.add(num.value());
            } else if (argument instanceof Slot.Team) {
                context.isTeam = true;
            }
        }
    }

    private static @Nullable Slot call(
            LiftContext context, Emitter emitter, CapturedKernel captured, List<Slot> arguments) {
        int tag = captured.isStatic() ? Opcodes.H_INVOKESTATIC : Opcodes.H_INVOKEVIRTUAL;
        Handle handle = new Handle(tag, captured.owner(), captured.name(), captured.descriptor(), false);
        CallLifter calls = CallLifter.ofKernel(context, emitter);
        return calls.callHandle(handle, arguments, captured.samDescriptor());
    }

    private static Slot argument(Type type, DraftBlock entry, SourcePosition position) {
        if (type.getClassName().equals(TeamMember.class.getName())) {
            return new Slot.Team();
        }
        org.sporos.kernel.ir.Type number =
                LiftContext.numberType(type.getDescriptor().charAt(0));
        return number == null ? new Slot.Unknown(false) : new Slot.Num(entry.argument(number, "", position));
    }

    /** Names unnamed indexes i, j, k. */
    private static void nameIndexes(KernelBuilder kernel, List<Slot> arguments) {
        List<String> usual = List.of("i", "j", "k");
        for (int d = 0; d < Math.min(arguments.size(), usual.size()); d++) {
            if (arguments.get(d) instanceof Slot.Num num) {
                kernel.name(num.value(), usual.get(d));
            }
        }
    }

    private static org.sporos.kernel.ir.Type resultType(Type type) {
        char kind = type.getDescriptor().charAt(0);
        if (kind == 'Z') {
            return org.sporos.kernel.ir.Type.BOOL;
        }
        org.sporos.kernel.ir.Type number = LiftContext.numberType(kind);
        return number == null ? org.sporos.kernel.ir.Type.VOID : number;
    }

    private static @Nullable Value result(@Nullable Slot slot, Type type, Emitter emitter) {
        if (slot == null || !Slot.isNumber(slot)) {
            return null;
        }
        Value value = BranchCondition.asNumber(slot, emitter);
        return type == Type.BOOLEAN_TYPE ? emitter.asBool(value) : value;
    }

    /** Returns the position of the body, or null if its class file cannot be read. */
    private @Nullable SourcePosition position(CapturedKernel captured) {
        ClassNode owner = classes.find(captured.loader(), captured.owner());
        if (owner == null) {
            return ForeignCalls.isForeign(captured.owner()) ? SourcePosition.UNKNOWN : null;
        }
        String file = owner.sourceFile == null ? SourceNames.simple(owner.name) : owner.sourceFile;
        MethodNode method = ClassFiles.declared(owner, captured.name(), captured.descriptor());
        int line = method == null || method.instructions.size() == 0
                ? 0
                : classes.code(owner, method).firstLine();
        return new SourcePosition(file, line, SourceNames.method(captured.owner(), captured.name()), null);
    }

    private static Lifted refused(KernelProblem problem, String label) {
        return new Lifted.Refused(List.of(problem.of("kernel " + Labels.quoted(label))));
    }
}
