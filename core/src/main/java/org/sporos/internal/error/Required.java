package org.sporos.internal.error;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedNullException;
import org.sporos.error.InternalException;

/** Checks for null. */
public final class Required {

    private Required() {}

    /**
     * Returns a user's argument.
     *
     * @param what its description, such as {@code the label of a view}
     * @throws NullPointerException if it is null
     */
    public static <T> T argument(@Nullable T value, String what) {
        if (value == null) {
            throw missing(what);
        }
        return value;
    }

    /** As {@link #argument(Object, String)}, with a lazily created description. */
    public static <T> T argument(@Nullable T value, Supplier<String> what) {
        if (value == null) {
            throw missing(what.get());
        }
        return value;
    }

    /**
     * Returns the elements of a user's array.
     *
     * @param what their description, such as {@code the views of an access}
     * @throws NullPointerException if the array or an element is null
     */
    public static <T> List<T> all(T @Nullable [] values, String what) {
        for (T value : argument(values, what)) {
            argument(value, () -> "one of " + what);
        }
        return List.of(values);
    }

    private static NullPointerException missing(String what) {
        return new CodedNullException("G004", what + " is null; give it a value");
    }

    /**
     * Returns an internal value of the library.
     *
     * @throws InternalException if it is null
     */
    public static <T> T internal(@Nullable T value, String what) {
        if (value == null) {
            throw new InternalException(what + " is missing");
        }
        return value;
    }
}
