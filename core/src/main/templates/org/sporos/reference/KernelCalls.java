package org.sporos.reference;

import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.sporos.error.InternalException;
[#list contributions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
[#list reductions as t]
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
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

    /** Returns the contribution of each position; teams are evaluated at once. */
    static LongUnaryOperator contribution(Policy policy, Indexes of, KernelBody body) {
        if (policy instanceof TeamPolicy teams) {
            long[] values = teams(teams, of, member -> contribution(body, member));
            return p -> values[(int) p];
        }
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution contribution) {
            return ${t.type}s(of, contribution);
        }
[/#list]
        throw unknown(body);
    }
[#list contributions as t]

    private static LongUnaryOperator ${t.type}s(Indexes of, ${t.Type}Contribution body) {
        if (body instanceof ${t.Type}Contribution.Range range) {
            return p -> ${apply(t.toBits, "range.at((int) of.at(p))")};
        } else if (body instanceof ${t.Type}Contribution.LongRange range) {
            return p -> ${apply(t.toBits, "range.at(of.at(p))")};
        } else if (body instanceof ${t.Type}Contribution.Range2 box) {
            return p -> ${apply(t.toBits, "box.at(of.at(p, 0), of.at(p, 1))")};
        } else if (body instanceof ${t.Type}Contribution.Range3 box) {
            return p -> ${apply(t.toBits, "box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2))")};
        } else if (body instanceof ${t.Type}Contribution.Range4 box) {
            return p -> ${apply(t.toBits, "box.at(of.at(p, 0), of.at(p, 1), of.at(p, 2), of.at(p, 3))")};
        }
        throw unknown(body);
    }
[/#list]

    /** Calls the consumer of a scan with the sum of a position. */
    static void consume(Indexes of, KernelBody consumer, long position, long sum) {
[#list reductions as t]
        if (consumer instanceof ${t.Type}ScanBody.Range range) {
            range.at((int) of.at(position), ${apply(t.fromBits, "sum")});
            return;
        } else if (consumer instanceof ${t.Type}ScanBody.LongRange range) {
            range.at(of.at(position), ${apply(t.fromBits, "sum")});
            return;
        }
[/#list]
        throw unknown(consumer);
    }

    private static long contribution(KernelBody body, Member member) {
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution.Team team) {
            return ${apply(t.toBits, "team.at(member)")};
        }
[/#list]
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
                (team, rank, leagueRank) -> code.at(new Member(team, rank, leagueRank, policy.vector())));
    }

    private static InternalException unknown(KernelBody body) {
        return new InternalException("the reference does not know the body " + body);
    }
}
