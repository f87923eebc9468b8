package org.sporos.reference;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.sporos.error.InternalException;
//#for contribution
import org.sporos.policy.$Type$Contribution;
//#end
//#for reduction
import org.sporos.policy.$Type$ScanBody;
//#end
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;

/** Calls of lambdas with the index at a position of a policy. Values are raw bits of their type. Stateless. */
final class KernelCalls {

    private KernelCalls() {}

    /** Calls a body once per index. */
    static void forEach(Policy policy, KernelBody body) {
        Indexes indexes = Indexes.of(policy);
        if (policy instanceof TeamPolicy teams) {
            teams(teams, indexes, member -> {
                ((TeamBody) body).at(member);
                return 0;
            });
            return;
        }
        LongConsumer call = call(indexes, body);
        for (long p = 0; p < indexes.size(); p++) {
            call.accept(p);
        }
    }

    private static LongConsumer call(Indexes of, KernelBody body) {
        if (body instanceof RangeBody range) {
            return p -> range.at((int) of.at(p));
        } else if (body instanceof LongRangeBody range) {
            return p -> range.at(of.at(p));
        } else if (body instanceof RangeBody2 box) {
            return p -> box.at(of.at(p, 0), of.at(p, 1));
        } else if (body instanceof RangeBody3 box) {
            return p -> box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2));
        } else if (body instanceof RangeBody4 box) {
            return p -> box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2), of.at(p, 3));
        }
        throw unknown(body);
    }

    /** Returns the contribution of each position; those of teams are evaluated at once. */
    static LongUnaryOperator contribution(Policy policy, Indexes of, KernelBody body) {
        if (policy instanceof TeamPolicy teams) {
            long[] values = teams(teams, of, member -> contribution(body, member));
            return p -> values[(int) p];
        }
//#for contribution
        if (body instanceof $Type$Contribution contribution) {
            return $type$s(of, contribution);
        }
//#end
        throw unknown(body);
    }
//#for contribution

    private static LongUnaryOperator $type$s(Indexes of, $Type$Contribution body) {
        if (body instanceof $Type$Contribution.Range range) {
            return p -> $toBits$(range.at((int) of.at(p)));
        } else if (body instanceof $Type$Contribution.LongRange range) {
            return p -> $toBits$(range.at(of.at(p)));
        } else if (body instanceof $Type$Contribution.Range2 box) {
            return p -> $toBits$(box.at(of.at(p, 0), of.at(p, 1)));
        } else if (body instanceof $Type$Contribution.Range3 box) {
            return p -> $toBits$(box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2)));
        } else if (body instanceof $Type$Contribution.Range4 box) {
            return p -> $toBits$(box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2), of.at(p, 3)));
        }
        throw unknown(body);
    }
//#end

    /** Passes on the sum of a position to the consumer of a scan. */
    static void consume(Indexes of, KernelBody consumer, long position, long sum) {
//#for reduction
        if (consumer instanceof $Type$ScanBody.Range range) {
            range.at((int) of.at(position), $fromBits$(sum));
            return;
        } else if (consumer instanceof $Type$ScanBody.LongRange range) {
            range.at(of.at(position), $fromBits$(sum));
            return;
        }
//#end
        throw unknown(consumer);
    }

    private static long contribution(KernelBody body, Member member) {
//#for contribution
        if (body instanceof $Type$Contribution.Team team) {
            return $toBits$(team.at(member));
        }
//#end
        throw unknown(body);
    }

    /** The work of one member; returns its contribution. */
    private interface TeamCode {
        long at(Member member);
    }

    private static long[] teams(TeamPolicy policy, Indexes leagues, TeamCode code) {
        return TeamRun.all(
                Math.max(1, policy.team()),
                (int) leagues.size(),
                (team, rank, leagueRank) -> code.at(new Member(team, rank, leagueRank)));
    }

    private static InternalException unknown(KernelBody body) {
        return new InternalException("the reference does not know the body " + body);
    }
}
