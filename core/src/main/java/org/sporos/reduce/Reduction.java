package org.sporos.reduce;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * One result of a parallel reduction: the contribution of each work item, the operator, and the view of rank 0 for the
 * result. Created by the constants of {@link Reducers}. Immutable.
 *
 * <p>The order of the combinations depends on the number of contributions alone. The result is overwritten on each run;
 * an empty range gives the identity.
 *
 * <pre>{@code
 * DoubleView least = DoubleView.of("least", space);
 * DoubleView greatest = DoubleView.of("greatest", space);
 * Reduction low = Min.into(least, i -> x.get(i));
 * Reduction high = Max.into(greatest, i -> x.get(i));
 * root.thenParallelReduce("bounds", RangePolicy.of(n), low, high);
 * }</pre>
 */
public final class Reduction {
    private final ReductionOp op;
    private final View result;
    private final @Nullable LongView location;
    private final KernelBody contribution;
    private final @Nullable KernelBody join;
    private final ElementValue identity;

    Reduction(
            ReductionOp op,
            View result,
            @Nullable LongView location,
            KernelBody contribution,
            @Nullable KernelBody join,
            ElementValue identity) {
        this.op = op;
        this.result = Required.argument(result, "the result view of a reduction");
        this.location = op.hasLocation() ? Required.argument(location, "the location view of a reduction") : null;
        this.contribution = Required.argument(contribution, "the contribution of a reduction");
        this.join = op == ReductionOp.CUSTOM ? Required.argument(join, "the join of a reduction") : null;
        this.identity = identity;
    }

    /**
     * Returns the same reduction with mapped views and bodies.
     *
     * @hidden
     */
    public Reduction mapped(UnaryOperator<View> views, UnaryOperator<KernelBody> bodies) {
        return new Reduction(
                op,
                views.apply(result),
                location == null ? null : (LongView) views.apply(location),
                bodies.apply(contribution),
                join == null ? null : bodies.apply(join),
                identity);
    }

    /** Returns the operator. */
    public ReductionOp op() {
        return op;
    }

    /** Returns the type of the values. */
    public ElementType type() {
        return result.elementType();
    }

    /** Returns the result, a view of rank 0. */
    public View result() {
        return result;
    }

    /** Returns the location, a view of rank 0, for MIN_LOC and MAX_LOC. */
    public @Nullable LongView location() {
        return location;
    }

    /** Returns the contribution: a nested interface of one of the contribution types. */
    public KernelBody contribution() {
        return contribution;
    }

    /** Returns the operator of a custom reduction. */
    public @Nullable KernelBody join() {
        return join;
    }

    /** Returns the identity, the value of an empty range. */
    public ElementValue identity() {
        return identity;
    }

    @Override
    public String toString() {
        return op + " into " + Labels.quoted(result.label());
    }
}
