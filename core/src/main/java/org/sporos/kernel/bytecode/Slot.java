package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** The lifter's knowledge of a local variable or stack entry. */
sealed interface Slot {

    /** Returns whether it takes two entries of the JVM's stack. */
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

    /** The outcome of a comparing instruction that no branch has looked at yet: -1, 0 or 1, or the bias with a NaN. */
    record Ordering(Value left, Value right, int bias) implements Slot {}

    /** A reference to an object that exists already, or null, with the source name of what held it. */
    record Known(@Nullable Object object, String name) implements Slot {}

    /** A scratch view. */
    record ScratchView(ViewRef.Scratch view) implements Slot {}

    /** A local array, and how deep in nested ranges it was made. */
    record Array(LocalArray array, int depth) implements Slot {}

    /** A local array of two dimensions, whose rows stand one behind the other in one local array. */
    record Rows(LocalArray array, int rows, int columns, int depth) implements Slot {}

    /** One of its rows, which begins at an element of it. */
    record Row(LocalArray array, Value first, int columns, int depth) implements Slot {}

    /** The team member. */
    record Team() implements Slot {}

    /** A lambda that the kernel makes, with the loader that finds the classes of its code. */
    record Lambda(
            String method,
            Handle code,
            List<Slot> captured,
            @Nullable ClassLoader loader) implements Slot {
        public Lambda {
            captured = List.copyOf(captured);
        }
    }

    /** A record that the kernel makes, as its components, with the loader that finds its class. */
    final class Rec implements Slot {
        final String owner;
        final @Nullable ClassLoader loader;
        final Map<String, Slot> components = new LinkedHashMap<>();

        Rec(String owner, @Nullable ClassLoader loader) {
            this.owner = owner;
            this.loader = loader;
        }
    }

    /** The result of a problem that is noted already. It fits everywhere, without a further problem. */
    record Unknown(boolean isWide) implements Slot {}

    /** Returns whether it is a local array or a row of one. */
    static boolean isLocalArray(Slot slot) {
        return slot instanceof Array || slot instanceof Rows || slot instanceof Row;
    }

    /** Returns the IR values in it, those of a record in the order of its components. */
    static List<Value> values(Slot slot) {
        List<Value> values = new ArrayList<>();
        collect(slot, values);
        return values;
    }

    private static void collect(Slot slot, List<Value> values) {
        if (slot instanceof Num num) {
            values.add(num.value());
        } else if (slot instanceof Rec rec) {
            rec.components.values().forEach(component -> collect(component, values));
        }
    }
}
