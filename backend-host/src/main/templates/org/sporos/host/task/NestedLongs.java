package org.sporos.host.task;

[#list integers as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]

/**
 * The steps of reductions of integers inside of a team: each member a share, in any order, for all give the same bits.
 */
final class NestedLongs {
    private final long[] shares;
    private long result;

    NestedLongs(int teamSize) {
        this.shares = new long[teamSize];
    }
[#list integers as t]

    /** Reduces what a member takes: indexes rank, rank + team size, ... */
    void share(int rank, NestedCall call, int n, ${t.Type}Contribution.Range contribution) {
        long value = call.identity();
        for (long i = rank; i < n; i += shares.length) {
            value = call.apply(value, contribution.at((int) i));
        }
        shares[rank] = value;
    }
[/#list]

    /** Combines the shares of all members. */
    void combine(NestedCall call) {
        long value = call.identity();
        for (long share : shares) {
            value = call.apply(value, share);
        }
        result = value;
    }

    /** Returns what was combined last. */
    long result() {
        return result;
    }
}
