package org.sporos.pipeline;

import java.util.ArrayList;
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

/** The parts of an eager call's cache key, by kind of node. Used by one thread. */
final class CallParts {
    /** Represents null among the parts. */
    static final Object NULL = new Object();

    private final List<Object> parts = new ArrayList<>(12);
    private final List<KernelBody> bodies = new ArrayList<>(1);
    private boolean isComparable = true;
    private boolean hasObjects;

    private CallParts() {}

    /** Returns the parts of a task. */
    static CallParts of(Task task) {
        CallParts all = new CallParts();
        all.parts.add(task.label());
        all.parts.add(task.priority());
        all.parts.add(task.work().getClass());
        all.work(task.work());
        return all;
    }

    /** Returns the parts. */
    Object[] parts() {
        return parts.toArray();
    }

    /** Returns the bodies. */
    List<KernelBody> bodies() {
        return List.copyOf(bodies);
    }

    /** Returns whether calls with equal parts are interchangeable. */
    boolean isComparable() {
        return isComparable;
    }

    /** Returns whether bodies captured user objects, which may refer to arrays. */
    boolean hasObjects() {
        return hasObjects;
    }

    /** Values are compared by {@code equals}. */
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
        // JShell variables are mutable, and their values are part of the code.
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

    /** Works without bodies and views are compared by identity. */
    private void work(Work work) {
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
        } else if (work instanceof Work.DeepCopy copy) {
            parts.add(copy.to());
            parts.add(copy.from());
        } else if (work instanceof Work.Fill fill) {
            parts.add(fill.view());
            parts.add(fill.value());
        } else if (work instanceof Work.SubGraph nested) {
            parts.add(nested.graph());
        } else if (work instanceof Work.Advance advance) {
            parts.add(advance.ring());
        } else {
            parts.add(work);
        }
    }
}
