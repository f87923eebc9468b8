package org.sporos.kernel.bytecode;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.PrintedLine;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.param.Param;
import org.sporos.view.RecordView;
import org.sporos.view.View;

/** Lifts calls: intrinsics become operations, other methods are inlined. */
final class CallLifter {
    private final LiftContext context;
    private final @Nullable MethodCode code;
    private final Emitter emitter;
    private final Inliner inliner;
    private final ViewLifter views;

    CallLifter(LiftContext context, @Nullable MethodCode code, Emitter emitter) {
        this.context = context;
        this.code = code;
        this.emitter = emitter;
        this.inliner = new Inliner(context, emitter);
        this.views = new ViewLifter(context, emitter);
    }

    /** Returns a lifter of the call of the kernel's own method. */
    static CallLifter ofKernel(LiftContext context, Emitter emitter) {
        return new CallLifter(context, null, emitter);
    }

    void lift(MethodInsnNode node, int at, State state) {
        List<Slot> arguments = popped(node.desc, state);
        Slot result;
        if (code != null && code.isStringSwitch(at)) {
            state.pop();
            context.problem(KernelCode.K222, "switches on a string", emitter.position);
            push(node.desc, null, state);
            return;
        }
        if (node.getOpcode() == Opcodes.INVOKESTATIC) {
            result = callStatic(node.owner, node.name, node.desc, arguments);
        } else {
            boolean exact = node.getOpcode() == Opcodes.INVOKESPECIAL;
            result = callInstance(state.pop(), node.owner, node.name, node.desc, arguments, exact, at);
        }
        push(node.desc, result, state);
    }

    /** The kernel's own method has no caller; the body of a nested range has that of its enclosing method. */
    private @Nullable SourcePosition caller() {
        return code == null ? emitter.position.caller() : emitter.position;
    }

    private static void push(String descriptor, @Nullable Slot result, State state) {
        String type = Type.getReturnType(descriptor).getDescriptor();
        if (!type.equals("V")) {
            state.push(result == null ? CapturedObjects.unknown(type) : result);
        }
    }

    private static List<Slot> popped(String descriptor, State state) {
        List<Slot> arguments = new ArrayList<>();
        for (int k = Type.getArgumentTypes(descriptor).length; k > 0; k--) {
            arguments.add(0, state.pop());
        }
        return arguments;
    }

    /** Lifts an invokedynamic; a lambda becomes its method handle and captures. */
    void dynamic(InvokeDynamicInsnNode node, State state) {
        List<Slot> captured = popped(node.desc, state);
        String maker = node.bsm.getOwner();
        if (maker.equals("java/lang/invoke/LambdaMetafactory")) {
            state.push(new Slot.Lambda(node.name, (Handle) node.bsmArgs[1], captured, context.loader));
            return;
        }
        if (maker.equals("java/lang/invoke/StringConcatFactory")) {
            context.problem(KernelCode.K206, "builds a string", emitter.position);
        } else if (maker.equals("java/lang/runtime/ObjectMethods")) {
            context.problem(KernelCode.K216, "calls " + node.name + "() of a record", emitter.position);
        } else {
            context.problem(KernelCode.K216, "uses a pattern (" + node.name + ")", emitter.position);
        }
        push(node.desc, null, state);
    }

    /** Calls the body of a nested range: a lambda of the kernel or a captured object. */
    private @Nullable Slot nested(Emitter inner, Slot body, String method, String descriptor, List<Slot> arguments) {
        return new CallLifter(context, null, inner).callInstance(body, "", method, descriptor, arguments, false, -1);
    }

