package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reference.ScanOrder;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

abstract class TeamScanContract extends Contract {
    /** Lengths of the fuzzed ranges, one for each team. */
    private static final int LEAGUE = 13;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 31, 32, 40, 64, 96, 256})
    void scans_of_integers_are_prefix_sums_of_any_length(int size) {
        Random random = new Random(size);
        int[] lengths = lengths(random, size);
        int most = Arrays.stream(lengths).max().getAsInt();
        IntView n = intsOf("n", lengths);
        IntView x = intsOf("x", random.ints(most).toArray());
        IntView before = ints("before", LEAGUE, most);
        LongView with = longs("with", LEAGUE, most);
        IntView total = ints("total", LEAGUE, size);
        LongView wide = longs("wide", LEAGUE, size);
        run(root -> root.thenParallelFor("k", TeamPolicy.of(LEAGUE, size), team -> {
            int row = team.leagueRank();
            int count = n.get(row);
            int sum = team.exclusiveScanInt(count, i -> x.get(i) + row, (i, partial) -> before.set(row, i, partial));
            total.set(row, team.teamRank(), sum);
            long longSum = team.inclusiveScanLong(
                    count, i -> (long) x.get(i) * x.get(i), (i, partial) -> with.set(row, i, partial));
            wide.set(row, team.teamRank(), longSum);
        }));
        int[] values = x.toArray();
        int[] expectedBefore = new int[LEAGUE * most];
        long[] expectedWith = new long[LEAGUE * most];
        int[] expectedTotal = new int[LEAGUE * size];
        long[] expectedWide = new long[LEAGUE * size];
        for (int row = 0; row < LEAGUE; row++) {
            int sum = 0;
            long longSum = 0;
            for (int i = 0; i < lengths[row]; i++) {
                expectedBefore[row * most + i] = sum;
                sum += values[i] + row;
                longSum += (long) values[i] * values[i];
                expectedWith[row * most + i] = longSum;
            }
            Arrays.fill(expectedTotal, row * size, (row + 1) * size, sum);
            Arrays.fill(expectedWide, row * size, (row + 1) * size, longSum);
        }
        assertThat(before.toArray()).isEqualTo(expectedBefore);
        assertThat(with.toArray()).isEqualTo(expectedWith);
        assertThat(total.toArray()).isEqualTo(expectedTotal);
        assertThat(wide.toArray()).isEqualTo(expectedWide);
    }

    /** None, one, some around the team's size and the ends of rows and tiles, and any. */
    private static int[] lengths(Random random, int size) {
        int[] lengths = {0, 1, -5, size - 1, size, size + 1, 33, 2047, 2048, 2049, random.nextInt(300), 0, 0};
        lengths[LEAGUE - 2] = random.nextInt(3000);
        lengths[LEAGUE - 1] = random.nextInt(5000);
        return lengths;
    }

    @ParameterizedTest
    @CsvSource({"1, 77", "3, 2049", "8, 131149", "32, 5000", "50, 9001", "160, 4100"})
    void scans_of_fractions_have_the_bits_of_a_scan_of_the_range(int size, int n) {
        Random random = new Random(n);
        double[] values = random.doubles(n, -1, 1).map(v -> v * v * v * 1e6).toArray();
        DoubleView x = doublesOf("x", values);
        DoubleView all = doubles("all", n);
        DoubleView before = doubles("before", n);
        DoubleView with = doubles("with", n);
        DoubleView total = doubles("total", size);
        FloatView few = floats("few", n);
        FloatView half = floats("half", size);
        run(root -> {
            root.thenParallelScan(
                    "scan", RangePolicy.of(n), i -> x.get(i), (i, sum) -> all.set(i, sum), Scan.inclusiveDouble());
            root.thenParallelFor("teams", TeamPolicy.of(1, size), team -> {
                int me = team.teamRank();
                double sum = team.exclusiveScanDouble(n, i -> x.get(i), (i, partial) -> before.set(i, partial));
                total.set(me, sum);
                team.inclusiveScanDouble(n, i -> x.get(i), (i, partial) -> with.set(i, partial));
                half.set(me, team.exclusiveScanFloat(n, i -> (float) x.get(i), (i, partial) -> few.set(i, partial)));
            });
        });
        List<Double> sums = ScanOrder.sums(Arrays.stream(values).boxed().toList(), 0.0, Double::sum);
        List<Float> floats =
                ScanOrder.sums(Arrays.stream(values).mapToObj(v -> (float) v).toList(), 0f, Float::sum);
        double[] expected = sums.stream().mapToDouble(v -> v).toArray();
        float[] expectedFew = new float[n];
        double[] expectedBefore = new double[n];
        for (int i = 1; i < n; i++) {
            expectedBefore[i] = expected[i - 1];
            expectedFew[i] = floats.get(i - 1);
        }
        assertThat(all.toArray()).isEqualTo(expected);
        assertThat(with.toArray()).isEqualTo(expected);
        assertThat(before.toArray()).isEqualTo(expectedBefore);
        assertThat(few.toArray()).isEqualTo(expectedFew);
        assertThat(total.toArray()).containsOnly(expected[n - 1]);
        assertThat(half.toArray()).containsOnly(floats.get(n - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 33, 128})
    void members_see_what_consumers_wrote_and_sum_up_again(int size) {
        int n = 200;
        IntView out = ints("out", 7, n);
        IntView totals = ints("totals", 7, 4);
        TeamPolicy policy = TeamPolicy.of(7, size).withScratch(n * Integer.BYTES);
        run(root -> root.thenParallelFor("k", policy, team -> {
            IntView work = team.scratchInt(n);
            int row = team.leagueRank();
            team.parallelFor(n, i -> work.set(n - 1 - i, i + row));
            team.barrier();
            for (int round = 0; round < 4; round++) {
                int total = team.inclusiveScanInt(n, i -> work.get(i), (i, sum) -> work.set(i, sum & 1023));
                if (team.teamRank() == 0) {
                    totals.set(row, round, total);
                }
            }
            team.parallelFor(n, i -> out.set(row, i, work.get(n - 1 - i)));
        }));
        for (int row = 0; row < 7; row++) {
            int at = row;
            int[] work = IntStream.range(0, n).map(i -> n - 1 - i + at).toArray();
            for (int round = 0; round < 4; round++) {
                int sum = 0;
                for (int i = 0; i < n; i++) {
                    sum += work[i];
                    work[i] = sum & 1023;
                }
                assertThat(totals.toArray()[row * 4 + round]).isEqualTo(sum);
            }
            for (int i = 0; i < n; i++) {
                assertThat(out.toArray()[row * n + i]).isEqualTo(work[n - 1 - i]);
            }
        }
    }

    @Test
    void a_scan_whose_total_nobody_wants_calls_its_consumer() {
        IntView out = ints("out", 50);
        run(root -> root.thenParallelFor(
                "k", TeamPolicy.of(1, 16), team -> team.exclusiveScanInt(50, i -> 2 * i, (i, sum) -> out.set(i, sum))));
        assertThat(out.toArray())
                .isEqualTo(IntStream.range(0, 50).map(i -> i * (i - 1)).toArray());
    }

    @Test
    void a_consumer_outside_of_its_view_is_a_failure_of_the_node() {
        IntView out = ints("out", 40);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "k",
                        TeamPolicy.of(1, 4),
                        team -> team.exclusiveScanInt(41, i -> 1, (i, sum) -> out.set(sum, i))));
        ExecutableGraph exec = instantiate(graph);
        assertThat(failure(exec))
                .hasMessageContaining(name(graph, "k"))
                .hasMessageContaining("index (40) is outside of view 'out'");
    }
}
