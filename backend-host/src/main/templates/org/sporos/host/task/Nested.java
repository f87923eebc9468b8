package org.sporos.host.task;

//#for reduction
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.$Type$ScanBody;
//#end
import org.sporos.policy.ReductionOp;

/**
 * The reductions and scans inside of a team, in the orders of these, whatever the team's size. For a reduction of
 * doubles or floats, member r computes the lanes r, r + team size, ... of each tile; member 0 combines once all have
 * come.
 */
final class Nested {
    private final Team team;
//#for real
    private final Nested$Type$s $type$s = new Nested$Type$s();
//#end
    private final NestedLongs longs;
//#for reduction
    private final Nested$Type$Scan $type$Scan = new Nested$Type$Scan();
//#end

    Nested(Team team) {
        this.team = team;
        this.longs = new NestedLongs(team.size());
    }
//#for real

    $type$ $type$s(int rank, ReductionOp op, int n, $Type$Contribution.Range contribution) {
        NestedCall call = NestedCall.of$Type$s(op);
        if (team.size() == 1) {
            return $type$s.alone(op, n, contribution);
        }
        team.check(rank, call, n);
        $type$s.lanes(rank, team.size(), op, n, contribution);
        team.meet(rank, call, n);
        if (rank == 0) {
            $type$s.combine(op, n);
        }
        return $type$s.result();
    }
//#end
//#for integer

    $type$ $type$s(int rank, ReductionOp op, int n, $Type$Contribution.Range contribution) {
        NestedCall call = NestedCall.of$Type$s(op);
        team.check(rank, call, n);
        longs.share(rank, call, n, contribution);
        return $fromSum$(combined(rank, call, n));
    }
//#end

//#for reduction

    /** Member 0 sums up each tile once all have contributed to it. */
    $type$ $type$s(
            int rank, boolean inclusive, int n, $Type$Contribution.Range contribution, $Type$ScanBody.Range consumer) {
        Object call = inclusive ? "an inclusive $type$ scan" : "an exclusive $type$ scan";
        team.check(rank, call, n);
        int tiles = (int) Order.tiles(Math.max(0, n));
        for (int tile = 0; tile < tiles; tile++) {
            $type$Scan.fill(rank, team.size(), tile, n, contribution);
            team.meet(rank, call, n);
            if (rank == 0) {
                $type$Scan.sum(tile, n);
            }
            $type$Scan.take(rank, team.size(), tile, n, inclusive, consumer);
        }
        team.meet(rank, call, n);
        return tiles == 0 ? 0 : $type$Scan.total();
    }
//#end

    private long combined(int rank, NestedCall call, int n) {
        team.meet(rank, call, n);
        if (rank == 0) {
            longs.combine(call);
        }
        return longs.result();
    }
}
