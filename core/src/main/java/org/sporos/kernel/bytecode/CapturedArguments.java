package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.sporos.kernel.capture.CapturedKernel;

/** Lifts the captured values of a lambda to the leading arguments of its method, named after the parameters. */
record CapturedArguments(LiftContext context, Emitter emitter) {
    /** Returns the slots; the receiver of an instance method is first. */
    List<Slot> of(CapturedKernel kernel, Object lambda) {
        MethodCode code = code(kernel);
        Type[] types = Type.getArgumentTypes(kernel.descriptor());
        List<@Nullable Object> captured = context.reader.captured(lambda, kernel);
        List<Slot> slots = new ArrayList<>();
        int local = 0;
        for (int k = 0; k < captured.size(); k++) {
            boolean receiver = k == 0 && !kernel.isStatic();
            Type type = receiver ? Type.getObjectType(kernel.owner()) : types[k - (kernel.isStatic() ? 0 : 1)];
            String name = code == null ? "" : code.name(local, 0);
            slots.add(slot(captured.get(k), type, name.isEmpty() ? "" : name, lambda, k));
            local += type.getSize();
        }
        return slots;
    }

    private Slot slot(@Nullable Object value, Type type, String name, Object lambda, int index) {
        org.sporos.kernel.ir.Type number =
                LiftContext.numberType(type.getDescriptor().charAt(0));
        if (number == null || value == null) {
            return new Slot.Known(value, name);
        }
        String shown = name.isEmpty() ? "c" + index : name;
        return emitter.scalar(context.scalar(
                lambda,
                "capture " + index,
                () -> context.kernel.captures().scalar(shown, LiftContext.scalarType(value), LiftContext.bits(value))));
    }

    private @Nullable MethodCode code(CapturedKernel kernel) {
        ClassNode owner = context.classes.find(kernel.loader(), kernel.owner());
        if (owner == null) {
            return null;
        }
        MethodNode method = ClassFiles.declared(owner, kernel.name(), kernel.descriptor());
        return method == null || method.instructions.size() == 0 ? null : context.classes.code(owner, method);
    }
}
