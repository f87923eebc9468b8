package org.sporos.host.task;

import org.sporos.host.cpp.ItemFailure;
[#list contributions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;

/** The code that each member of a team runs: a body, or a contribution whose value is given as raw bits. */
@FunctionalInterface
interface TeamCode {

    /** Runs the code of one member and returns the bits of what it contributes, 0 for a body. */
    long at(TeamMember member);

    /** Returns the code of a body or contribution over a league, whose failures name the member. */
    static TeamCode of(KernelBody body) {
        TeamCode code = plain(body);
        return member -> {
            try {
                return code.at(member);
            } catch (IndexOutOfBoundsException | ArithmeticException e) {
                throw ItemFailure.of(e, member.leagueRank(), member.teamRank());
            }
        };
    }

    private static TeamCode plain(KernelBody body) {
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution.Team at) {
            return member -> ${apply(t.toBits, "at.at(member)")};
        }
[/#list]
        TeamBody team = (TeamBody) body;
        return member -> {
            team.at(member);
            return 0;
        };
    }
}
