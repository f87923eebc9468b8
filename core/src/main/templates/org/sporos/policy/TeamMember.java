package org.sporos.policy;

//#for view
import org.sporos.view.$Type$View;
//#end

/**
 * One member of a team, as the body of a kernel over a {@link TeamPolicy} sees it.
 *
 * <p>The nested ranges, reductions, barriers and scratch requests are collective: all members of a team must reach the
 * same ones in the same order. A nested range ends without a barrier. Nested reductions give every member the same
 * value, combined in the library's fixed order, and are a barrier.
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
//#for reduction

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
//#if integer
     * @param op one of SUM, PROD, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, as a constant
//#else
     * @param op one of SUM, PROD, MIN, MAX, as a constant
//#end
     */
    $type$ parallelReduce$Type$(ReductionOp op, int n, $Type$Contribution.Range contribution);
//#end
//#for view

    /** Returns $a$ $type$ view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    $Type$View scratch$Type$(int n);
//#end
}
