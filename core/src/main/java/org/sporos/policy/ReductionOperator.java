package org.sporos.policy;

/**
 * An operator of reductions of numbers within a team, over segments and across processes. The instances are the
 * constants {@code Sum}, {@code Prod}, {@code Min}, {@code Max}, {@code BitAnd}, {@code BitOr} and {@code BitXor} of
 * {@code Reducers}.
 *
 * <pre>{@code
 * root.thenParallelFor("norms", TeamPolicy.of(rows), team -> {
 *     double norm = team.parallelReduceDouble(Max, columns, j -> Math.abs(u.get(team.leagueRank(), j)));
 *     team.single(() -> y.set(team.leagueRank(), norm));
 * });
 * }</pre>
 */
public interface ReductionOperator {

    /** Returns the operator as an enum constant. */
    ReductionOp op();
}
