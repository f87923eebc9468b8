package org.sporos.policy;

/**
 * An operator of reductions that work on numbers: those of a team, of segments and of processes. The constants
 * {@code Sum}, {@code Prod}, {@code Min}, {@code Max}, {@code BitAnd}, {@code BitOr} and {@code BitXor} of
 * {@code Reducers} are these.
 *
 * <pre>{@code
 * root.thenParallelFor("norms", TeamPolicy.of(rows), team -> {
 *     double norm = team.parallelReduceDouble(Max, columns, j -> Math.abs(u.get(team.leagueRank(), j)));
 *     team.single(() -> y.set(team.leagueRank(), norm));
 * });
 * }</pre>
 */
public interface ReductionOperator {

    /** Returns its name. */
    ReductionOp op();
}
