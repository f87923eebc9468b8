package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.LambdaValues;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/**
 * All that tells an eager call from others: its label, what it does, the classes of its bodies and what these captured. Numbers,
 * strings and policies are compared by {@code equals}, views and all other objects must be the same. Immutable once made.
 */
final class CallKey {
    private static final Object NULL = new Object();

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
            sum = 31 * sum + (isValue(part) ? part.hashCode() : System.identityHashCode(part));
        }
        this.hash = sum;
    }

    /** Returns the key of a task, or null if it cannot be compared with others. */
    static @Nullable CallKey of(Task task) {
        Builder builder = new Builder(task.label());
        builder.work(task.work());
        return builder.isComparable
                ? new CallKey(builder.parts.toArray(), List.copyOf(builder.bodies), builder.hasObjects)
                : null;
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
                all.add(element == null ? NULL : element);
            }
        }
        return new CallKey(all.toArray(), bodies, hasObjects);
    }

    /** Of a value all that counts is what it says. */
    static boolean isValue(Object part) {
        return part instanceof Integer
                || part instanceof Long
                || part instanceof Double
                || part instanceof Float
                || part instanceof Boolean
                || part instanceof Short
                || part instanceof Byte
                || part instanceof Character
                || part instanceof String
                || part instanceof Policy;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof CallKey key) || key.hash != hash || key.parts.length != parts.length) {
            return false;
        }
        for (int k = 0; k < parts.length; k++) {
            if (parts[k] != key.parts[k] && !(isValue(parts[k]) && parts[k].equals(key.parts[k]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Collects the parts of a key. */
    private static final class Builder {
        private final List<Object> parts = new ArrayList<>(12);
        private final List<KernelBody> bodies = new ArrayList<>(1);
        private boolean isComparable = true;
        private boolean hasObjects;

        Builder(String label) {
            parts.add(label);
        }

        private void work(Work work) {
            parts.add(work.getClass());
            if (work instanceof Work.ParallelFor loop) {
                parts.add(loop.policy());
                body(loop.body());
            } else if (work instanceof Work.ParallelReduce reduce) {
                parts.add(reduce.policy());
                reduce.reductions().forEach(this::reduction);
            } else if (work instanceof Work.ParallelScan scan) {
                parts.add(scan.policy());
                parts.add(scan.scan().type());
                parts.add(scan.scan().isInclusive());
                body(scan.contribution());
                body(scan.consumer());
            } else if (work instanceof Work.Single single) {
                body(single.body());
            } else if (work instanceof Work.Fill fill) {
                parts.add(fill.view());
                parts.add(fill.value());
            } else if (work instanceof Work.DeepCopy copy) {
                parts.add(copy.to());
                parts.add(copy.from());
            } else {
                // Only the same task is known to do the same.
                parts.add(work instanceof Work.SubGraph sub ? sub.graph() : work);
            }
        }

        private void reduction(Reduction reduction) {
            parts.add(reduction.op());
            parts.add(reduction.result());
            parts.add(reduction.identity());
            value(reduction.location());
            body(reduction.contribution());
            KernelBody join = reduction.join();
            if (join != null) {
                body(join);
            }
        }

        private void body(KernelBody body) {
            bodies.add(body);
            // The variables of JShell change, and their values are part of the code.
            isComparable &= !body.getClass().getPackageName().startsWith("REPL");
            value(body);
        }

        private void value(@Nullable Object value) {
            if (value == null) {
                parts.add(NULL);
            } else if (value.getClass().isHidden()) {
                parts.add(value.getClass());
                isComparable &= LambdaValues.read(value, this::value);
            } else {
                parts.add(value);
                hasObjects |= !(value instanceof View || value instanceof Param || isValue(value));
            }
        }
    }
}
