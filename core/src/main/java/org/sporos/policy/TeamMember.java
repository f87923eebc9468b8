package org.sporos.policy;

import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * One member of a team, as the body of a kernel over a {@link TeamPolicy} sees it.
 *
 * <p>The nested ranges, reductions, barriers and scratch requests are collective: all members of a team must reach the
 * same ones in the same order. A nested range ends without a barrier. Nested reductions give every member the same value,
 * combined in the library's fixed order, and are a barrier.
 */
public interface TeamMember {

    /** Returns the number of this team, from 0. */
    int leagueRank();

    /** Returns the number of teams. */
    int leagueSize();

    /** Returns the number of this member in its team, from 0. */
    int teamRank();

    /** Returns the number of members in a team. */
    int teamSize();

    /** Waits until all members of the team are here. What they wrote before is visible after. */
    void barrier();

    /** Runs the body once for each index of {@code [0, n)}, spread over the members of the team. */
    void parallelFor(int n, RangeBody body);

    /** Runs the body once for each index of {@code [0, n)}, spread over the vector lanes of this member. */
    void vectorFor(int n, RangeBody body);

    /** Runs the body in the first member only, and is a barrier. */
    void single(SingleBody body);

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
     * @param op one of SUM, PROD, MIN, MAX, as a constant
     */
    double parallelReduceDouble(ReductionOp op, int n, DoubleContribution.Range contribution);

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
     * @param op one of SUM, PROD, MIN, MAX, as a constant
     */
    float parallelReduceFloat(ReductionOp op, int n, FloatContribution.Range contribution);

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
     * @param op one of SUM, PROD, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, as a constant
     */
    int parallelReduceInt(ReductionOp op, int n, IntContribution.Range contribution);

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
     * @param op one of SUM, PROD, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, as a constant
     */
    long parallelReduceLong(ReductionOp op, int n, LongContribution.Range contribution);

    /** Returns a double view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    DoubleView doubleScratch(int n);

    /** Returns a float view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    FloatView floatScratch(int n);

    /** Returns a int view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    IntView intScratch(int n);

    /** Returns a long view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    LongView longScratch(int n);
}
