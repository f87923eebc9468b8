package org.sporos.host.task;

import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.LongContribution;
import org.sporos.policy.ReductionOp;

/**
 * The reductions inside of a team, in the order of reductions, whatever the team's size. Of doubles and floats, member r
 * computes the lanes r, r + team size, ... of each tile; member 0 combines once all have come.
 */
final class Nested {
    private final Team team;
    private final NestedDoubles doubles = new NestedDoubles();
    private final NestedFloats floats = new NestedFloats();
    private final NestedLongs longs;

    Nested(Team team) {
        this.team = team;
        this.longs = new NestedLongs(team.size());
    }

    double doubles(int rank, ReductionOp op, int n, DoubleContribution.Range contribution) {
        NestedCall call = NestedCall.ofDoubles(op);
        if (team.size() == 1) {
            return doubles.alone(op, n, contribution);
        }
        team.check(rank, call, n);
        doubles.lanes(rank, team.size(), op, n, contribution);
        team.meet(rank, call, n);
        if (rank == 0) {
            doubles.combine(op, n);
        }
        return doubles.result();
    }

    float floats(int rank, ReductionOp op, int n, FloatContribution.Range contribution) {
        NestedCall call = NestedCall.ofFloats(op);
        if (team.size() == 1) {
            return floats.alone(op, n, contribution);
        }
        team.check(rank, call, n);
        floats.lanes(rank, team.size(), op, n, contribution);
        team.meet(rank, call, n);
        if (rank == 0) {
            floats.combine(op, n);
        }
        return floats.result();
    }

    int ints(int rank, ReductionOp op, int n, IntContribution.Range contribution) {
        NestedCall call = NestedCall.ofInts(op);
        team.check(rank, call, n);
        longs.share(rank, call, n, contribution);
        return (int) combined(rank, call, n);
    }

    long longs(int rank, ReductionOp op, int n, LongContribution.Range contribution) {
        NestedCall call = NestedCall.ofLongs(op);
        team.check(rank, call, n);
        longs.share(rank, call, n, contribution);
        return combined(rank, call, n);
    }

    private long combined(int rank, NestedCall call, int n) {
        team.meet(rank, call, n);
        if (rank == 0) {
            longs.combine(call);
        }
        return longs.result();
    }
}
