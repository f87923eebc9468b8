package org.sporos.kernel.bytecode;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The arrays from ordinals to cases of a switch on an enum: static final fields of a synthetic class with javac, the
 * result of a synthetic method with Eclipse.
 */
final class SwitchTables {
    private static final String FIELD = "$SwitchMap$";
    private static final String METHOD = "$SWITCH_TABLE$";

    private SwitchTables() {}

    /** Returns whether a field or method is such a table, by its name. */
    static boolean isTable(String name) {
        return name.startsWith(FIELD) || name.startsWith(METHOD);
    }

    /** Returns the table of a method, or null. */
    static int @Nullable [] madeBy(LiftContext context, String owner, String name, String descriptor) {
        ClassNode node = name.startsWith(METHOD) ? context.classes.find(context.loader, owner) : null;
        MethodNode method = node == null ? null : ClassFiles.declared(node, name, descriptor);
        return method == null ? null : read(context, method);
    }

    /** The code of each constant is {@code table[E.CONSTANT.ordinal()] = case}. */
    private static int @Nullable [] read(LiftContext context, MethodNode method) {
        int[] table = null;
        int ordinal = 0;
        int number = 0;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof FieldInsnNode field && !field.desc.startsWith("[")) {
                Enum<?>[] constants = constants(context, field.desc);
                table = table == null ? new int[constants.length] : table;
                ordinal = ordinal(constants, field.name);
            } else if (node.getOpcode() >= Opcodes.ICONST_0 && node.getOpcode() <= Opcodes.ICONST_5) {
                number = node.getOpcode() - Opcodes.ICONST_0;
            } else if (node instanceof IntInsnNode push && node.getOpcode() != Opcodes.NEWARRAY) {
                number = push.operand;
            } else if (node.getOpcode() == Opcodes.IASTORE && table != null && ordinal >= 0) {
                table[ordinal] = number;
            }
        }
        return table;
    }

    private static Enum<?>[] constants(LiftContext context, String descriptor) {
        Class<?> type =
                new CapturedObjects(context).load(Type.getType(descriptor).getInternalName());
        context.reader.beforeInitialization();
        return type != null && type.getEnumConstants() instanceof Enum<?>[] constants ? constants : new Enum<?>[0];
    }

    /** A constant removed since compilation has no ordinal; its case is unreachable. */
    private static int ordinal(Enum<?>[] constants, String name) {
        for (Enum<?> constant : constants) {
            if (constant.name().equals(name)) {
                return constant.ordinal();
            }
        }
        return -1;
    }
}
