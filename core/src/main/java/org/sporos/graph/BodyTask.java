package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.SingleBody;

/**
 * A task with one body, replaceable in a copy. Immutable.
 *
 * @param <B> the type of the body
 */
public final class BodyTask<B extends KernelBody> extends Task {
    private final B body;

    BodyTask(String label, Work work, int priority, B body, @Nullable SourceLocation where) {
        super(label, work, priority, where);
        this.body = body;
    }

    /** Returns its body. */
    public B body() {
        return body;
    }

    /**
     * Returns the same task with another body.
     *
     * @throws GraphException if the body is null
     */
    public BodyTask<B> withBody(B other) {
        OUTSIDE.check(label(), other);
        Work work = work() instanceof Work.ParallelFor loop
                ? new Work.ParallelFor(loop.policy(), other)
                : new Work.Single((SingleBody) other);
        return new BodyTask<>(label(), work, priority(), other, line());
    }

    @Override
    public BodyTask<B> withLabel(String other) {
        return copy(OUTSIDE.labelled(other), work(), priority());
    }

    @Override
    public BodyTask<B> withPolicy(Policy other) {
        return copy(label(), OUTSIDE.over(label(), work(), other), priority());
    }

    @Override
    public BodyTask<B> withPriority(int other) {
        return copy(label(), OUTSIDE.prior(label(), work(), other), other);
    }

    @Override
    BodyTask<B> copy(String label, Work work, int priority) {
        return new BodyTask<>(label, work, priority, body, line());
    }
}
