package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.CsrTranspose;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.SegmentedScan;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.error.CodedArgumentException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Distinct keys, reductions and sums of segments, and transposes, against plain Java. */
abstract class SegmentContract extends Contract {
    private static final int MOST = 8_500;

    /** Around the ends of tiles of hosts and devices. */
    private static final int[] SIZES = {0, 1, 2, 255, 256, 3_839, 3_840, 3_841, 8_191, 8_192, 8_193, MOST};

    @Test
    void the_first_of_equal_neighbours_are_found_however_many_there_are() {
        Random random = new Random(240);
        IntView keys = ints("keys", MOST);
        IntView distinct = ints("distinct", MOST);
        IntView starts = ints("starts", MOST + 1);
        IntView count = ints("count");
        IntView n = ints("n");
        IntView lengths = ints("lengths", MOST);
        Graph unique = Unique.of(keys).withStarts(starts).first(n).graph("unique", distinct, count, workspace());
        ExecutableGraph exec = instantiate(root -> root.thenGraph("unique", unique)
                .then(SegmentedReduce.sum("lengths", lengths, starts, k -> 1).withPolicy(RangePolicy.of(count, MOST))));
        assertThat(exec.warnings()).isEmpty();
        for (int size : SIZES) {
            // Runs of length 1 to about 1,000; for some sizes all are equal.
            int range = size % 2 == 0 ? 1 : 1 + random.nextInt(3_000);
            int[] values = random.ints(MOST, -range + 1, range).sorted().toArray();
            keys.assign(values);
            distinct.assign(new int[MOST]);
            n.assign(size);
            run(exec);
            int[] heads = IntStream.range(0, size)
                    .filter(k -> k == 0 || values[k] != values[k - 1])
                    .toArray();
            assertThat(count.toArray()).containsExactly(heads.length);
            assertThat(Arrays.copyOf(starts.toArray(), heads.length)).isEqualTo(heads);
            assertThat(starts.toArray()[heads.length]).isEqualTo(size);
            int[] wanted = new int[MOST];
            for (int r = 0; r < heads.length; r++) {
                wanted[r] = values[heads[r]];
                int end = r + 1 < heads.length ? heads[r + 1] : size;
                assertThat(lengths.toArray()[r]).isEqualTo(end - heads[r]);
            }
            assertThat(distinct.toArray()).isEqualTo(wanted);
        }
        n.assign(MOST + 1);
        assertThat(failure(exec)).hasMessageStartingWith("R313: ");
    }

    @Test
    void numbers_are_distinct_as_objects_are() {
        double nan = Double.longBitsToDouble(0xFFF8_0000_0000_0001L);
        DoubleView x = doublesOf("x", -1, -0.0, -0.0, 0.0, 0.0, 7, Double.NaN, nan);
        DoubleView distinct = doubles("distinct", 8);
        IntView count = ints("count");
        FloatView y = floatsOf("y", 1, 1, 1);
        FloatView one = floats("one", 3);
        IntView ones = ints("ones");
        LongView z = longsOf("z", Long.MIN_VALUE, 5, 1L << 32 | 5);
        LongView three = longs("three", 3);
        IntView threes = ints("threes");
        IntView none = ints("none", 0);
        IntView nothing = ints("nothing", 0);
        IntView zero = intsOf("zero", 99).subview(Slice.at(0));
        Workspace workspace = workspace();
        run(root -> {
            root.thenGraph("x", Unique.of(x).graph("x", distinct, count, workspace));
            root.thenGraph("y", Unique.of(y).graph("y", one, ones, workspace));
            root.thenGraph("z", Unique.of(z).graph("z", three, threes, workspace));
            root.thenGraph("none", Unique.of(none).graph("none", nothing, zero, workspace));
        });
        assertThat(count.toArray()).containsExactly(5);
        assertThat(distinct.toArray()).startsWith(-1, -0.0, 0.0, 7, Double.NaN);
        assertThat(ones.toArray()).containsExactly(1);
        assertThat(one.toArray()[0]).isEqualTo(1);
        assertThat(threes.toArray()).containsExactly(3);
        assertThat(three.toArray()).isEqualTo(z.toArray());
        assertThat(zero.toArray()).containsExactly(0);
    }

    /** Segments of very different lengths, the first, the last and some others without indexes. */
    private static int[] someStarts(int n, Random random) {
        int[] inner = random.ints(40, 0, n).sorted().toArray();
        return IntStream.concat(
                        IntStream.concat(
                                IntStream.of(0, 0), Arrays.stream(inner).flatMap(k -> IntStream.of(k, k))),
                        IntStream.of(n, n))
                .toArray();
    }

