package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * Which code a body runs and of which kinds its captured values are: bodies of one shape differ only in the numbers and
 * views that they captured themselves. Immutable.
 *
 * @param type the class of the body, which decides the code
 */
record CapturedShape(Class<?> type, List<Object> kinds) {
    private static final int TYPES = 16;
    private static final int RANKS = 8;

    /** A captured object that must be the very same. */
    private record Same(@Nullable Object object) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Same that && that.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    /** A live param, and the place of its first capture. */
    private record Live(Class<?> type, int first) {}

    static CapturedShape of(Class<?> type, CapturedKernel kernel) {
        List<@Nullable Object> captured = kernel.captured();
        List<Object> kinds = new ArrayList<>(captured.size());
        for (int k = 0; k < captured.size(); k++) {
            kinds.add(kind(captured, k));
        }
        return new CapturedShape(type, kinds);
    }

    private static Object kind(List<@Nullable Object> captured, int k) {
        Object value = captured.get(k);
        if (value instanceof View view) {
            // A number for each type, rank and place: the same view twice is one view of the kernel.
            return (firstOf(captured, view) * RANKS + view.rank()) * TYPES
                    + view.elementType().ordinal();
        } else if (value instanceof Param) {
            return new Live(value.getClass(), firstOf(captured, value));
        } else if (isNumber(value)) {
            return value.getClass();
        } else if (value instanceof Boolean || value instanceof Character || value instanceof Number) {
            return value;
        }
        return new Same(value);
    }

    /** Returns whether all bodies of this shape run one code, whatever becomes of the objects that they captured. */
    boolean isPlain() {
        for (Object kind : kinds) {
            if (kind instanceof Same) {
                return false;
            }
        }
        // The variables of JShell change, and their values are part of the code.
        return type.isHidden() && !type.getPackageName().startsWith("REPL");
    }

    /** Returns whether a value is a scalar that takes many values. */
    static boolean isNumber(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Float || value instanceof Double;
    }

    private static int firstOf(List<@Nullable Object> captured, Object value) {
        int first = 0;
        while (captured.get(first) != value) {
            first++;
        }
        return first;
    }
}