    private @Nullable Slot callStatic(String owner, String name, String descriptor, List<Slot> arguments) {
        Intrinsic intrinsic = Intrinsics.find(owner, name, descriptor);
        if (intrinsic != null) {
            List<Value> values = new ArrayList<>();
            for (Slot argument : arguments) {
                if (!Slot.isNumber(argument)) {
                    return CapturedObjects.unknown(
                            Type.getReturnType(descriptor).getDescriptor());
                }
                values.add(BranchCondition.asNumber(argument, emitter));
            }
            return intrinsic.emit(emitter, values);
        }
        if (PrintLifter.lifts(owner, name)) {
            new PrintLifter(context, emitter).call(arguments);
            return null;
        }
        if (owner.equals("java/util/Objects") && name.equals("requireNonNull")) {
            return arguments.get(0);
        }
        if (RuntimeForm.isRedundantCheck(owner, name)) {
            return null;
        }
        if (owner.equals("scala/runtime/BoxesRunTime") && name.startsWith("unboxTo") && isNumber(arguments)) {
            return arguments.get(0);
        }
        List<Slot> tables = ArrayCalls.arguments(owner, name, arguments, context);
        if (ArrayCalls.isLifted(owner, name, tables)) {
            arrays().call(name, tables);
            return null;
        }
        if (ForeignCalls.isForeign(owner)) {
            return new ForeignCalls(context, emitter).refuseStatic(owner, name, descriptor);
        }
        int[] table = SwitchTables.madeBy(context, owner, name, descriptor);
        if (table != null) {
            context.reader.addConstant(table);
            return new Slot.Known(table, name);
        }
        return inliner.inline(context.loader, owner, name, descriptor, arguments, caller());
    }

    private static boolean isNumber(List<Slot> arguments) {
        return arguments.size() == 1 && arguments.get(0) instanceof Slot.Num;
    }

    private ArrayCalls arrays() {
        ClassLoader own = ArrayCode.class.getClassLoader();
        return new ArrayCalls(
                context,
                emitter,
                (name, descriptor, arguments) ->
                        inliner.inline(own, ArrayCode.NAME, name, descriptor, arguments, caller()));
    }

    private @Nullable Slot callInstance(
            Slot on, String owner, String name, String descriptor, List<Slot> arguments, boolean exact, int at) {
        Slot receiver = name.equals("clone") ? ArrayLifter.table(on, context) : on;
        if (receiver instanceof Slot.Known known) {
            return callKnown(known, owner, name, descriptor, arguments, exact);
        } else if (receiver instanceof Slot.Rec rec) {
            return callRecord(rec, owner, name, descriptor, arguments);
        } else if (receiver instanceof Slot.Lambda lambda && lambda.method().equals(name)) {
            List<Slot> all = new ArrayList<>(lambda.captured());
            all.addAll(arguments);
            return context.withLoader(lambda.loader(), () -> callHandle(lambda.code(), all, descriptor));
        } else if (receiver instanceof Slot.Lambda) {
            return callDefault(receiver, owner, name, descriptor, arguments);
        } else if (ArrayCalls.isLocal(receiver) && name.equals("clone")) {
            return arrays().cloned(receiver, code == null ? "" : ArrayLifter.arrayName(code, at));
        } else if (receiver instanceof Slot.Rows && name.equals("clone")) {
            context.problem(KernelCode.K302, "clones an array of arrays", emitter.position);
            return null;
        } else if (receiver instanceof Slot.Team) {
            return new TeamLifter(context, code, emitter, this::nested).call(name, descriptor, arguments, at);
        } else if (receiver instanceof Slot.ScratchView scratch) {
            return views.call(scratch.view(), name, descriptor, arguments);
        } else if (!(receiver instanceof Slot.Unknown) && !name.equals("<init>")) {
            return new ForeignCalls(context, emitter).refuse(owner, name, descriptor, "");
        }
        return null;
    }

    private @Nullable Slot callRecord(
            Slot.Rec rec, String owner, String name, String descriptor, List<Slot> arguments) {
        if (owner.equals("java/lang/Record") && name.equals("<init>")) {
            return null;
        }
        List<Slot> all = new ArrayList<>(List.of(rec));
        all.addAll(arguments);
        return inliner.inline(rec.loader, rec.owner, name, descriptor, all, caller());
    }

