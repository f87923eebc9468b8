package org.sporos.kernel.bytecode;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.view.RecordView;
import org.sporos.view.View;

/**
 * Lifts calls of record views to calls of their component views. A get loads all components; unused loads are removed
 * later, as a remaining one fails for them.
 */
final class RecordViewLifter {
    private static final Field COMPONENTS = field("components");
    private static final Field TYPE = field("type");

    private final LiftContext context;
    private final Emitter emitter;
    private final ViewLifter views;
    private final Calls calls;

    /** Calls of user code. */
    interface Calls {
        void construct(Class<?> type, String descriptor, List<Slot> arguments);
    }

    RecordViewLifter(LiftContext context, Emitter emitter, Calls calls) {
        this.context = context;
        this.emitter = emitter;
        this.views = new ViewLifter(context, emitter);
        this.calls = calls;
    }

    private static Field field(String name) {
        try {
            return RecordView.class.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new InternalException("a record view has no field " + name, e);
        }
    }

    @Nullable
    Slot call(Slot.Known held, String method, String descriptor, List<Slot> arguments) {
        RecordView<?> view = (RecordView<?>) java.util.Objects.requireNonNull(held.object());
        // The read registers the dependence for every call.
        Class<?> type = (Class<?>) read(view, TYPE);
        Parts parts = new Parts(view, held.name());
        switch (method) {
            case "rank", "size", "extent":
                return parts.call(0, method, descriptor, arguments);
            case "component":
                return component(parts, descriptor, arguments);
            case "get":
                return isOfRank(parts, method, arguments.size(), arguments) ? load(type, parts, arguments) : null;
            case "set":
                int indexes = arguments.size() - 1;
                if (arguments.get(indexes) instanceof Slot.Known record && record.object() == null) {
                    context.problem(KernelCode.K214, "sets " + name(held, view) + " to null", emitter.position);
                } else if (isOfRank(parts, method, indexes, arguments)) {
                    store(arguments.get(indexes), type, parts, arguments.subList(0, indexes));
                }
                return null;
            default:
                String called = "calls RecordView." + method + "() of " + name(held, view);
                context.problem(KernelCode.K314, called, KernelCode.K314.cure(), emitter.position, held.name());
                return null;
        }
    }

    private static String name(Slot.Known held, RecordView<?> view) {
        return Labels.quoted(held.name().isEmpty() ? view.label() : held.name());
    }

    private Object read(RecordView<?> view, Field field) {
        return java.util.Objects.requireNonNull(
                context.reader.field(view, field).orElseThrow().value());
    }

    /** The component views, called in order. */
    private final class Parts {
        private final RecordView<?> view;
        private final String held;
        private final Object array;
        private final List<Instruction> loads = new ArrayList<>();
        private int next;

        Parts(RecordView<?> view, String held) {
            this.view = view;
            this.held = held;
            this.array = read(view, COMPONENTS);
        }

        int rank() {
            return view.rank();
        }

        @Nullable
        Slot callNext(String method, String descriptor, List<Slot> arguments) {
            return call(next++, method, descriptor, arguments);
        }

        @Nullable
        Slot call(int k, String method, String descriptor, List<Slot> arguments) {
            Slot.Known known = known(k);
            View component = (View) java.util.Objects.requireNonNull(known.object());
            return views.call(component, known.name(), method, descriptor, arguments);
        }

        Slot.Known known(int k) {
            return new Slot.Known(context.reader.element(array, k), held.isEmpty() ? "" : view.nameOf(held, k));
        }

        int indexOf(String component) {
            for (int k = 0; k < view.components().size(); k++) {
                if (view.nameOf("", k).equals("." + component)) {
                    return k;
                }
            }
            return -1;
        }
    }

    /** The name of a component must be constant. */
    private Slot component(Parts parts, String descriptor, List<Slot> arguments) {
        Object name = arguments.get(0) instanceof Slot.Known known ? known.object() : null;
        int at = name instanceof String text ? parts.indexOf(text) : -1;
        if (at >= 0) {
            return parts.known(at);
        }
        if (!(arguments.get(0) instanceof Slot.Unknown)) {
            context.problem(
                    KernelCode.K226,
                    "reads component " + Labels.quoted(String.valueOf(name)) + " of record view "
                            + Labels.quoted(parts.view.label()) + ", which has no such component",
                    emitter.position);
        }
        return CapturedObjects.unknown(Type.getReturnType(descriptor).getDescriptor());
    }

    private boolean isOfRank(Parts parts, String method, int indexes, List<Slot> arguments) {
        if (indexes == parts.rank()) {
            return true;
        }
        // Reports the same problem as a component view.
        parts.call(0, method, "()V", arguments);
        return false;
    }

    /** Components have equal extents, so one bounds check suffices. */
    private Slot load(Class<?> type, Parts parts, List<Slot> indexes) {
        Slot record = loadRecord(type, parts, indexes);
        context.kernel.setAlternatives(parts.loads);
        return record;
    }

    private Slot loadRecord(Class<?> type, Parts parts, List<Slot> indexes) {
        Slot.Rec record = new Slot.Rec(Type.getInternalName(type), type.getClassLoader());
        List<Slot> arguments = new ArrayList<>(List.of(record));
        List<Type> types = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
            Type own = Type.getType(each.getType());
            types.add(own);
            arguments.add(
                    each.getType().isRecord()
                            ? loadRecord(each.getType(), parts, indexes)
                            : loadComponent(parts, own, indexes));
        }
        calls.construct(type, Type.getMethodDescriptor(Type.VOID_TYPE, types.toArray(Type[]::new)), arguments);
        return record;
    }

    private Slot loadComponent(Parts parts, Type type, List<Slot> indexes) {
        Slot element = parts.callNext("get", "()" + type.getDescriptor(), indexes);
        if (element instanceof Slot.Num num && num.value() instanceof Instruction load) {
            parts.loads.add(load);
        }
        return type == Type.BOOLEAN_TYPE && element instanceof Slot.Num num
                ? emitter.asInt(emitter.asBool(num.value()))
                : java.util.Objects.requireNonNull(element);
    }

    /** Reads the field, like views on the host: an accessor may return another value. */
    private Slot field(Slot record, Class<?> type, String name, String descriptor) {
        if (record instanceof Slot.Known known) {
            return new CapturedObjects(context).field(known, Type.getInternalName(type), name, descriptor, emitter);
        }
        Slot value = record instanceof Slot.Rec rec ? rec.components.get(name) : null;
        return value == null ? CapturedObjects.unknown(descriptor) : value;
    }

    private void store(Slot record, Class<?> type, Parts parts, List<Slot> indexes) {
        for (RecordComponent each : type.getRecordComponents()) {
            String descriptor = Type.getDescriptor(each.getType());
            Slot known = field(record, type, each.getName(), descriptor);
            if (each.getType().isRecord()) {
                store(known, each.getType(), parts, indexes);
            } else {
                Slot[] all = Arrays.copyOf(indexes.toArray(Slot[]::new), indexes.size() + 1);
                all[indexes.size()] = known;
                parts.callNext("set", "()V", Arrays.asList(all));
            }
        }
    }
}
