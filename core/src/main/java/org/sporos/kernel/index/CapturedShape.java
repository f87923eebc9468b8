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
 */
record CapturedShape(
        @Nullable ClassLoader loader, String owner, String name, String descriptor, String sam, List<Object> kinds) {

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

    static CapturedShape of(CapturedKernel kernel) {
        List<Object> kinds = new ArrayList<>();
        List<@Nullable Object> captured = kernel.captured();
        for (int k = 0; k < captured.size(); k++) {
            kinds.add(kind(captured, k));
        }
        return new CapturedShape(
                kernel.loader(),
                kernel.owner(),
                kernel.name(),
                kernel.descriptor(),
                kernel.samName() + kernel.samDescriptor(),
                List.copyOf(kinds));
    }

    private static Object kind(List<@Nullable Object> captured, int k) {
        Object value = captured.get(k);
        if (value instanceof View view) {
            // The same view twice is one view of the kernel.
            return List.of(view.elementType(), view.rank(), firstOf(captured, view));
        } else if (value instanceof Param) {
            return List.of(value.getClass(), firstOf(captured, value));
        } else if (isNumber(value)) {
            return value.getClass();
        } else if (value instanceof Boolean || value instanceof Character || value instanceof Number) {
            return value;
        }
        return new Same(value);
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
