package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Task;
import org.sporos.policy.KernelBody;

/**
 * All that tells an eager call from others: its label, what it does, the classes of its bodies and what these captured.
 * Numbers, strings and policies are compared by {@code equals}, views and all other objects must be the same. Immutable
 * once made.
 */
final class CallKey {
    private final Object[] parts;
    private final int hash;
    private final List<KernelBody> bodies;
    private final boolean hasObjects;

    private CallKey(Object[] parts, List<KernelBody> bodies, boolean hasObjects) {
        this.parts = parts;
        this.bodies = bodies;
        this.hasObjects = hasObjects;
        int sum = 1;
        for (Object part : parts) {
            sum = 31 * sum + (CallParts.isValue(part) ? part.hashCode() : System.identityHashCode(part));
        }
        this.hash = sum;
    }

    /** Returns the key of a task, or null if it cannot be compared with others. */
    static @Nullable CallKey of(Task task) {
        CallParts of = CallParts.of(task);
        return of.isComparable() ? new CallKey(of.parts(), of.bodies(), of.hasObjects()) : null;
    }

    /** Returns whether bodies captured objects of the user, which may refer to arrays. */
    boolean hasObjects() {
        return hasObjects;
    }

    /** Returns the bodies of the task it was made of. */
    List<KernelBody> bodies() {
        return bodies;
    }

    /** Returns the key with the elements that arrays have now. */
    CallKey with(List<Object[]> arrays) {
        List<Object> all = new ArrayList<>(Arrays.asList(parts));
        for (Object[] array : arrays) {
            for (Object element : array) {
                all.add(element == null ? CallParts.NULL : element);
            }
        }
        return new CallKey(all.toArray(), bodies, hasObjects);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof CallKey key) || key.hash != hash || key.parts.length != parts.length) {
            return false;
        }
        for (int k = 0; k < parts.length; k++) {
            if (parts[k] != key.parts[k] && !(CallParts.isValue(parts[k]) && parts[k].equals(key.parts[k]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
