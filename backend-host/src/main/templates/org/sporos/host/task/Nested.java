package org.sporos.host.task;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.ReductionOp;

/**
 * The reductions and scans inside of a team, in the orders of these, whatever the team's size. For a reduction of
 * doubles or floats, member r computes the lanes r, r + team size, ... of each tile; member 0 combines once all have
 * come.
 */
final class Nested {
    private final Team team;
[#list reals as t]
    private final Nested${t.Type}s ${t.type}s = new Nested${t.Type}s();
[/#list]
    private final NestedLongs longs;
[#list reductions as t]
    private final Nested${t.Type}Scan ${t.type}Scan = new Nested${t.Type}Scan();
[/#list]

    Nested(Team team) {
        this.team = team;
        this.longs = new NestedLongs(team.size());
    }
[#list reals as t]

    ${t.type} ${t.type}s(int rank, ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        NestedCall call = NestedCall.of${t.Type}s(op);
        if (team.size() == 1) {
            return ${t.type}s.alone(op, n, contribution);
        }
        team.check(rank, call, n);
        ${t.type}s.lanes(rank, team.size(), op, n, contribution);
        team.meet(rank, call, n);
        if (rank == 0) {
            ${t.type}s.combine(op, n);
        }
        return ${t.type}s.result();
    }
[/#list]
[#list integers as t]

    ${t.type} ${t.type}s(int rank, ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        NestedCall call = NestedCall.of${t.Type}s(op);
        team.check(rank, call, n);
        longs.share(rank, call, n, contribution);
        return ${apply(t.fromSum, "combined(rank, call, n)")};
    }
[/#list]

[#list reductions as t]

    /** Member 0 sums up each tile once all have contributed to it. */
    ${t.type} ${t.type}s(
            int rank, boolean inclusive, int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        Object call = inclusive ? "an inclusive ${t.type} scan" : "an exclusive ${t.type} scan";
        team.check(rank, call, n);
        int tiles = (int) Order.tiles(Math.max(0, n));
        for (int tile = 0; tile < tiles; tile++) {
            ${t.type}Scan.fill(rank, team.size(), tile, n, contribution);
            team.meet(rank, call, n);
            if (rank == 0) {
                ${t.type}Scan.sum(tile, n);
            }
            ${t.type}Scan.take(rank, team.size(), tile, n, inclusive, consumer);
        }
        team.meet(rank, call, n);
        return tiles == 0 ? 0 : ${t.type}Scan.total();
    }
[/#list]

    private long combined(int rank, NestedCall call, int n) {
        team.meet(rank, call, n);
        if (rank == 0) {
            longs.combine(call);
        }
        return longs.result();
    }
}
