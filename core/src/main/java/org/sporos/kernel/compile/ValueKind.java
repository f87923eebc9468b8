package org.sporos.kernel.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ConstantTable;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The property of a captured value that affects the code: values of equal kinds give the same code. A kind refers to no
 * view, param or user object. Compared by {@code equals}.
 */
final class ValueKind {
    private static final int TYPES = 16;
    private static final int RANKS = 8;

    /**
     * The kind of a param, or of an object with fields read separately: its class and the index of its first
     * occurrence.
     */
    private record Of(Class<?> type, int first) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Of that && that.type == type && that.first == first;
        }

        @Override
        public int hashCode() {
            return 31 * type.hashCode() + first;
        }
    }

    /** The kind of a boxed value or a string, and the index of its first occurrence. */
    private record Equal(Object value, int first) {}

    /** The kind of an object compared by identity. */
    record Same(@Nullable Object object) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Same that && that.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    private ValueKind() {}

    /** Returns the kind of a view or param; null for other values. */
    static @Nullable Object ofMemory(List<? extends @Nullable Object> values, int k) {
        Object value = values.get(k);
        if (value instanceof View view) {
            // Encodes type, rank and first occurrence: the same view twice is one view of the kernel.
            return (firstOf(values, view) * RANKS + view.rank()) * TYPES
                    + view.elementType().ordinal();
        }
        return value instanceof Param ? new Of(value.getClass(), firstOf(values, value)) : null;
    }

    /**
     * Returns the kind of a value in a list.
     *
     * @param isAnyNumber whether the code is independent of numbers
     */
    static Object of(List<? extends @Nullable Object> values, int k, boolean isAnyNumber) {
        Object value = values.get(k);
        Object memory = ofMemory(values, k);
        if (memory != null) {
            return memory;
        } else if (value == null || value instanceof Enum || value instanceof Class) {
            return new Same(value);
        } else if (isAnyNumber && isNumber(value)) {
            return value.getClass();
        } else if (value instanceof Boolean || value instanceof Character || value instanceof Number) {
            return value;
        }
        if (value instanceof ConstantTable) {
            return value;
        }
        int first = firstOf(values, value);
        return value instanceof String ? new Equal(value, first) : new Of(value.getClass(), first);
    }

    /** Returns the kind of the value of a reference field or element; boxed numbers are objects there. */
    static Object ofReference(List<? extends @Nullable Object> values, int k) {
        Object value = values.get(k);
        boolean isBoxed = value instanceof Boolean || value instanceof Character || value instanceof Number;
        return isBoxed && !isUsers(value.getClass()) ? new Equal(value, firstOf(values, value)) : of(values, k, false);
    }

    private static boolean isUsers(Class<?> type) {
        return type.getClassLoader() != null;
    }

    /** Returns whether a value is an int, long, float or double. */
    static boolean isNumber(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Float || value instanceof Double;
    }

    /**
     * Returns whether the kind of a value retains only classes that a class loader retains anyway: of the loader or its
     * parents.
     */
    static boolean isWithin(@Nullable Object value, @Nullable ClassLoader loader) {
        if (value == null || value instanceof View || value instanceof Param || value instanceof ConstantTable) {
            return true;
        }
        ClassLoader own = (value instanceof Class<?> type ? type : value.getClass()).getClassLoader();
        ClassLoader at = loader;
        while (at != null && at != own) {
            at = at.getParent();
        }
        return own == null || at == own;
    }

    private static int firstOf(List<? extends @Nullable Object> values, Object value) {
        int first = 0;
        while (values.get(first) != value) {
            first++;
        }
        return first;
    }
}
