package org.sporos.host.task;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.SingleBody;
import org.sporos.policy.TeamMember;
import org.sporos.space.ElementType;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]

/** One member of a {@link Team}. */
final class Member implements TeamMember {
    private static final Object BARRIER = "a barrier";
    private static final Object SINGLE = "a single";

    private final Team team;
    private final int rank;
    private final int size;
[#list reductions as t]
    private final Vector${t.Type}s ${t.type}Lanes;
[/#list]
    /** The numbers of scratch requests in this league rank. */
    private int requests;

    private int deviceRequests;

    Member(Team team, int rank) {
        this.team = team;
        this.rank = rank;
        this.size = team.size();
[#list reductions as t]
        this.${t.type}Lanes = new Vector${t.Type}s(team.vector());
[/#list]
    }

    /** Starts a new league rank. */
    void begin() {
        requests = 0;
        deviceRequests = 0;
    }

    boolean isItsTurn() {
        return team.isTurnOf(rank);
    }

    void runInTurn() {
        team.runInTurn(this);
    }

    @Override
    public int leagueRank() {
        return team.leagueRank();
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
        return size;
    }

    @Override
    public void barrier() {
        team.meet(rank, BARRIER, 0);
    }

    @Override
    public void parallelFor(int n, RangeBody body) {
        if (size == 1) {
            loop(n, body);
            return;
        }
        // As a long, since a step past the largest int must not wrap.
        for (long i = rank; i < n; i += size) {
            body.at((int) i);
        }
    }

    @Override
    public void vectorFor(int n, RangeBody body) {
        loop(n, body);
    }

    private static void loop(int n, RangeBody body) {
        for (int i = 0; i < n; i++) {
            body.at(i);
        }
    }

    @Override
    public void single(SingleBody body) {
        if (rank == 0) {
            body.run();
        }
        team.meet(rank, SINGLE, 0);
    }
[#list reductions as t]

    @Override
    public ${t.type} parallelReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        return team.${t.type}s.reduce(rank, operator.op(), n, contribution);
    }

    @Override
    public ${t.type} exclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        return team.${t.type}Scan.scan(rank, false, n, contribution, consumer);
    }

    @Override
    public ${t.type} inclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        return team.${t.type}Scan.scan(rank, true, n, contribution, consumer);
    }

    @Override
    public ${t.type} vectorReduce${t.Type}(ReductionOperator operator, int n, ${t.Type}Contribution.Range contribution) {
        return ${t.type}Lanes.reduce(operator.op(), n, contribution);
    }

    @Override
    public ${t.type} vectorExclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        return ${t.type}Lanes.scan(false, n, contribution, consumer);
    }

    @Override
    public ${t.type} vectorInclusiveScan${t.Type}(
            int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        return ${t.type}Lanes.scan(true, n, contribution, consumer);
    }
[/#list]
[#list views as t]

    @Override
    public ${t.Type}View scratch${t.Type}(int n) {
        return (${t.Type}View) team.scratch.piece(rank, requests++, ElementType.${t.TYPE}, n);
    }

    @Override
    public ${t.Type}View deviceScratch${t.Type}(int n) {
        return (${t.Type}View) team.deviceScratch.piece(rank, deviceRequests++, ElementType.${t.TYPE}, n);
    }
[/#list]
}
