package org.sporos.reference;

import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;

/** Teams of one member with vector lanes, which need no second thread. */
public final class SerialTeam {
    private SerialTeam() {}

    /** Returns the member of a team of a policy. */
    public static TeamMember of(TeamPolicy policy, long leagueRank) {
        TeamRun team = new TeamRun(1, policy.league(), (run, rank, league) -> 0);
        return new Member(team, 0, (int) leagueRank, policy.vector());
    }
}
