package org.sporos.reduce;

import org.sporos.policy.ReductionOp;

/**
 * The reducers, to be imported statically: {@code Sum.into(view, i -> x.get(i) * y.get(i))}. They are capitalized, as
 * in Kokkos.
 *
 * <pre>{@code
 * root.thenParallelReduce("dot", RangePolicy.of(n), Sum.into(total, i -> x.get(i) * y.get(i)));
 * }</pre>
 */
public final class Reducers {
    /** The sum; 0 for an empty range. */
    public static final Reducer Sum = new Reducer(ReductionOp.SUM);

    /** The product; 1 for an empty range. */
    public static final Reducer Prod = new Reducer(ReductionOp.PROD);

    /** The minimum, as by {@link Math#min}: NaN wins, -0.0 is below 0.0; the highest value for an empty range. */
    public static final Reducer Min = new Reducer(ReductionOp.MIN);

    /** The maximum, as by {@link Math#max}: NaN wins, 0.0 is above -0.0; the lowest value for an empty range. */
    public static final Reducer Max = new Reducer(ReductionOp.MAX);

    /** The minimum and its location. */
    public static final LocationReducer MinLoc = new LocationReducer(ReductionOp.MIN_LOC);

    /** The maximum and its location. */
    public static final LocationReducer MaxLoc = new LocationReducer(ReductionOp.MAX_LOC);

    /** The logical and: true if all are; 1 for an empty range. */
    public static final LogicalReducer LogicalAnd = new LogicalReducer(ReductionOp.LOGICAL_AND);

    /** The logical or: true if any is; 0 for an empty range. */
    public static final LogicalReducer LogicalOr = new LogicalReducer(ReductionOp.LOGICAL_OR);

    /** The bitwise and; all ones for an empty range. */
    public static final BitReducer BitAnd = new BitReducer(ReductionOp.BIT_AND);

    /** The bitwise or; 0 for an empty range. */
    public static final BitReducer BitOr = new BitReducer(ReductionOp.BIT_OR);

    /** The bitwise exclusive or; 0 for an empty range. */
    public static final BitReducer BitXor = new BitReducer(ReductionOp.BIT_XOR);

    /** A user-defined operator, which need not commute: an identity and a lambda. */
    public static final CustomReducer Custom = new CustomReducer();

    private Reducers() {}
}
