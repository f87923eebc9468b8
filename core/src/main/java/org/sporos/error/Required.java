package org.sporos.error;

import org.jspecify.annotations.Nullable;

/** Arguments that must not be null. */
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
            throw new NullPointerException("G004: " + what + " is null; give it a value");
        }
        return value;
    }
}
