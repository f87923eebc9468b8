package org.sporos.host.task;

//#for reduction
import org.sporos.policy.$Type$Contribution;
//#end
import org.sporos.policy.ReductionOp;

/**
 * The reductions inside of a team, in the order of reductions, whatever the team's size. Of doubles and floats, member
 * r computes the lanes r, r + team size, ... of each tile; member 0 combines once all have come.
 */
final class Nested {
    private final Team team;
//#for real
    private final Nested$Type$s $type$s = new Nested$Type$s();
//#end
    private final NestedLongs longs;

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

    private long combined(int rank, NestedCall call, int n) {
        team.meet(rank, call, n);
        if (rank == 0) {
            longs.combine(call);
        }
        return longs.result();
    }
}
