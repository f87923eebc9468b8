package org.sporos.kernel.bytecode;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.Replacement;

/** Rejects calls of JDK and library classes outside of the kernel language. */
record ForeignCalls(LiftContext context, Emitter emitter) {
    private static final String RING = "org/sporos/view/ViewRing";
    private static final List<String> PACKAGES = List.of(
            "java/",
            "javax/",
            "jdk/",
            "sun/",
            "com/sun/",
            "org/sporos/space/",
            "org/sporos/internal/run/",
            "org/sporos/view/",
            "org/sporos/param/",
            "org/sporos/policy/",
            "org/sporos/reduce/",
            "org/sporos/graph/");
    /** Library classes with kernels of their own. */
    private static final Set<String> KERNELS =
            Set.of("org/sporos/graph/SwitchCondition", "org/sporos/graph/ParamFills");

    private static final Set<String> BOXES = Set.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Boolean",
            "java/lang/Character",
            "java/lang/Short",
            "java/lang/Byte");

    static boolean isForeign(String owner) {
        boolean found = owner.startsWith("[");
        for (int k = 0; !found && k < PACKAGES.size(); k++) {
            found = owner.startsWith(PACKAGES.get(k));
        }
        return found && !KERNELS.contains(owner);
    }

    /** Lifts a call on a captured JDK object; only unboxing is supported. */
    @Nullable
    Slot call(Slot.Known known, String owner, String name, String descriptor) {
        Object object = java.util.Objects.requireNonNull(known.object());
        boolean boxed = BOXES.contains(Type.getInternalName(object.getClass()));
        if (boxed && name.endsWith("Value") && descriptor.startsWith("()")) {
            if (matches(object, descriptor.charAt(2))) {
                String shown = ViewLifter.identifier(known.name(), "c");
                return emitter.scalar(context.scalar(
                        object,
                        "value",
                        () -> context.kernel
                                .captures()
                                .scalar(shown, LiftContext.scalarType(object), LiftContext.bits(object))));
            }
        }
        if (object instanceof String && name.equals("toString")) {
            return known;
        } else if (name.equals("equals") && SourceLanguage.of(emitter.position) != SourceLanguage.JAVA) {
            context.runtimeForm("scala/runtime/BoxesRunTime", name, emitter.position);
            return null;
        }
        return refuse(owner, name, descriptor, known.name());
    }

    private static boolean matches(Object boxed, char type) {
        return boxed instanceof Integer && type == 'I'
                || boxed instanceof Long && type == 'J'
                || boxed instanceof Double && type == 'D'
                || boxed instanceof Float && type == 'F'
                || boxed instanceof Boolean && type == 'Z'
                || boxed instanceof Character && type == 'C'
                || boxed instanceof Short && type == 'S'
                || boxed instanceof Byte && type == 'B';
    }

    @Nullable
    Slot refuseStatic(String owner, String name, String descriptor) {
        if (name.equals("valueOf") && BOXES.contains(owner)) {
            context.problem(KernelCode.K209, "boxes a number as " + SourceNames.simple(owner), emitter.position);
            return null;
        } else if (owner.equals("org/sporos/view/Slice")) {
            return null;
        } else if (owner.startsWith("org/sporos/")) {
            context.problem(
                    KernelCode.K314, "calls " + SourceNames.simple(owner) + "." + name + "()", emitter.position);
            return null;
        }
        return refuse(owner, name, descriptor, "");
    }

    @Nullable
    Slot refuse(String owner, String name, String descriptor, String variable) {
        if (owner.equals(RING)) {
            context.problem(
                    KernelCode.K314,
                    "calls ViewRing." + name + "()",
                    "take the level into a variable before the lambda, which captures that",
                    emitter.position,
                    variable);
            return null;
        }
        context.call(
                "calls " + SourceNames.simple(owner) + "." + name + "()",
                Replacement.of(owner, name),
                emitter.position,
                variable.isEmpty() ? null : variable);
        return null;
    }
}