    private @Nullable Slot callKnown(
            Slot.Known known, String owner, String name, String descriptor, List<Slot> arguments, boolean exact) {
        Object object = known.object();
        if (object == null) {
            context.problem(
                    KernelCode.K214,
                    "calls " + SourceNames.simple(owner) + "." + name + "() on null",
                    emitter.position);
            return null;
        } else if (object instanceof View view) {
            return views.call(view, known.name(), name, descriptor, arguments);
        } else if (object instanceof RecordView) {
            return new RecordViewLifter(context, emitter, records()).call(known, name, descriptor, arguments);
        } else if (object instanceof Param param) {
            return views.param(param, known.name(), name, descriptor);
        } else if (object.getClass().isHidden()) {
            return callLambda(known, owner, name, descriptor, arguments);
        } else if (Proxy.isProxyClass(object.getClass())) {
            return refuseProxy(known, owner, name);
        } else if (object instanceof Enum<?> constant && name.equals("ordinal")) {
            return new Slot.Num(emitter.constant(constant.ordinal()));
        } else if (ForeignCalls.isForeign(Type.getInternalName(object.getClass())) || isClassOfJdk(owner)) {
            return new ForeignCalls(context, emitter).call(known, owner, name, descriptor);
        }
        List<Slot> all = new ArrayList<>(List.of(known));
        all.addAll(arguments);
        ClassLoader loader = object.getClass().getClassLoader();
        boolean own = exact || inliner.isPrivate(loader, owner, name, descriptor);
        String start = own ? owner : Type.getInternalName(object.getClass());
        return inliner.inline(loader, start, name, descriptor, all, caller());
    }

    private RecordViewLifter.Calls records() {
        return (type, descriptor, arguments) -> inliner.inline(
                type.getClassLoader(), Type.getInternalName(type), "<init>", descriptor, arguments, caller());
    }

    /** The target of a proxy is chosen at run time. */
    private @Nullable Slot refuseProxy(Slot.Known proxy, String owner, String name) {
        context.problem(
                KernelCode.K208,
                "calls " + SourceNames.simple(owner) + "." + name + "() on "
                        + (proxy.name().isEmpty() ? "" : Labels.quoted(proxy.name()) + ", ")
                        + "a proxy, whose code is not known",
                KernelCode.K208.cure(),
                emitter.position,
                proxy.name());
        return null;
    }

    /** A call on a JDK class is rejected even if the receiver is of a user's subclass, as a replaced System.out. */
    private boolean isClassOfJdk(String owner) {
        Class<?> type = ForeignCalls.isForeign(owner) ? new CapturedObjects(context).load(owner) : null;
        return type != null && !type.isInterface();
    }

    /** Calls a captured lambda; its method and captures are found like a kernel's. */
    private @Nullable Slot callLambda(
            Slot.Known known, String owner, String name, String descriptor, List<Slot> arguments) {
        Object lambda = java.util.Objects.requireNonNull(known.object());
        if (!(KernelCapture.of(lambda) instanceof CaptureResult.Found found)) {
            String variable = SourceLanguage.of(emitter.position).variable(known.name());
            String which = variable.isEmpty() ? "a captured lambda" : "the captured lambda " + Labels.quoted(variable);
            context.problem(
                    KernelCode.K103,
                    "calls " + which + ", which is not serializable",
                    KernelCode.K103.cure(),
                    emitter.position,
                    variable);
            return null;
        }
        CapturedKernel kernel = found.kernel();
        if (!kernel.samName().equals(name)) {
            return callDefault(known, owner, name, descriptor, arguments);
        }
        List<Slot> all = new CapturedArguments(context, emitter).of(kernel, lambda);
        all.addAll(arguments);
        int tag = kernel.isStatic() ? Opcodes.H_INVOKESTATIC : Opcodes.H_INVOKEVIRTUAL;
        Handle code = new Handle(tag, kernel.owner(), kernel.name(), kernel.descriptor(), false);
        return context.withLoader(kernel.loader(), () -> callHandle(code, all, descriptor));
    }

    /** Calls a default or private method of a lambda's interface. */
    private @Nullable Slot callDefault(
            Slot lambda, String owner, String name, String descriptor, List<Slot> arguments) {
        if (ForeignCalls.isForeign(owner)) {
            return new ForeignCalls(context, emitter).refuse(owner, name, descriptor, "");
        }
        List<Slot> all = new ArrayList<>(List.of(lambda));
        all.addAll(arguments);
        return inliner.inline(context.loader, owner, name, descriptor, all, caller());
    }

