package org.sporos.reference;

import com.google.common.primitives.Longs;
import java.util.ArrayList;
import java.util.List;
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamMember;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]

/** One member of a team at one league rank. */
final class Member implements TeamMember {
    private final TeamRun team;
    private final int rank;
    private final int leagueRank;
    private final int lanes;
    private int requests;

    Member(TeamRun team, int rank, int leagueRank, int lanes) {
        this.team = team;
        this.rank = rank;
        this.leagueRank = leagueRank;
        this.lanes = lanes;
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
[#list reductions as t]

    @Override
    public ${t.type} parallelReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        ReductionOp op = operator.op();
        long[] all = ${t.type}s("a reduction of " + n + " indexes", n, contribution);
        long result = team.result(rank, () -> {
            long identity = ${apply(t.toBits, "Operators.${t.type}Identity(op)")};
            return TreeOrder.reduce(Longs.asList(all), identity, Operators.of(op, ElementType.${t.TYPE}, null));
        });
        return ${apply(t.fromBits, "result")};
    }

    @Override
    public ${t.type} exclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        long[] sums = ${t.type}Sums("an exclusive scan of " + n + " indexes", n, contribution);
        parallelFor(n, i -> consumer.at(i, i == 0 ? 0 : ${apply(t.fromBits, "sums[i - 1]")}));
        barrier();
        return n <= 0 ? 0 : ${apply(t.fromBits, "sums[n - 1]")};
    }

    @Override
    public ${t.type} inclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        long[] sums = ${t.type}Sums("an inclusive scan of " + n + " indexes", n, contribution);
        parallelFor(n, i -> consumer.at(i, ${apply(t.fromBits, "sums[i]")}));
        barrier();
        return n <= 0 ? 0 : ${apply(t.fromBits, "sums[n - 1]")};
    }

    @Override
    public ${t.type} vectorReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        ReductionOp op = operator.op();
        long identity = ${apply(t.toBits, "Operators.${t.type}Identity(op)")};
        long result = LaneOrder.reduce(
                lanes, ${t.type}List(n, contribution), identity, Operators.of(op, ElementType.${t.TYPE}, null));
        return ${apply(t.fromBits, "result")};
    }

    @Override
    public ${t.type} vectorExclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        long[] sums = ${t.type}LaneSums(n, contribution);
        vectorFor(n, i -> consumer.at(i, i == 0 ? 0 : ${apply(t.fromBits, "sums[i - 1]")}));
        return n <= 0 ? 0 : ${apply(t.fromBits, "sums[n - 1]")};
    }

    @Override
    public ${t.type} vectorInclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        long[] sums = ${t.type}LaneSums(n, contribution);
        vectorFor(n, i -> consumer.at(i, ${apply(t.fromBits, "sums[i]")}));
        return n <= 0 ? 0 : ${apply(t.fromBits, "sums[n - 1]")};
    }

    private long[] ${t.type}LaneSums(int n, ${t.Type}Contribution.Range contribution) {
        return Longs.toArray(LaneOrder.sums(
                lanes,
                ${t.type}List(n, contribution),
                0L,
                Operators.of(ReductionOp.SUM, ElementType.${t.TYPE}, null)));
    }

    private List<Long> ${t.type}List(int n, ${t.Type}Contribution.Range contribution) {
        List<Long> all = new ArrayList<>();
        vectorFor(n, i -> {
            long bits = ${apply(t.toBits, "contribution.at(i)")};
            all.add(bits);
        });
        return all;
    }

    private long[] ${t.type}Sums(String call, int n, ${t.Type}Contribution.Range contribution) {
        long[] all = ${t.type}s(call, n, contribution);
        if (rank == 0) {
            ScanOrder.sum(Longs.asList(all), 0L, Operators.of(ReductionOp.SUM, ElementType.${t.TYPE}, null));
        }
        return all;
    }

    private long[] ${t.type}s(String call, int n, ${t.Type}Contribution.Range contribution) {
        long[] all = team.values(rank, n);
        parallelFor(Math.min(n, all.length), i -> all[i] = ${apply(t.toBits, "contribution.at(i)")});
        team.meet(rank, call);
        return all;
    }
[/#list]
[#list views as t]

    @Override
    public ${t.Type}View scratch${t.Type}(int n) {
        return (${t.Type}View) team.scratch(requests++, () -> ${t.Type}View.of("scratch", MemorySpace.host(), n));
    }

    @Override
    public ${t.Type}View deviceScratch${t.Type}(int n) {
        return scratch${t.Type}(n);
    }
[/#list]
}
