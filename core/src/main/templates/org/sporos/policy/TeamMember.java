package org.sporos.policy;

[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]

/**
 * One member of a team, passed to the body of a kernel over a {@link TeamPolicy}.
 *
 * <p>The nested ranges, reductions, scans, barriers and scratch requests are collective: all members of a team must
 * reach the same ones in the same order. A nested range ends without a barrier. Nested reductions and scans return the
 * same value to every member, combined in the library's fixed orders, and end with a barrier.
 *
 * <p>The vector ranges, reductions and scans belong to one member. Its lanes divide their indexes; all other code runs
 * once per member. They are allowed in the body, in a nested range, in the contribution of a nested reduction and in
 * {@code single}.
 *
 * <pre>{@code
 * root.thenParallelFor("smooth", TeamPolicy.of(rows, 64).withScratch(8 * columns), team -> {
 *     DoubleView row = team.scratchDouble(columns);
 *     team.parallelFor(columns, j -> row.set(j, u.get(team.leagueRank(), j)));
 *     team.barrier();
 *     team.parallelFor(columns - 1, j -> v.set(team.leagueRank(), j, row.get(j) + row.get(j + 1)));
 * });
 * }</pre>
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

    /** Waits until all members of the team have arrived. Their earlier writes are visible afterwards. */
    void barrier();

    /** Runs the body once for each index of {@code [0, n)}, distributed over the members of the team. */
    void parallelFor(int n, RangeBody body);

    /**
     * Runs the body once for each index of {@code [0, n)}, distributed over the vector lanes of this member. All lanes
     * have ended before the member continues.
     */
    void vectorFor(int n, RangeBody body);

    /** Runs the body in the first member only, and is a barrier. */
    void single(SingleBody body);
[#list reductions as t]

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, spread over the team.
     *
[#if !t.real]
     * @param operator Sum, Prod, Min, Max, BitAnd, BitOr or BitXor of {@code Reducers}
[#else]
     * @param operator Sum, Prod, Min or Max of {@code Reducers}
[/#if]
     */
    ${t.type} parallelReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution);

    /**
     * Passes the exclusive prefix sums of the contributions of {@code [0, n)} to a consumer, distributed over the team.
     * The sums have the bits of a {@code thenParallelScan} over {@code [0, n)}, for every team size. One member calls
     * the contribution and then the consumer of an index, each once. The consumer may overwrite inputs of its own
     * index's contribution, but not those of others.
     *
     * <pre>{@code
     * int kept = team.exclusiveScanInt(n, i -> u.get(i) > 0 ? 1 : 0, (i, place) -> places.set(i, place));
     * }</pre>
     *
     * @param n the number of indexes, the same in all members; 0 or less means none
     * @return the sum of all contributions, 0 of none
     */
    ${t.type} exclusiveScan${t.Type}(int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer);

    /**
     * Passes the inclusive prefix sums of the contributions of {@code [0, n)} to a consumer, as {@link
     * #exclusiveScan${t.Type}} does with exclusive ones.
     *
     * @param n the number of indexes, the same in all members; 0 or less means none
     * @return the sum of all contributions, 0 of none
     */
    ${t.type} inclusiveScan${t.Type}(int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer);

    /**
     * Returns the reduction of the contributions of the indexes {@code [0, n)}, distributed over the vector lanes of
     * this member. Its order depends on n and the number of lanes V alone: lane l starts from the identity and
     * accumulates indexes l, l + V, l + 2 V and so on; then halves of the lanes are combined.
     *
     * @param operator as of {@link #parallelReduce${t.Type}}
     */
    ${t.type} vectorReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution);

    /**
     * Passes the exclusive prefix sums of the contributions of {@code [0, n)} to a consumer, distributed over the
     * vector lanes of this member. Rows of V consecutive indexes are summed pairwise, one row after the other, where V
     * is the number of lanes. The consumer may overwrite inputs of its own index's contribution.
     *
     * @param n the number of indexes; 0 or less means none
     * @return the sum of all contributions, 0 of none
     */
    ${t.type} vectorExclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer);

    /**
     * Passes the inclusive prefix sums of the contributions of {@code [0, n)} to a consumer, as {@link
     * #vectorExclusiveScan${t.Type}} does with exclusive ones.
     *
     * @param n the number of indexes; 0 or less means none
     * @return the sum of all contributions, 0 of none
     */
    ${t.type} vectorInclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer);
[/#list]
[#list views as t]

    /** Returns ${t.a} ${t.type} view of rank 1 in the scratch memory of the team. Its content is undefined at first. */
    ${t.Type}View scratch${t.Type}(int n);

    /**
     * Returns ${t.a} ${t.type} view of rank 1 in the scratch memory of the team in the memory of the device, of {@link
     * TeamPolicy#withDeviceScratch}. Its content is undefined at first.
     */
    ${t.Type}View deviceScratch${t.Type}(int n);
[/#list]
}