    @Test
    void segments_are_reduced_in_ascending_order() {
        int n = 5_000;
        Random random = new Random(241);
        int[] starts = someStarts(n, random);
        int m = starts.length - 1;
        double[] values = random.doubles(n, -1, 1).toArray();
        DoubleView x = doublesOf("x", values);
        IntView s = intsOf("starts", starts);
        DoubleView sums = doubles("sums", m);
        DoubleView least = doubles("least", m);
        DoubleView most = doubles("most", m);
        FloatView floatSums = floats("float sums", m);
        IntView counts = ints("counts", m);
        LongView longMost = longs("long most", m);
        run(root -> {
            root.then(SegmentedReduce.sum("sums", sums, s, k -> x.get(k)));
            root.then(SegmentedReduce.min("least", least, s, k -> x.get(k)));
            root.then(SegmentedReduce.max("most", most, s, k -> x.get(k)));
            root.then(SegmentedReduce.sum("float sums", floatSums, s, k -> (float) x.get(k)));
            root.then(SegmentedReduce.sum("counts", counts, s, k -> x.get(k) > 0 ? 1 : 0));
            root.then(SegmentedReduce.max("long most", longMost, s, k -> (long) k * k));
        });
        for (int r = 0; r < m; r++) {
            double[] part = Arrays.copyOfRange(values, starts[r], starts[r + 1]);
            double sum = 0;
            float floatSum = 0;
            for (double v : part) {
                sum += v;
                floatSum += (float) v;
            }
            assertThat(sums.toArray()[r]).isEqualTo(sum);
            assertThat(floatSums.toArray()[r]).isEqualTo(floatSum);
            assertThat(least.toArray()[r]).isEqualTo(Arrays.stream(part).min().orElse(Double.POSITIVE_INFINITY));
            assertThat(most.toArray()[r]).isEqualTo(Arrays.stream(part).max().orElse(Double.NEGATIVE_INFINITY));
            assertThat(counts.toArray()[r])
                    .isEqualTo((int) Arrays.stream(part).filter(v -> v > 0).count());
            long last = starts[r + 1] - 1;
            assertThat(longMost.toArray()[r]).isEqualTo(part.length == 0 ? Long.MIN_VALUE : last * last);
        }
    }

    @Test
    void long_segments_are_reduced_by_teams_in_the_order_of_their_reductions() {
        int n = 9_000;
        Random random = new Random(242);
        int[] starts = someStarts(n, random);
        int m = starts.length - 1;
        DoubleView x = doublesOf("x", random.doubles(n, -1, 1).toArray());
        IntView s = intsOf("starts", starts);
        DoubleView sums = doubles("sums", m);
        DoubleView wanted = doubles("wanted", m);
        IntView least = ints("least", m);
        LongView most = longs("most", m);
        run(root -> {
            root.then(SegmentedReduce.longSum("sums", sums, s, k -> x.get(k)));
            root.then(SegmentedReduce.longMin("least", least, s, k -> -k));
            root.then(SegmentedReduce.longMax("most", most, s, k -> (long) k << 20));
            root.thenParallelFor("wanted", TeamPolicy.of(m, 4), team -> {
                int r = team.leagueRank();
                int begin = s.get(r);
                double sum = team.parallelReduceDouble(Sum, s.get(r + 1) - begin, k -> x.get(begin + k));
                team.single(() -> wanted.set(r, sum));
            });
        });
        assertThat(sums.toArray()).isEqualTo(wanted.toArray());
        for (int r = 0; r < m; r++) {
            boolean isEmpty = starts[r] == starts[r + 1];
            assertThat(least.toArray()[r]).isEqualTo(isEmpty ? Integer.MAX_VALUE : 1 - starts[r + 1]);
            assertThat(most.toArray()[r]).isEqualTo(isEmpty ? Long.MIN_VALUE : (starts[r + 1] - 1L) << 20);
        }
    }

