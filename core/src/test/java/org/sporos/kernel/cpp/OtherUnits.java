package org.sporos.kernel.cpp;

import static org.sporos.reduce.Reducers.Max;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Scan;
import org.sporos.kernel.cpp.CppUnit.Answer.Kind;
import org.sporos.param.IntParam;
import org.sporos.policy.Condition;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.IntScanBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.Selector;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Units of the kinds without a named kernel: reductions, scans, gates, conditions. */
final class OtherUnits {
    private OtherUnits() {}

    static List<CppUnit> all(boolean isNative) {
        List<CppUnit> units = new ArrayList<>();
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 5000);
        FloatView f = FloatView.of("f", MemorySpace.host(), 5000);
        IntView n = IntView.of("n", MemorySpace.host());
        units.add(several(RangePolicy.of(5000), x));
        units.add(custom(x));
        units.add(located(f));
        units.add(box(x));
        units.add(teams(x));
        units.add(scan(true, x));
        units.add(scan(false, x));
        units.add(intScan());
        units.add(gated(x));
        IntParam most = IntParam.of("most", 7);
        Condition more = () -> n.get() < most.get();
        Selector which = () -> n.get() % 3;
        ProvenKernel condition = ZooUnits.kernel("more", more, null, true);
        units.add(new CppUnit.Answer("more", false, Kind.IF, isNative, Integer.MAX_VALUE, condition));
        units.add(new CppUnit.Answer("again", true, Kind.WHILE, isNative, 100, condition));
        ProvenKernel choice = ZooUnits.kernel("which", which, null, true);
        units.add(new CppUnit.Answer("which", true, Kind.SWITCH, isNative, Integer.MAX_VALUE, choice));
        return units;
    }

    static CppUnit.Part part(Reduction reduction, Policy policy) {
        ProvenKernel join = reduction.join() == null ? null : ZooUnits.kernel("join", reduction.join(), null, true);
        return new CppUnit.Part(reduction, ZooUnits.kernel("part", reduction.contribution(), policy, true), join);
    }

    private static CppUnit several(RangePolicy policy, DoubleView x) {
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleView most = DoubleView.of("most", MemorySpace.host());
        DoubleContribution.Range value = i -> x.get(i);
        DoubleContribution.Range square = i -> x.get(i) * x.get(i);
        return new CppUnit.Reduce(
                "several",
                false,
                policy,
                List.of(part(Reducers.Sum.into(sum, square), policy), part(Reducers.Max.into(most, value), policy)));
    }

    private static CppUnit custom(DoubleView x) {
        RangePolicy policy = RangePolicy.of(3, 5000);
        DoubleView result = DoubleView.of("result", MemorySpace.host());
        DoubleJoin join = (a, b) -> a * b + a + b;
        DoubleContribution.Range value = i -> x.get(i);
        return new CppUnit.Reduce(
                "custom", false, policy, List.of(part(Reducers.Custom.into(result, 0, join, value), policy)));
    }

    private static CppUnit located(FloatView f) {
        RangePolicy policy = RangePolicy.of(5000);
        FloatView least = FloatView.of("least", MemorySpace.host());
        LongView where = LongView.of("where", MemorySpace.host());
        FloatContribution.Range value = i -> f.get(i);
        return new CppUnit.Reduce(
                "located", true, policy, List.of(part(Reducers.MinLoc.into(least, where, value), policy)));
    }

    private static CppUnit box(DoubleView x) {
        MDRangePolicy policy = MDRangePolicy.of(50, 100);
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleContribution.Range2 value = (i, j) -> x.get(100 * i + j);
        return new CppUnit.Reduce("box", false, policy, List.of(part(Reducers.Sum.into(sum, value), policy)));
    }

    private static CppUnit teams(DoubleView x) {
        TeamPolicy policy = TeamPolicy.of(50, 40);
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleContribution.Team value = team -> {
            int row = team.leagueRank();
            return team.parallelReduceDouble(Max, 100, k -> x.get(100 * row + k));
        };
        return new CppUnit.Reduce("teams", false, policy, List.of(part(Reducers.Sum.intoTeam(sum, value), policy)));
    }

    private static CppUnit scan(boolean inclusive, DoubleView x) {
        RangePolicy policy = RangePolicy.of(5000);
        DoubleView out = DoubleView.of("out", MemorySpace.host(), 5000);
        DoubleContribution.Range value = i -> x.get(i);
        DoubleScanBody.Range take = (i, sum) -> out.set(i, sum);
        return new CppUnit.Prefix(
                "scan",
                false,
                policy,
                inclusive ? Scan.inclusiveDouble() : Scan.exclusiveDouble(),
                ZooUnits.kernel("value", value, policy, true),
                ZooUnits.kernel("take", take, policy, true));
    }

    private static CppUnit intScan() {
        LongRangePolicy policy = LongRangePolicy.of(10, 5000);
        IntView out = IntView.of("out", MemorySpace.host(), 5000);
        IntContribution.LongRange value = i -> (int) i;
        IntScanBody.LongRange take = (i, sum) -> out.set(i, sum);
        return new CppUnit.Prefix(
                "intScan",
                true,
                policy,
                Scan.exclusiveInt(),
                ZooUnits.kernel("value", value, policy, true),
                ZooUnits.kernel("take", take, policy, true));
    }

    private static CppUnit gated(DoubleView x) {
        RangeBody body = i -> x.set(i, i);
        RangePolicy policy = RangePolicy.of(5000);
        return new CppUnit.For("gated", true, policy, ZooUnits.kernel("gated", body, policy, true));
    }
}
