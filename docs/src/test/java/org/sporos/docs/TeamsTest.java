package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The page on teams. */
final class TeamsTest extends OnASpace {

    @Test
    void rows() {
        int rows = 3;
        int columns = 100;
        DoubleView a = DoubleView.of("a", space, rows, columns);
        DoubleView x = DoubleView.of("x", space, columns);
        DoubleView y = DoubleView.of("y", space, rows);
        // snippet: teams-rows
        Graph product = Graph.define("A x", root -> {
            root.thenParallelFor("rows", TeamPolicy.of(rows), team -> {
                int i = team.leagueRank();
                double sum = team.parallelReduceDouble(Sum, columns, j -> a.get(i, j) * x.get(j));
                team.single(() -> y.set(i, sum));
            });
        });
        // end
        Arrays.stream(new DoubleView[] {a, x}).forEach(view -> org.sporos.view.Views.fill(view, 1));
        run(product);
        assertThat(y.toArray()).containsOnly(columns);
    }

    @Test
    void scratch() {
        int blocks = 4;
        int size = 32;
        DoubleView x = DoubleView.of("x", space, blocks * size);
        double[] values = new double[blocks * size];
        Arrays.setAll(values, i -> i);
        x.assign(values);
        // snippet: teams-scratch
        TeamPolicy policy = TeamPolicy.of(blocks).withScratch(size * Double.BYTES);
        Graph reverse = Graph.define("reverse blocks", root -> {
            root.thenParallelFor("reverse", policy, team -> {
                int first = team.leagueRank() * size;
                DoubleView block = team.scratchDouble(size);
                team.parallelFor(size, i -> block.set(i, x.get(first + i)));
                team.barrier();
                team.parallelFor(size, i -> x.set(first + i, block.get(size - 1 - i)));
            });
        });
        // end
        run(reverse);
        assertThat(x.toArray()[0]).isEqualTo(size - 1);
        assertThat(x.toArray()[blocks * size - 1]).isEqualTo((blocks - 1) * size);
    }

    @Test
    void deviceScratch() {
        int systems = 3;
        int size = 40;
        DoubleView matrix = DoubleView.of("matrix", space, systems, size, size);
        DoubleView x = DoubleView.of("x", space, systems, size);
        double[] entries = new double[systems * size * size];
        Arrays.setAll(entries, k -> k / size % size == k % size ? size : 1);
        matrix.assign(entries);
        double[] right = new double[systems * size];
        Arrays.fill(right, 2 * size - 1);
        x.assign(right);
        // snippet: teams-device-scratch
        TeamPolicy policy =
                TeamPolicy.of(systems).withScratch(size * Double.BYTES).withDeviceScratch(size * size * Double.BYTES);
        Graph solve = Graph.define("eliminate", root -> {
            root.thenParallelFor("eliminate", policy, team -> {
                int s = team.leagueRank();
                DoubleView factor = team.scratchDouble(size);
                DoubleView a = team.deviceScratchDouble(size * size);
                team.parallelFor(size * size, k -> a.set(k, matrix.get(s, k / size, k % size)));
                team.barrier();
                for (int p = 0; p < size; p++) {
                    int pivot = p;
                    int row = p * size;
                    team.parallelFor(size, i -> factor.set(i, a.get(i * size + pivot) / a.get(row + pivot)));
                    team.barrier();
                    team.parallelFor(size, i -> {
                        if (i != pivot) {
                            for (int j = pivot; j < size; j++) {
                                a.set(i * size + j, a.get(i * size + j) - factor.get(i) * a.get(row + j));
                            }
                            x.set(s, i, x.get(s, i) - factor.get(i) * x.get(s, pivot));
                        }
                    });
                    team.barrier();
                }
                team.parallelFor(size, i -> x.set(s, i, x.get(s, i) / a.get(i * size + i)));
            });
        });
        // end
        run(solve);
        for (double value : x.toArray()) {
            assertThat(value).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void csr() {
        int rows = 40;
        IntView start = IntView.of("start", space, rows + 1);
        IntView column = IntView.of("column", space, 3 * rows);
        DoubleView value = DoubleView.of("value", space, 3 * rows);
        DoubleView x = DoubleView.of("x", space, rows);
        DoubleView y = DoubleView.of("y", space, rows);
        start.assign(IntStream.rangeClosed(0, rows).map(row -> 3 * row).toArray());
        column.assign(IntStream.range(0, 3 * rows).map(k -> k % rows).toArray());
        // snippet: teams-csr
        Graph product = Graph.define("A x", root -> {
            root.thenParallelFor("rows", TeamPolicy.of((rows + 15) / 16, 16, 8), team -> {
                int row = team.leagueRank() * 16 + team.teamRank();
                if (row < rows) {
                    int first = start.get(row);
                    double sum = team.vectorReduceDouble(
                            Sum, start.get(row + 1) - first, k -> value.get(first + k) * x.get(column.get(first + k)));
                    y.set(row, sum);
                }
            });
        });
        // end
        Arrays.stream(new DoubleView[] {value, x}).forEach(view -> org.sporos.view.Views.fill(view, 2));
        run(product);
        assertThat(y.toArray()).containsOnly(12);
    }

    @Test
    void solve() {
        int systems = 5;
        int size = 9;
        DoubleView lower = DoubleView.of("lower", space, systems, size, size);
        DoubleView b = DoubleView.of("b", space, systems, size);
        DoubleView x = DoubleView.of("x", space, systems, size);
        // snippet: teams-solve
        Graph solve = Graph.define("L x = b", root -> {
            root.thenParallelFor("solve", TeamPolicy.of(systems, 1, 8), team -> {
                int s = team.leagueRank();
                for (int i = 0; i < size; i++) {
                    int row = i;
                    double known = team.vectorReduceDouble(Sum, row, j -> lower.get(s, row, j) * x.get(s, j));
                    x.set(s, row, (b.get(s, row) - known) / lower.get(s, row, row));
                }
            });
        });
        // end
        org.sporos.view.Views.fill(lower, 1);
        b.assign(IntStream.range(0, systems * size)
                .mapToDouble(k -> k % size + 1)
                .toArray());
        run(solve);
        assertThat(x.toArray()).containsOnly(1);
    }

    @Test
    void scan() {
        int rows = 2;
        int columns = 5;
        DoubleView weight = DoubleView.of("weight", space, rows, columns);
        DoubleView below = DoubleView.of("below", space, rows, columns);
        DoubleView total = DoubleView.of("total", space, rows);
        weight.assign(3, 1, 4, 1, 5, 9, 2, 6, 5, 3);
        // snippet: teams-scan
        Graph distributions = Graph.define("distributions", root -> {
            root.thenParallelFor("row", TeamPolicy.of(rows), team -> {
                int row = team.leagueRank();
                double all =
                        team.exclusiveScanDouble(columns, i -> weight.get(row, i), (i, sum) -> below.set(row, i, sum));
                team.single(() -> total.set(row, all));
            });
        });
        // end
        run(distributions);
        assertThat(below.toArray()).containsExactly(0, 3, 4, 8, 9, 0, 9, 11, 17, 22);
        assertThat(total.toArray()).containsExactly(14, 25);
    }
}
