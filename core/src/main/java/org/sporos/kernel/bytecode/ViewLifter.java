package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.Param;
import org.sporos.view.View;

/** Lifts the calls of views and params. */
record ViewLifter(LiftContext context, Emitter emitter) {
    private static final Map<String, AtomicKind> ATOMICS =
            Arrays.stream(AtomicKind.values()).collect(Collectors.toMap(AtomicKind::method, kind -> kind));

    /** Lifts the call of a param. */
    Slot param(Param param, String held, String method, String descriptor) {
        if (!method.equals("get")) {
            hostOnly(param.getClass().getSimpleName(), method, param.label());
            return CapturedObjects.unknown(
                    org.objectweb.asm.Type.getReturnType(descriptor).getDescriptor());
        }
        ParamRef ref = context.kernel.captures().param(identifier(held, "param"), param);
        Value value = emitter.emit(new Op.Param(ref), ref.type(), List.of());
        return ref.type() == Type.BOOL ? emitter.asInt(value) : new Slot.Num(value);
    }

    /** Lifts the call of a captured view. */
    @Nullable
    Slot call(View view, String held, String method, String descriptor, List<Slot> arguments) {
        ViewRef ref = context.kernel.captures().view(identifier(held, "view"), view);
        return call(ref, held.isEmpty() ? view.label() : held, method, descriptor, arguments);
    }

    /** Lifts the call of a view in the scratch memory of a team. */
    @Nullable
    Slot call(ViewRef.Scratch view, String method, String descriptor, List<Slot> arguments) {
        return call(view, view.name(), method, descriptor, arguments);
    }

    private @Nullable Slot call(ViewRef view, String shown, String method, String descriptor, List<Slot> arguments) {
        String result = org.objectweb.asm.Type.getReturnType(descriptor).getDescriptor();
        Slot nothing = result.equals("V") ? null : CapturedObjects.unknown(result);
        switch (method) {
            case "rank":
                return new Slot.Num(emitter.constant(view.rank()));
            case "size":
                return new Slot.Num(emitter.emit(new Op.Extent(view, Op.Extent.SIZE), Type.I64, List.of()));
            case "extent":
                return extent(view, shown, arguments.get(0));
            case "subview":
                problem(KernelCode.K313, "takes a sub-view of " + Labels.quoted(shown), shown);
                return nothing;
            case "get", "set":
                break;
            default:
                if (!ATOMICS.containsKey(method)) {
                    hostOnly(className(view), method, shown);
                    return nothing;
                }
        }
        return access(view, shown, method, arguments, nothing);
    }

    private @Nullable Slot access(
            ViewRef view, String shown, String method, List<Slot> arguments, @Nullable Slot nothing) {
        AtomicKind atomic = ATOMICS.get(method);
        int values = atomic != null ? atomic.valueCount() : method.equals("get") ? 0 : 1;
        int indexes = arguments.size() - values;
        if (indexes != view.rank()) {
            problem(
                    KernelCode.K311,
                    "uses view " + Labels.quoted(shown) + " of rank " + view.rank() + " with " + indexes
                            + (indexes == 1 ? " index" : " indexes"),
                    shown);
            return nothing;
        }
        List<Value> operands = new ArrayList<>();
        for (Slot argument : arguments) {
            if (!context.requiresNumber(argument)) {
                return nothing;
            }
            operands.add(BranchCondition.asNumber(argument, emitter));
        }
        Type element = view.storage().value();
        if (atomic == AtomicKind.COMPARE_SET) {
            return emitter.asInt(emitter.emit(new Op.Atomic(view, atomic), Type.BOOL, operands));
        } else if (atomic != null) {
            return new Slot.Num(emitter.emit(new Op.Atomic(view, atomic), element, operands));
        } else if (values == 0) {
            return new Slot.Num(emitter.emit(new Op.Load(view), element, operands));
        }
        narrow(view, operands);
        emitter.emit(new Op.Store(view), Type.VOID, operands);
        return null;
    }

    /** Narrows a stored value to its element type; bytecode may omit the narrowing. */
    private void narrow(ViewRef view, List<Value> operands) {
        Conversion narrowing = Conversion.narrowing(view.storage());
        Value value = operands.get(operands.size() - 1);
        if (narrowing != null && !isOf(value, view.storage())) {
            operands.set(operands.size() - 1, emitter.emit(narrowing, Type.I32, List.of(value)));
        }
    }

    private static boolean isOf(Value value, Storage storage) {
        Op op = value instanceof Instruction made ? made.op() : null;
        return op == Conversion.narrowing(storage)
                || op instanceof Op.Load load && load.view().storage() == storage
                || op instanceof Op.ArrayLoad load && load.array().element() == storage;
    }

    private Slot extent(ViewRef view, String shown, Slot argument) {
        Long dimension = Emitter.knownBits(argument);
        if (dimension == null || dimension < 0 || dimension >= view.rank()) {
            if (!(argument instanceof Slot.Unknown)) {
                problem(
                        KernelCode.K312,
                        "reads the extent of view " + Labels.quoted(shown) + " of rank " + view.rank() + " in "
                                + (dimension == null ? "a variable dimension" : "dimension " + dimension),
                        shown);
            }
            return new Slot.Unknown(true);
        }
        return new Slot.Num(emitter.emit(new Op.Extent(view, dimension.intValue()), Type.I64, List.of()));
    }

    private void hostOnly(String type, String method, String variable) {
        problem(KernelCode.K314, "calls " + type + "." + method + "() of " + Labels.quoted(variable), variable);
    }

    private void problem(KernelCode code, String clause, String variable) {
        context.problem(code, clause, code.cure(), emitter.position, variable);
    }

    private static String className(ViewRef view) {
        String name = view.element().javaName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1) + "View";
    }

    /**
     * Returns the name of a variable or field as a C++ identifier. It is independent of the object, so that kernels of
     * the same code have the same text.
     *
     * @param usual the name if the class file has none
     */
    static String identifier(String held, String usual) {
        String name = held.isEmpty() ? usual : held;
        String fit = name.replaceAll("[^A-Za-z0-9_]", "_");
        return fit.isEmpty() || Character.isDigit(fit.charAt(0)) ? "v" + fit : fit;
    }
}