    /** Calls a method handle, with the widening conversions that a method reference allows. */
    @Nullable
    Slot callHandle(Handle handle, List<Slot> all, String descriptor) {
        boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
        List<Slot> arguments = new ArrayList<>(isStatic || all.isEmpty() ? all : all.subList(1, all.size()));
        Type[] wanted = Type.getArgumentTypes(handle.getDesc());
        for (int k = 0; k < Math.min(wanted.length, arguments.size()); k++) {
            arguments.set(k, widened(arguments.get(k), wanted[k]));
        }
        Slot result;
        if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            context.problem(KernelCode.K201, "makes a new " + SourceNames.simple(handle.getOwner()), emitter.position);
            return null;
        } else if (isStatic) {
            result = callStatic(handle.getOwner(), handle.getName(), handle.getDesc(), arguments);
        } else {
            boolean exact = handle.getTag() == Opcodes.H_INVOKESPECIAL;
            result = callInstance(
                    all.get(0), handle.getOwner(), handle.getName(), handle.getDesc(), arguments, exact, -1);
        }
        return result == null ? null : widened(result, Type.getReturnType(descriptor));
    }

    private Slot widened(Slot slot, Type wanted) {
        if (slot instanceof Slot.Num num) {
            org.sporos.kernel.ir.Type to =
                    LiftContext.numberType(wanted.getDescriptor().charAt(0));
            for (Conversion conversion : Conversion.values()) {
                boolean widens = conversion.ordinal() < Conversion.F64_BITS.ordinal();
                if (to != num.value().type()
                        && widens
                        && conversion.from() == num.value().type()
                        && conversion.to() == to) {
                    return new Slot.Num(emitter.convert(conversion, num.value()));
                }
            }
        }
        return slot;
    }

    /** Lifts calls of {@code Debug.print}; the indexes of the work item become operands. */
    private record PrintLifter(LiftContext context, Emitter emitter) {
        private static final String OWNER = "org/sporos/debug/Debug";

        /** Returns whether a static method is {@code Debug.print}. */
        static boolean lifts(String owner, String name) {
            return owner.equals(OWNER) && name.equals("print");
        }

        void call(List<Slot> arguments) {
            if (!(arguments.get(0) instanceof Slot.Known known) || !(known.object() instanceof String format)) {
                context.problem(KernelCode.K218, "prints with a format that is no constant, or null", emitter.position);
                return;
            }
            int values = arguments.size() - 1;
            int places = PrintedLine.placeholders(format);
            if (places != values) {
                context.problem(
                        KernelCode.K218,
                        "prints " + values + (values == 1 ? " value" : " values") + " with the format "
                                + Labels.quoted(format) + ", which has places for " + places,
                        emitter.position);
            } else if (context.depth > 0) {
                context.problem(KernelCode.K219, "prints in a nested range or in single of a team", emitter.position);
            } else {
                print(format, arguments.subList(1, arguments.size()));
            }
        }

        private void print(String format, List<Slot> values) {
            List<Value> operands = indexes();
            int indexes = operands.size();
            int doubles = 0;
            for (int k = 0; k < values.size(); k++) {
                if (!Slot.isNumber(values.get(k))) {
                    // The problem is reported already.
                    return;
                }
                Value value = BranchCondition.asNumber(values.get(k), emitter);
                doubles |= value.type() == org.sporos.kernel.ir.Type.F64 ? 1 << k : 0;
                operands.add(
                        value.type() == org.sporos.kernel.ir.Type.F64
                                ? emitter.convert(Conversion.F64_BITS, value)
                                : value);
            }
            emitter.emit(new Op.Print(format, indexes, doubles), org.sporos.kernel.ir.Type.VOID, operands);
            context.kernel.addPrint(emitter.position);
        }

        private List<Value> indexes() {
            List<Value> indexes = new ArrayList<>();
            if (context.isTeam) {
                for (TeamQuery rank : List.of(TeamQuery.LEAGUE_RANK, TeamQuery.TEAM_RANK)) {
                    indexes.add(emitter.convert(
                            Conversion.I2L, emitter.emit(rank, org.sporos.kernel.ir.Type.I32, List.of())));
                }
                return indexes;
            }
            for (Value index : context.indexes) {
                boolean isIndex = indexes.size() < PrintedLine.MOST_INDEXES
                        && index.type().isInteger();
                if (isIndex) {
                    indexes.add(
                            index.type() == org.sporos.kernel.ir.Type.I64
                                    ? index
                                    : emitter.convert(Conversion.I2L, index));
                }
            }
            return indexes;
        }
    }
}
