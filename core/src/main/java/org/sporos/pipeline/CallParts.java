package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.graph.WorkVisitor;
import org.sporos.kernel.capture.LambdaValues;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/** The parts of an eager call's cache key, by kind of node. Used by one thread. */
@SuppressWarnings("NullAway") // The checker ignores nullable type arguments.
final class CallParts implements WorkVisitor<@Nullable Void> {
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
        task.work().accept(all);
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

    /** Other objects are compared by identity. */
    private @Nullable Void same(Object object) {
        parts.add(object);
        return null;
    }

    @Override
    public @Nullable Void join(Work.Join work) {
        return same(work);
    }

    @Override
    public @Nullable Void parallelFor(Work.ParallelFor work) {
        parts.add(work.policy());
        body(work.body());
        return null;
    }

    @Override
    public @Nullable Void parallelReduce(Work.ParallelReduce work) {
        parts.add(work.policy());
        work.reductions().forEach(this::reduction);
        return null;
    }

    @Override
    public @Nullable Void parallelScan(Work.ParallelScan work) {
        parts.add(work.policy());
        parts.add(work.scan().type());
        parts.add(work.scan().isInclusive());
        body(work.contribution());
        body(work.consumer());
        return null;
    }

    @Override
    public @Nullable Void single(Work.Single work) {
        body(work.body());
        return null;
    }

    @Override
    public @Nullable Void hostCall(Work.HostCall work) {
        return same(work);
    }

    @Override
    public @Nullable Void deepCopy(Work.DeepCopy work) {
        parts.add(work.to());
        parts.add(work.from());
        return null;
    }

    @Override
    public @Nullable Void fill(Work.Fill work) {
        parts.add(work.view());
        parts.add(work.value());
        return null;
    }

    @Override
    public @Nullable Void subGraph(Work.SubGraph work) {
        return same(work.graph());
    }

    @Override
    public @Nullable Void captured(Work.Captured work) {
        return same(work);
    }

    @Override
    public @Nullable Void branch(Work.If work) {
        return same(work);
    }

    @Override
    public @Nullable Void loop(Work.While work) {
        return same(work);
    }

    @Override
    public @Nullable Void choice(Work.Switch work) {
        return same(work);
    }

    @Override
    public @Nullable Void allocate(Work.Allocate work) {
        return same(work);
    }

    @Override
    public @Nullable Void free(Work.Free work) {
        return same(work);
    }

    @Override
    public @Nullable Void advance(Work.Advance work) {
        return same(work.ring());
    }

    @Override
    public @Nullable Void recordEvent(Work.RecordEvent work) {
        return same(work);
    }

    @Override
    public @Nullable Void awaitEvent(Work.AwaitEvent work) {
        return same(work);
    }

    @Override
    public @Nullable Void signalSemaphore(Work.SignalSemaphore work) {
        return same(work);
    }

    @Override
    public @Nullable Void waitSemaphore(Work.WaitSemaphore work) {
        return same(work);
    }
}
