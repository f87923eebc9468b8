package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.*;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Bodies that are a part of a workload only: contributions over each kind of index, the joins of custom reductions and
 * the consumers of scans. The policy of a join or of a consumer says how many samples of values it is called with.
 */
final class Parts {
    private static final Policy LINE = RangePolicy.of(24);
    private static final Policy LONG_LINE = LongRangePolicy.of(24);
    private static final Policy PLANE = MDRangePolicy.of(4, 6);
    private static final Policy BOX = MDRangePolicy.of(2, 3, 4);
    private static final Policy FOUR = MDRangePolicy.of(2, 3, 2, 4);
    private static final Policy TEAMS = TeamPolicy.of(6, 4);

    private Parts() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("contributeDoubles", Parts::doubles),
                exact("contributeDoublesLong", Parts::doublesLong),
                exact("contributeDoublesOfBox", Parts::doublesOfBox),
                exact("contributeDoublesOfFour", Parts::doublesOfFour),
                exact("contributeDoublesOfTeam", Parts::doublesOfTeam),
                exact("contributeFloatsLong", Parts::floatsLong),
                exact("contributeFloatsOfPlane", Parts::floatsOfPlane),
                exact("contributeFloatsOfBox", Parts::floatsOfBox),
                exact("contributeFloatsOfTeam", Parts::floatsOfTeam),
                exact("contributeIntsLong", Parts::intsLong),
                exact("contributeIntsOfPlane", Parts::intsOfPlane),
                exact("contributeIntsOfBox", Parts::intsOfBox),
                exact("contributeIntsOfFour", Parts::intsOfFour),
                exact("contributeIntsOfTeam", Parts::intsOfTeam),
                exact("contributeLongsLong", Parts::longsLong),
                exact("contributeLongsOfPlane", Parts::longsOfPlane),
                exact("contributeLongsOfBox", Parts::longsOfBox),
                exact("contributeLongsOfTeam", Parts::longsOfTeam),
                exact("contributeTruthLong", Parts::truthLong),
                exact("contributeTruthOfPlane", Parts::truthOfPlane),
                exact("contributeTruthOfBox", Parts::truthOfBox),
                exact("contributeTruthOfTeam", Parts::truthOfTeam),
                exact("joinDoubles", Parts::joinDoubles),
                exact("joinFloats", Parts::joinFloats),
                exact("joinInts", Parts::joinInts),
                exact("joinLongs", Parts::joinLongs),
                exact("scanDoubles", Parts::scanDoubles),
                exact("scanDoublesLong", Parts::scanDoublesLong),
                exact("scanFloats", Parts::scanFloats),
                exact("scanFloatsLong", Parts::scanFloatsLong),
                exact("scanInts", Parts::scanInts),
                exact("scanIntsLong", Parts::scanIntsLong),
                exact("scanLongs", Parts::scanLongs),
                exact("scanLongsLong", Parts::scanLongsLong));
    }

    private static Instance instance(Policy policy, KernelBody body, View... views) {
        return new Instance(policy, body, List.of(views));
    }

    private static Instance doubles() {
        DoubleView x = Data.doubles("x", 24);
        DoubleContribution.Range body = i -> i % 3 == 0 ? x.get(i) : -x.get(i) / (i - 1);
        return instance(LINE, body);
    }

    private static Instance doublesLong() {
        DoubleView x = Data.doubles("x", 24);
        DoubleContribution.LongRange body = i -> x.get((int) i) * (i << 33);
        return instance(LONG_LINE, body);
    }

    private static Instance doublesOfBox() {
        DoubleView x = Data.doubles("x", 2, 3, 4);
        DoubleContribution.Range3 body = (i, j, k) -> x.get(i, j, k) * j + k - i;
        return instance(BOX, body);
    }

    private static Instance doublesOfTeam() {
        DoubleView x = Data.doubles("x", 6, 100);
        DoubleContribution.Team body = team -> {
            int row = team.leagueRank();
            double norm = team.parallelReduceDouble(Sum, 100, k -> x.get(row, k) * x.get(row, k));
            return Math.sqrt(norm) + team.leagueSize();
        };
        return instance(TEAMS, body);
    }

    private static Instance floatsLong() {
        FloatContribution.LongRange body = i -> i / 3f;
        return instance(LONG_LINE, body);
    }

    private static Instance floatsOfPlane() {
        FloatView x = Data.floats("x", 4, 6);
        FloatContribution.Range2 body = (i, j) -> x.get(i, j) * (i - j);
        return instance(PLANE, body);
    }

    private static Instance floatsOfBox() {
        FloatView x = Data.floats("x", 2, 3, 4);
        FloatContribution.Range3 body = (i, j, k) -> x.get(i, j, k) > 0 ? i + j : k;
        return instance(BOX, body);
    }

    private static Instance floatsOfTeam() {
        FloatView x = Data.floats("x", 6, 100);
        FloatContribution.Team body = team -> team.parallelReduceFloat(Max, 100, k -> x.get(team.leagueRank(), k));
        return instance(TEAMS, body);
    }

    private static Instance intsLong() {
        IntContribution.LongRange body = i -> (int) (i * 0x1234_5678_9abcL);
        return instance(LONG_LINE, body);
    }

    private static Instance intsOfPlane() {
        IntView x = Data.ints("x", 0, 4, 6);
        IntContribution.Range2 body = (i, j) -> x.get(i, j) >>> (i + j);
        return instance(PLANE, body);
    }

    private static Instance intsOfBox() {
        IntView x = Data.ints("x", 0, 2, 3, 4);
        IntContribution.Range3 body = (i, j, k) -> x.get(i, j, k) / (i + j + k + 1);
        return instance(BOX, body);
    }

    private static Instance intsOfFour() {
        IntView x = Data.ints("x", 0, 2, 3, 2, 4);
        IntContribution.Range4 body = (i, j, k, l) -> x.get(i, j, k, l) / (i + j + k + l + 1);
        return instance(FOUR, body);
    }

    private static Instance doublesOfFour() {
        DoubleView x = Data.doubles("x", 2, 3, 2, 4);
        DoubleContribution.Range4 body = (i, j, k, l) -> x.get(i, j, k, l) * (i - l) + k;
        return instance(FOUR, body);
    }

    private static Instance intsOfTeam() {
        IntView x = Data.ints("x", 0, 6, 100);
        IntContribution.Team body = team -> team.parallelReduceInt(BitXor, 100, k -> x.get(team.leagueRank(), k));
        return instance(TEAMS, body);
    }

    private static Instance longsLong() {
        LongContribution.LongRange body = i -> i * i - Long.MAX_VALUE;
        return instance(LONG_LINE, body);
    }

    private static Instance longsOfPlane() {
        LongView x = Data.longs("x", 0, 4, 6);
        LongContribution.Range2 body = (i, j) -> x.get(i, j) * i + j;
        return instance(PLANE, body);
    }

    private static Instance longsOfBox() {
        LongView x = Data.longs("x", 0, 2, 3, 4);
        LongContribution.Range3 body = (i, j, k) -> Math.floorMod(x.get(i, j, k), i + j + k + 1L);
        return instance(BOX, body);
    }

    private static Instance longsOfTeam() {
        LongView x = Data.longs("x", 0, 6, 100);
        LongContribution.Team body = team -> team.parallelReduceLong(Min, 100, k -> x.get(team.leagueRank(), k));
        return instance(TEAMS, body);
    }

    private static Instance truthLong() {
        BooleanContribution.LongRange body = i -> (i & 5) == 4;
        return instance(LONG_LINE, body);
    }

    private static Instance truthOfPlane() {
        DoubleView x = Data.doubles("x", 4, 6);
        BooleanContribution.Range2 body = (i, j) -> x.get(i, j) > 0 && i != j;
        return instance(PLANE, body);
    }

    private static Instance truthOfBox() {
        DoubleView x = Data.doubles("x", 2, 3, 4);
        BooleanContribution.Range3 body = (i, j, k) -> !(x.get(i, j, k) > 0.5) || k == 2;
        return instance(BOX, body);
    }

    private static Instance truthOfTeam() {
        BooleanContribution.Team body = team -> team.leagueRank() * 2 < team.leagueSize();
        return instance(TEAMS, body);
    }

    private static Instance joinDoubles() {
        DoubleJoin body = (left, right) -> Math.abs(left) < Math.abs(right) ? right : left;
        return instance(LINE, body);
    }

    private static Instance joinFloats() {
        FloatJoin body = (left, right) -> left + right - left * right;
        return instance(LINE, body);
    }

    private static Instance joinInts() {
        IntJoin body = (left, right) -> {
            int a = left;
            int b = right;
            while (b != 0) {
                int rest = a % b;
                a = b;
                b = rest;
            }
            return a;
        };
        return instance(LINE, body);
    }

    private static Instance joinLongs() {
        LongJoin body = (left, right) -> Math.max(left ^ right, left >> 7);
        return instance(LINE, body);
    }

    private static Instance scanDoubles() {
        DoubleView x = Data.doubles("x", 24);
        DoubleScanBody.Range body = (i, sum) -> x.set(i, sum * x.get(i));
        return instance(LINE, body, x);
    }

    private static Instance scanDoublesLong() {
        DoubleView x = Data.doubles("x", 24);
        DoubleScanBody.LongRange body = (i, sum) -> x.set((int) i, sum / i);
        return instance(LONG_LINE, body, x);
    }

    private static Instance scanFloats() {
        FloatView x = Data.floats("x", 24);
        FloatScanBody.Range body = (i, sum) -> x.set(23 - i, sum);
        return instance(LINE, body, x);
    }

    private static Instance scanFloatsLong() {
        FloatView x = Data.floats("x", 24);
        FloatScanBody.LongRange body = (i, sum) -> x.set((int) i, Math.max(sum, x.get((int) i)));
        return instance(LONG_LINE, body, x);
    }

    private static Instance scanInts() {
        IntView flag = Data.ints("flag", 2, 24);
        IntView out = Data.intZeros("out", 24);
        IntScanBody.Range body = (i, sum) -> {
            if (flag.get(i) != 0) {
                out.set(Math.floorMod(sum, 24), i);
            }
        };
        return instance(LINE, body, out);
    }

    private static Instance scanIntsLong() {
        IntView out = Data.intZeros("out", 24);
        IntScanBody.LongRange body = (i, sum) -> out.set((int) i, sum - (int) i);
        return instance(LONG_LINE, body, out);
    }

    private static Instance scanLongs() {
        LongView out = Data.longZeros("out", 24);
        LongScanBody.Range body = (i, sum) -> out.set(i, sum >>> i);
        return instance(LINE, body, out);
    }

    private static Instance scanLongsLong() {
        LongView out = Data.longZeros("out", 24);
        LongScanBody.LongRange body = (i, sum) -> out.set((int) i, sum + i);
        return instance(LONG_LINE, body, out);
    }
}
