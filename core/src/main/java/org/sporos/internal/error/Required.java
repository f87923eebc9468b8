package org.sporos.internal.error;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedNullException;
import org.sporos.error.InternalException;

/** Values that must not be null. */
public final class Required {

    private Required() {}

    /**
     * Returns an argument that a user gave.
     *
     * @param what what it is, such as {@code the label of a view}
     * @throws NullPointerException if it is null
     */
    public static <T> T argument(@Nullable T value, String what) {
        if (value == null) {
            throw missing(what);
        }
        return value;
    }

    /** The same with a text that is made only if it is needed. */
    public static <T> T argument(@Nullable T value, Supplier<String> what) {
        if (value == null) {
            throw missing(what.get());
        }
        return value;
    }

    /**
     * Returns the elements of an array that a user gave.
     *
     * @param what what they are, such as {@code the views of an access}
     * @throws NullPointerException if it or one of them is null
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
     * Returns a value that the library itself made.
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
