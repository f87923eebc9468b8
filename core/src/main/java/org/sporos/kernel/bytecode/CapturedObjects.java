package org.sporos.kernel.bytecode;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.capture.FieldValue;

/** Lifts fields of captured objects to slots. */
record CapturedObjects(LiftContext context) {
    private static final Object STATICS = new Object();

    /** Returns the value of a field of a captured object. */
    Slot field(Slot.Known receiver, String owner, String name, String descriptor, Emitter emitter) {
        Object object = receiver.object();
        if (object == null) {
            context.problem(
                    KernelCode.K214,
                    "reads field " + name + " of " + shown(receiver.name(), "an object") + ", which is null",
                    KernelCode.K214.cure(),
                    emitter.position,
                    name);
            return unknown(descriptor);
        }
        Field field = find(object.getClass(), owner, name);
        if (field == null) {
            return absent(owner, name, descriptor, emitter);
        }
        if (!Modifier.isFinal(field.getModifiers())) {
            notConstant(receiver, owner, name, emitter);
            return unknown(descriptor);
        }
        Optional<FieldValue> value = context.reader.field(object, field);
        if (value.isEmpty()) {
            return unreadable(owner, name, descriptor, emitter);
        }
        return slot(object, value.get().value(), name, descriptor, emitter);
    }

    private void notConstant(Slot.Known receiver, String owner, String name, Emitter emitter) {
        SourceLanguage language = SourceLanguage.of(emitter.position);
        String variable = name;
        String clause =
                "reads field " + SourceNames.simple(owner) + "." + name + ", which is not " + language.constant();
        String cure = language.cure(KernelCode.K210);
        if (RuntimeForm.isSharedVariable(owner)) {
            variable = language.variable(receiver.name());
            clause = "reads the captured var " + shown(variable, "of a lambda");
            cure = "its value would silently freeze: copy it into a val before the kernel, or use a param or a view";
        } else if (RuntimeForm.isRuntimeMember(owner, name)) {
            context.runtimeForm(owner, name, emitter.position);
            return;
        }
        context.problem(KernelCode.K210, clause, cure, emitter.position, variable);
    }

    private Slot slot(Object owner, @Nullable Object value, String name, String descriptor, Emitter emitter) {
        org.sporos.kernel.ir.Type type = LiftContext.numberType(descriptor.charAt(0));
        if (type == null || value == null) {
            return new Slot.Known(value, plain(name));
        }
        return emitter.scalar(context.scalar(
                owner,
                name,
                () -> context.kernel
                        .captures()
                        .scalar(plain(name), LiftContext.scalarType(value), LiftContext.bits(value))));
    }

    /** Returns the value of a static field: a constant, or a snapshot of a JShell variable. */
    Slot staticField(String owner, String name, String descriptor, Emitter emitter) {
        if (name.equals("$assertionsDisabled")) {
            return new Slot.Num(emitter.constant(1));
        }
        Class<?> type = load(owner);
        Field field = type == null ? null : find(type, owner, name);
        if (field == null) {
            return absent(owner, name, descriptor, emitter);
        }
        SourceLanguage language = SourceLanguage.of(emitter.position);
        boolean jshell = owner.startsWith("REPL/");
        if (!Modifier.isFinal(field.getModifiers()) && RuntimeForm.isRuntimeMember(owner, name)) {
            context.runtimeForm(owner, name, emitter.position);
            return unknown(descriptor);
        }
        if (!Modifier.isFinal(field.getModifiers()) && !jshell) {
            context.problem(
                    KernelCode.K211,
                    "reads static field " + SourceNames.simple(owner) + "." + name + ", which is not "
                            + language.constant(),
                    language.cure(KernelCode.K211),
                    emitter.position,
                    name);
            return unknown(descriptor);
        }
        Optional<FieldValue> value = context.reader.staticField(field);
        if (value.isEmpty()) {
            return unreadable(owner, name, descriptor, emitter);
        }
        org.sporos.kernel.ir.Type number = LiftContext.numberType(descriptor.charAt(0));
        if (jshell || number == null || value.get().value() == null) {
            return slot(STATICS, value.get().value(), jshell ? name : owner + "." + name, descriptor, emitter);
        }
        return new Slot.Num(
                emitter.constant(number, LiftContext.bits(value.get().value())));
    }

    /** The loaded class differs from the class file of its loader. */
    private Slot absent(String owner, String name, String descriptor, Emitter emitter) {
        context.problem(
                KernelCode.K104,
                "reads field " + SourceNames.simple(owner) + "." + name + ", which the loaded class does not have",
                "load the class from the class file that its loader gives",
                emitter.position,
                name);
        return unknown(descriptor);
    }

    private Slot unreadable(String owner, String name, String descriptor, Emitter emitter) {
        context.problem(
                KernelCode.K104,
                "reads field " + SourceNames.simple(owner) + "." + name + ", which cannot be read",
                KernelCode.K104.cure(),
                emitter.position,
                name);
        return unknown(descriptor);
    }

    /** Returns a class by its internal name without initialization, or null. */
    @Nullable
    Class<?> load(String owner) {
        try {
            return Class.forName(owner.replace('/', '.'), false, context.loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static @Nullable Field find(Class<?> start, String owner, String name) {
        boolean inside = false;
        for (Class<?> c = start; c != null; c = c.getSuperclass()) {
            inside |= c.getName().equals(owner.replace('/', '.'));
            if (inside) {
                try {
                    return c.getDeclaredField(name);
                } catch (NoSuchFieldException | LinkageError e) {
                    // A superclass may declare it.
                }
            }
        }
        return null;
    }

    static Slot unknown(String descriptor) {
        char kind = descriptor.charAt(0);
        return new Slot.Unknown(kind == 'J' || kind == 'D');
    }

    /** Strips the prefix of {@code val$x}, a capture of an anonymous class. */
    private static String plain(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        return last.startsWith("val$") ? last.substring(4) : last;
    }

    private static String shown(String name, String otherwise) {
        return name.isEmpty() ? otherwise : Labels.quoted(name);
    }
}
