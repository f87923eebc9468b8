package org.sporos.kernel.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method of a kernel body, and its captured values. Immutable.
 *
 * <p>The method's arguments are the captured values (the receiver of an instance method first), then the arguments of
 * the body's interface.
 *
 * @param loader the class loader of the owner, or null for the boot loader
 * @param owner the internal name of the declaring class, such as {@code org/me/Heat2D}
 * @param name the name of the method
 * @param descriptor the descriptor of the method
 * @param isStatic whether the method is static
 * @param samName the name of the interface's method
 * @param samDescriptor the descriptor of the interface's method
 * @param captured the captured values, primitives boxed
 */
public record CapturedKernel(
        @Nullable ClassLoader loader,
        String owner,
        String name,
        String descriptor,
        boolean isStatic,
        String samName,
        String samDescriptor,
        List<@Nullable Object> captured) {

    public CapturedKernel {
        captured = Collections.unmodifiableList(new ArrayList<>(captured));
    }

    /** Returns the method as in {@code Heat2D.lambda$step$0}. */
    public String methodName() {
        return owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
    }

    /**
     * Returns whether the captured values of two bodies of one class are the same: identical objects or equal
     * primitives.
     */
    public static boolean areSame(List<@Nullable Object> one, List<@Nullable Object> other) {
        for (int k = 0; k < one.size(); k++) {
            Object a = one.get(k);
            Object b = other.get(k);
            if (a != b && !(isBoxed(a) && a.equals(b))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBoxed(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Float || value instanceof Double;
    }
}