    @Test
    void sums_begin_anew_in_each_segment() {
        int n = 3_000;
        Random random = new Random(243);
        int[] starts = someStarts(n, random);
        double[] values = random.doubles(n, -1, 1).toArray();
        DoubleView x = doublesOf("x", values);
        IntView s = intsOf("starts", starts);
        DoubleView inclusive = doubles("inclusive", n);
        IntView exclusive = ints("exclusive", n);
        ExecutableGraph exec = instantiate(root -> {
            root.then(SegmentedScan.inclusiveSum("inclusive", inclusive, s, k -> x.get(k)));
            root.then(SegmentedScan.exclusiveSum("exclusive", exclusive, s, k -> k));
        });
        assertThat(exec.warnings()).isEmpty();
        run(exec);
        double[] wanted = new double[n];
        int[] wantedInts = new int[n];
        for (int r = 0; r + 1 < starts.length; r++) {
            double sum = 0;
            int ints = 0;
            for (int k = starts[r]; k < starts[r + 1]; k++) {
                sum += values[k];
                wanted[k] = sum;
                wantedInts[k] = ints;
                ints += k;
            }
        }
        assertThat(inclusive.toArray()).isEqualTo(wanted);
        assertThat(exclusive.toArray()).isEqualTo(wantedInts);
    }

    @Test
    void a_transpose_has_the_entries_of_columns_as_rows() {
        int rows = 70;
        int width = 90;
        int most = 4_000;
        Random random = new Random(244);
        IntView starts = ints("starts", rows + 1);
        IntView columns = ints("columns", most);
        DoubleView values = doubles("values", most);
        IntView startsT = ints("starts of T", width + 1);
        IntView rowOf = ints("rows", most);
        DoubleView valuesT = doubles("values of T", most);
        ExecutableGraph exec = instantiate(CsrTranspose.of(width, starts, columns, values)
                .graph("transpose", startsT, rowOf, valuesT, workspace()));
        assertThat(exec.warnings()).isEmpty();
        for (double filled : new double[] {0.5, 0, 0.01, 0.6}) {
            double[][] dense = new double[rows][width];
            int[] begins = new int[rows + 1];
            int[] column = new int[most];
            double[] value = new double[most];
            int n = 0;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < width; j++) {
                    if (random.nextDouble() < filled) {
                        dense[i][j] = 1 + random.nextDouble();
                        column[n] = j;
                        value[n++] = dense[i][j];
                    }
                }
                begins[i + 1] = n;
            }
            starts.assign(begins);
            columns.assign(column);
            values.assign(value);
            run(exec);
            int at = 0;
            for (int j = 0; j < width; j++) {
                assertThat(startsT.toArray()[j]).isEqualTo(at);
                for (int i = 0; i < rows; i++) {
                    if (dense[i][j] != 0) {
                        assertThat(rowOf.toArray()[at]).isEqualTo(i);
                        assertThat(valuesT.toArray()[at++]).isEqualTo(dense[i][j]);
                    }
                }
            }
            assertThat(startsT.toArray()[width]).isEqualTo(n);
        }
        int[] wrong = columns.toArray();
        wrong[3] = width;
        columns.assign(wrong);
        assertThat(failure(exec)).hasMessageContaining("R301").hasMessageContaining("'columns'");
        int[] tooMany = starts.toArray();
        tooMany[rows] = most + 1;
        starts.assign(tooMany);
        assertThat(failure(exec)).hasMessageStartingWith("R313: ");
    }

    @Test
    void views_that_do_not_fit_are_refused_when_the_graph_is_made() {
        Workspace workspace = workspace();
        IntView keys = ints("keys", 8);
        IntView starts = ints("starts", 8);
        IntView rows = ints("rows", 8);
        IntView count = ints("count");
        DoubleView x = doubles("x", 8);
        DoubleView y = doubles("y", 8);
        assertThatThrownBy(() -> Unique.of(keys).graph("u", x, count, workspace))
                .isInstanceOf(CodedArgumentException.class)
                .hasMessage("S293: the distinct keys of a list, view 'x', are of type DOUBLE, and its keys of type INT;"
                        + " give a view of the keys' type");
        assertThatThrownBy(() -> Unique.of(keys).graph("u", keys, count, workspace))
                .isInstanceOf(CodedArgumentException.class)
                .hasMessage("S295: a search for distinct keys is given the views 'keys' and 'keys', which share memory;"
                        + " give views of memory of their own");
        assertThatThrownBy(() -> CsrTranspose.of(3, starts, keys, x).graph("t", rows, starts, y, workspace))
                .isInstanceOf(CodedArgumentException.class)
                .hasMessage(
                        "S294: the starts of the transpose, view 'rows', has 8 elements, and that number of columns,"
                                + " with an end, needs 4; give a view of that extent");
        assertThatThrownBy(() -> CsrTranspose.of(7, starts, keys, x).graph("t", rows, keys, y, workspace))
                .isInstanceOf(CodedArgumentException.class)
                .hasMessage("S295: a transpose is given the views 'keys' and 'keys', which share memory; give views of"
                        + " memory of their own");
    }
}
