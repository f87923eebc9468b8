package org.sporos.reference;

import com.google.common.primitives.Longs;
//#for reduction
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.$Type$ScanBody;
//#end
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamMember;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
//#for view
import org.sporos.view.$Type$View;
//#end

/** One member of a team at one league rank. */
final class Member implements TeamMember {
    private final TeamRun team;
    private final int rank;
    private final int leagueRank;
    private int requests;

    Member(TeamRun team, int rank, int leagueRank) {
        this.team = team;
        this.rank = rank;
        this.leagueRank = leagueRank;
    }

    @Override
    public int leagueRank() {
        return leagueRank;
    }

    @Override
    public int leagueSize() {
        return team.leagueSize();
    }

    @Override
    public int teamRank() {
        return rank;
    }

    @Override
    public int teamSize() {
        return team.size();
    }

    @Override
    public void barrier() {
        team.meet(rank, "a barrier");
    }

    @Override
    public void parallelFor(int n, RangeBody body) {
        for (long i = rank; i < n; i += team.size()) {
            body.at((int) i);
        }
    }

    @Override
    public void vectorFor(int n, RangeBody body) {
        for (int i = 0; i < n; i++) {
            body.at(i);
        }
    }

    @Override
    public void single(SingleBody body) {
        if (rank == 0) {
            body.run();
        }
        team.meet(rank, "a single");
    }
//#for reduction

    @Override
    public $type$ parallelReduce$Type$(ReductionOp op, int n, $Type$Contribution.Range contribution) {
        long[] all = $type$s("a reduction of " + n + " indexes", n, contribution);
        long result = team.result(rank, () -> {
            long identity = $toBits$(Operators.$type$Identity(op));
            return TreeOrder.reduce(Longs.asList(all), identity, Operators.of(op, ElementType.$TYPE$, null));
        });
        return $fromBits$(result);
    }

    @Override
    public $type$ exclusiveScan$Type$(
            int n, $Type$Contribution.Range contribution, $Type$ScanBody.Range consumer) {
        long[] sums = $type$Sums("an exclusive scan of " + n + " indexes", n, contribution);
        parallelFor(n, i -> consumer.at(i, i == 0 ? 0 : $fromBits$(sums[i - 1])));
        barrier();
        return n <= 0 ? 0 : $fromBits$(sums[n - 1]);
    }

    @Override
    public $type$ inclusiveScan$Type$(
            int n, $Type$Contribution.Range contribution, $Type$ScanBody.Range consumer) {
        long[] sums = $type$Sums("an inclusive scan of " + n + " indexes", n, contribution);
        parallelFor(n, i -> consumer.at(i, $fromBits$(sums[i])));
        barrier();
        return n <= 0 ? 0 : $fromBits$(sums[n - 1]);
    }

    private long[] $type$Sums(String call, int n, $Type$Contribution.Range contribution) {
        long[] all = $type$s(call, n, contribution);
        if (rank == 0) {
            ScanOrder.sum(Longs.asList(all), 0L, Operators.of(ReductionOp.SUM, ElementType.$TYPE$, null));
        }
        return all;
    }

    private long[] $type$s(String call, int n, $Type$Contribution.Range contribution) {
        long[] all = team.values(rank, n);
        parallelFor(Math.min(n, all.length), i -> all[i] = $toBits$(contribution.at(i)));
        team.meet(rank, call);
        return all;
    }
//#end
//#for view

    @Override
    public $Type$View scratch$Type$(int n) {
        return ($Type$View) team.scratch(requests++, () -> $Type$View.of("scratch", MemorySpace.host(), n));
    }
//#end
}
