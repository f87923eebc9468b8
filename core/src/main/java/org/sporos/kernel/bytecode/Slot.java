package org.sporos.kernel.bytecode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** The abstract value of a local variable or stack entry. */
sealed interface Slot {

    /** Returns whether it occupies two entries of the JVM's stack. */
    default boolean isWide() {
        return false;
    }

    /** A number in the IR: I32, I64, F32 or F64. */
    record Num(Value value) implements Slot {
        @Override
        public boolean isWide() {
            return value.type() == Type.I64 || value.type() == Type.F64;
        }
    }

    /** The result of a comparison: -1, 0 or 1, or the bias for NaN. On the stack only until the next instruction. */
    record Ordering(Value left, Value right, int bias) implements Slot {}

    /** A reference to a captured object, or null, with the source name of its variable. */
    record Known(@Nullable Object object, String name) implements Slot {}

    /** A scratch view. */
    record ScratchView(ViewRef.Scratch view) implements Slot {}

    /** A local array and its depth of nested ranges. */
    record Array(LocalArray array, int depth) implements Slot {}

    /** A two-dimensional local array in row-major order. */
    record Rows(LocalArray array, int rows, int columns, int depth) implements Slot {}

    /** A row of a two-dimensional array, by the index of its first element. */
    record Row(LocalArray array, Value first, int columns, int depth) implements Slot {}

    /** The team member. */
    record Team() implements Slot {}

    /** A lambda created by the kernel, with the class loader of its code. */
    record Lambda(
            String method,
            Handle code,
            List<Slot> captured,
            @Nullable ClassLoader loader) implements Slot {
        public Lambda {
            captured = List.copyOf(captured);
        }
    }

    /** A record created by the kernel, as its components, with its class loader. */
    final class Rec implements Slot {
        final String owner;
        final @Nullable ClassLoader loader;
        final Map<String, Slot> components = new LinkedHashMap<>();

        Rec(String owner, @Nullable ClassLoader loader) {
            this.owner = owner;
            this.loader = loader;
        }
    }

    /** The result of code with a reported problem; it causes no further problems. */
    record Unknown(boolean isWide) implements Slot {}

    /** Returns whether it is a number, which code can compute with. */
    static boolean isNumber(@Nullable Slot slot) {
        return slot instanceof Num || slot instanceof Ordering;
    }

    /** Returns whether it is a local array or a row of one. */
    static boolean isLocalArray(Slot slot) {
        return slot instanceof Array || slot instanceof Rows || slot instanceof Row;
    }
}
