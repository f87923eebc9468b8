package org.sporos.host.task;

import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamMember;

/** What each member of a team runs: a body, or a contribution whose value is given as raw bits. */
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
        if (body instanceof DoubleContribution.Team doubles) {
            return member -> Double.doubleToRawLongBits(doubles.at(member));
        } else if (body instanceof FloatContribution.Team floats) {
            return member -> Float.floatToRawIntBits(floats.at(member));
        } else if (body instanceof IntContribution.Team ints) {
            return ints::at;
        } else if (body instanceof LongContribution.Team longs) {
            return longs::at;
        } else if (body instanceof BooleanContribution.Team booleans) {
            return member -> booleans.at(member) ? 1 : 0;
        }
        TeamBody team = (TeamBody) body;
        return member -> {
            team.at(member);
            return 0;
        };
    }
}
