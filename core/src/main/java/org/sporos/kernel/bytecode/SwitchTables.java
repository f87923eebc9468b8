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
 * The arrays from ordinals to cases that compilers make for a switch on an enum: javac's are static final fields of a
 * class of their own, Eclipse's are made by a method at its first call.
 */
final class SwitchTables {
    private static final String FIELD = "$SwitchMap$";
    private static final String METHOD = "$SWITCH_TABLE$";

    private SwitchTables() {}

    /** Returns whether a field or method has the name of such a table. */
    static boolean isTable(String name) {
        return name.startsWith(FIELD) || name.startsWith(METHOD);
    }

    /** Returns the table that a method makes, or null if it makes none. */
    static int @Nullable [] madeBy(LiftContext context, String owner, String name, String descriptor) {
        ClassNode node = name.startsWith(METHOD) ? context.classes.find(context.loader, owner) : null;
        MethodNode method = node == null ? null : ClassFiles.declared(node, name, descriptor);
        return method == null ? null : read(context, method);
    }

    /** The code is, for each constant, {@code table[E.CONSTANT.ordinal()] = case}. */
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
        context.reader.initialises();
        return type != null && type.getEnumConstants() instanceof Enum<?>[] constants ? constants : new Enum<?>[0];
    }

    /** A constant that has been removed since is not there, and its case never comes. */
    private static int ordinal(Enum<?>[] constants, String name) {
        for (Enum<?> constant : constants) {
            if (constant.name().equals(name)) {
                return constant.ordinal();
            }
        }
        return -1;
    }
}
