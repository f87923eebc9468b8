package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;

/** Lifts fields, casts and allocations of records, which are replaced by their components. */
final class ObjectLifter {
    private final LiftContext context;
    private final Emitter emitter;
    private final CapturedObjects objects;

    ObjectLifter(LiftContext context, Emitter emitter) {
        this.context = context;
        this.emitter = emitter;
        this.objects = new CapturedObjects(context);
    }

    void field(FieldInsnNode node, State state) {
        switch (node.getOpcode()) {
            case GETSTATIC -> state.push(objects.staticField(node.owner, node.name, node.desc, emitter));
            case GETFIELD -> state.push(read(node, state.pop()));
            case PUTSTATIC -> {
                state.pop();
                refuseWrite("static field " + SourceNames.simple(node.owner) + "." + node.name, node.name);
            }
            default -> {
                Slot value = state.pop();
                write(node, state.pop(), value);
            }
        }
    }

    private Slot read(FieldInsnNode node, Slot receiver) {
        if (receiver instanceof Slot.Known known) {
            return objects.field(known, node.owner, node.name, node.desc, emitter);
        } else if (receiver instanceof Slot.Rec rec && rec.components.get(node.name) != null) {
            return rec.components.get(node.name);
        }
        return CapturedObjects.unknown(node.desc);
    }

    private void write(FieldInsnNode node, Slot receiver, Slot value) {
        if (receiver instanceof Slot.Rec rec) {
            Slot component =
                    value instanceof Slot.Ordering ? new Slot.Num(BranchCondition.asNumber(value, emitter)) : value;
            if (rec.components.put(node.name, component) != null) {
                context.problem(
                        KernelCode.K306,
                        "assigns component " + node.name + " of record " + SourceNames.simple(rec.owner) + " twice",
                        emitter.position);
            }
        } else if (receiver instanceof Slot.Known known && RuntimeForm.isSharedVariable(node.owner)) {
            String variable = SourceLanguage.of(emitter.position).variable(known.name());
            refuseWrite("the captured var " + Labels.quoted(variable), variable);
        } else if (!(receiver instanceof Slot.Unknown)) {
            refuseWrite("field " + SourceNames.simple(node.owner) + "." + node.name, node.name);
        }
    }

    private void refuseWrite(String what, String name) {
        context.problem(KernelCode.K212, "writes " + what, KernelCode.K212.cure(), emitter.position, name);
    }

    void type(TypeInsnNode node, State state) {
        switch (node.getOpcode()) {
            case NEW -> state.push(allocate(node.desc));
            case INSTANCEOF -> state.push(isInstance(state.pop(), node.desc));
            default -> {}
        }
    }

    /** Returns whether a class is a Throwable. */
    boolean isThrowable(String type) {
        Class<?> loaded = objects.load(type);
        return loaded != null && Throwable.class.isAssignableFrom(loaded);
    }

    private Slot allocate(String type) {
        ClassNode node = type.startsWith("java/") ? null : context.classes.find(context.loader, type);
        if (node != null && "java/lang/Record".equals(node.superName)) {
            return new Slot.Rec(type, context.loader);
        }
        if (RuntimeForm.isRuntime(type)) {
            context.runtimeForm(type, "<init>", emitter.position);
            return new Slot.Unknown(false);
        }
        boolean text = type.equals("java/lang/StringBuilder") || type.equals("java/lang/String");
        context.problem(
                text ? KernelCode.K206 : KernelCode.K201,
                text ? "builds a string" : "makes a new " + SourceNames.simple(Type.getObjectType(type)),
                emitter.position);
        return new Slot.Unknown(false);
    }

    private Slot isInstance(Slot slot, String type) {
        Boolean known = known(slot, type);
        if (known == null) {
            if (!(slot instanceof Slot.Unknown)) {
                context.problem(
                        KernelCode.K215,
                        "tests instanceof " + SourceNames.simple(Type.getObjectType(type)),
                        emitter.position);
            }
            return new Slot.Unknown(false);
        }
        return new Slot.Num(emitter.constant(known ? 1 : 0));
    }

    private @Nullable Boolean known(Slot slot, String type) {
        Class<?> wanted = objects.load(type);
        if (wanted == null) {
            return null;
        } else if (slot instanceof Slot.Known known) {
            return wanted.isInstance(known.object());
        } else if (slot instanceof Slot.Rec rec) {
            Class<?> own = objects.load(rec.owner);
            return own == null ? null : (Boolean) wanted.isAssignableFrom(own);
        }
        return null;
    }
}
