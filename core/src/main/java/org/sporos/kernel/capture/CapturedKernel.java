package org.sporos.kernel.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that a kernel body runs, and the values that it was made with. Immutable.
 *
 * <p>The method is called with the captured values first (of an instance method the receiver is the first), then with
 * the arguments of the body's interface.
 *
 * @param loader the class loader that knows the owner, or null for the boot loader
 * @param owner the internal name of the class that has the method, such as {@code org/me/Heat2D}
 * @param name the name of the method
 * @param descriptor the descriptor of the method
 * @param isStatic whether the method takes no receiver
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
     * Returns whether two lists of captured values, of bodies of one class, are the same: objects, or equal primitives.
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
