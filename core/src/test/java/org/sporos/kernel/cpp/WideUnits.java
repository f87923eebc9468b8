package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Units whose indexes exceed an int, leagues of no teams, and scratch memory whose size comes from data. */
final class WideUnits {
    private WideUnits() {}

    static List<CppUnit> all() {
        LongView x = LongView.of("x", MemorySpace.host(), 8);
        IntView lengths = IntView.of("lengths", MemorySpace.host(), 4);
        LongRangeBody longs = i -> x.atomicAdd((int) i & 7, i);
        RangeBody ints = i -> x.atomicAdd(i & 7, i);
        RangeBody2 pairs = (i, j) -> x.atomicAdd(i & 7, j);
        RangeBody4 quadruples = (i, j, k, l) -> x.atomicAdd((i + j + k + l) & 7, 1);
        TeamBody team = member -> {
            IntView piece = member.scratchInt(lengths.get(member.leagueRank() & 3));
            IntView far = member.deviceScratchInt(lengths.get(member.leagueRank() & 3));
            member.parallelFor(4, k -> far.set(k, k));
            member.barrier();
            member.parallelFor(4, k -> piece.set(k, far.get(3 - k)));
        };
        int[] begin = {Integer.MIN_VALUE, Integer.MAX_VALUE - 9};
        int[] end = {Integer.MAX_VALUE, Integer.MAX_VALUE};
        return List.of(
                loop(longs, LongRangePolicy.of(-3, 1L << 40)),
                loop(longs, LongRangePolicy.of((1L << 31) - 5, (1L << 31) + 5)),
                loop(ints, RangePolicy.of(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                loop(pairs, MDRangePolicy.of(begin, end)),
                loop(quadruples, MDRangePolicy.of(new int[] {begin[0], begin[1], 0, -1}, new int[] {end[0], end[1], 3, 2
                })),
                loop(team, TeamPolicy.of(5, 32).withScratch(40).withDeviceScratch(44)),
                loop(team, TeamPolicy.of(0)),
                loop(team, TeamPolicy.of(700, 2, 8).withScratch(40)),
                located(LongRangePolicy.of(-(1L << 40), 1L << 40)),
                box(MDRangePolicy.of(begin, end)),
                league(TeamPolicy.of(700, 2, 8)),
                league(TeamPolicy.of(0)));
    }

    private static CppUnit loop(KernelBody body, Policy policy) {
        return new CppUnit.For("wide", false, policy, ZooUnits.kernel("wide", body, policy, true));
    }

    private static CppUnit located(LongRangePolicy policy) {
        LongView most = LongView.of("most", MemorySpace.host());
        LongView where = LongView.of("where", MemorySpace.host());
        LongContribution.LongRange value = i -> i & 7;
        return new CppUnit.Reduce(
                "located",
                false,
                policy,
                List.of(OtherUnits.part(Reducers.MaxLoc.intoLongRange(most, where, value), policy)));
    }

    private static CppUnit box(MDRangePolicy policy) {
        LongView sum = LongView.of("sum", MemorySpace.host());
        LongContribution.Range2 value = (i, j) -> (long) i + j;
        return new CppUnit.Reduce(
                "box", false, policy, List.of(OtherUnits.part(Reducers.Sum.into(sum, value), policy)));
    }

    private static CppUnit league(TeamPolicy policy) {
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleContribution.Team value = team -> team.leagueRank();
        return new CppUnit.Reduce(
                "league", false, policy, List.of(OtherUnits.part(Reducers.Sum.intoTeam(sum, value), policy)));
    }
}
