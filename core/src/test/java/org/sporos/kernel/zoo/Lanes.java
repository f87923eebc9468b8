package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Kernels of teams whose members have vector lanes. */
final class Lanes {
    private Lanes() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("vectorProduct", Lanes::vectorProduct),
                exact("vectorRows", Lanes::vectorRows),
                exact("vectorScans", Lanes::vectorScans));
    }

    private static Instance vectorProduct() {
        int rows = 30;
        IntView starts = Data.ints("starts", 0, rows + 1);
        IntView columns = Data.ints("columns", 0, 200);
        DoubleView values = Data.doubles("values", 200);
        DoubleView x = Data.doubles("x", rows);
        DoubleView y = Data.doubleZeros("y", rows);
        TeamBody body = team -> {
            int row = team.leagueRank() * team.teamSize() + team.teamRank();
            if (row < rows) {
                int first = starts.get(row) & 127;
                double sum = team.vectorReduceDouble(
                        Sum,
                        (starts.get(row + 1) & 31) + row % 5,
                        k -> values.get(first + k) * x.get((columns.get(first + k) & 1023) % rows));
                y.set(row, sum);
            }
        };
        return new Instance(TeamPolicy.of(30, 1, 8), body, List.of(starts, columns, values, x, y));
    }

    /** Each member stores, loads, counts and reduces around its lanes. */
    private static Instance vectorRows() {
        DoubleView a = Data.doubles("a", 6, 9, 40);
        DoubleView y = Data.doubleZeros("y", 6, 9);
        IntView counts = Data.intZeros("counts", 6);
        TeamBody body = team -> {
            int row = team.leagueRank();
            int order = counts.atomicAdd(row, 2);
            team.parallelFor(9, r -> {
                y.set(row, r, y.get(row, r) + 1);
                double scale = y.get(row, r) + order;
                team.vectorFor(40, j -> a.set(row, r, j, a.get(row, r, j) * scale));
                y.set(row, r, team.vectorReduceDouble(Max, 40, j -> a.get(row, r, j)));
            });
            team.barrier();
            double all = team.parallelReduceDouble(
                    Sum, 9, r -> y.get(row, r) + team.vectorReduceDouble(Sum, r, j -> a.get(row, r, j)));
            team.single(() -> y.set(row, 0, all));
        };
        return new Instance(TeamPolicy.of(6, 1, 4), body, List.of(a, y, counts));
    }

    private static Instance vectorScans() {
        DoubleView x = Data.doubles("x", 5, 50);
        DoubleView sums = Data.doubleZeros("sums", 5, 51);
        IntView slots = Data.intZeros("slots", 5, 50);
        TeamBody body = team -> {
            int row = team.leagueRank();
            double all =
                    team.vectorInclusiveScanDouble(50 - row, j -> x.get(row, j), (j, sum) -> sums.set(row, j, sum));
            int kept = team.vectorExclusiveScanInt(
                    50 - row, j -> x.get(row, j) > 0 ? 1 : 0, (j, slot) -> slots.set(row, j, slot));
            sums.set(row, 50, all + kept);
        };
        return new Instance(TeamPolicy.of(5, 1, 16), body, List.of(x, sums, slots));
    }
}
