package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.Workspace;
import org.sporos.error.CodedStateException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/** Sorts, against plain Java. */
abstract class SortContract extends Contract {
    static final int MOST = 20_000;

    /** Around the ends of tiles of hosts and devices. */
    static final int[] SIZES = {
        0, 1, 2, 31, 33, 255, 256, 257, 3_839, 3_840, 3_841, 4_095, 4_096, 4_097, 8_191, 8_193, 16_384, 16_385, MOST
    };

    @Test
    void ints_are_sorted_stably_with_what_belongs_to_them_however_many_there_are() {
        Random random = new Random(24);
        IntView keys = ints("keys", MOST);
        IntView values = ints("values", MOST);
        IntView n = ints("n");
        ExecutableGraph exec =
                instantiate(RadixSort.byKey(keys, values).first(n).graph("sort", workspace()));
        assertThat(exec.warnings()).isEmpty();
        for (int size : SIZES) {
            // Few different keys, of both signs, so that many are equal.
            int range = 1 + random.nextInt(3_000);
            int[] before = random.ints(MOST, -range, range).toArray();
            before[random.nextInt(MOST)] = Integer.MIN_VALUE;
            before[random.nextInt(MOST)] = Integer.MAX_VALUE;
            int[] order = IntStream.range(0, MOST).toArray();
            keys.assign(before);
            values.assign(order);
            n.assign(size);
            run(exec);
            int[] wanted = sorted(before, size);
            assertThat(values.toArray()).isEqualTo(wanted);
            assertThat(keys.toArray())
                    .isEqualTo(Arrays.stream(wanted).map(k -> before[k]).toArray());
        }
        n.assign(MOST + 1);
        assertThat(failure(exec)).hasMessageStartingWith("R313: ");
    }

    /** Returns the indexes in the order of the first keys, and the other indexes behind them. */
    static int[] sorted(int[] keys, int size) {
        return IntStream.concat(
                        IntStream.range(0, size)
                                .boxed()
                                .sorted(Comparator.comparingInt(k -> keys[k]))
                                .mapToInt(k -> k),
                        IntStream.range(size, keys.length))
                .toArray();
    }

    @Test
    void longs_floats_and_doubles_are_sorted_as_by_the_jdk() {
        // More than two tiles of a device, the last of which is not full.
        int n = 8_700;
        Random random = new Random(25);
        long[] longs = random.longs(n).toArray();
        double[] doubles = random.doubles(n, -1e3, 1e3).toArray();
        double[] special = {
            0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1e308, 0.0
        };
        float[] floats = new float[n];
        for (int k = 0; k < floats.length; k++) {
            doubles[k] = k % 5 == 0 ? special[random.nextInt(special.length)] : doubles[k];
            floats[k] = (float) doubles[k];
            longs[k] = k % 7 == 0 ? k % 3 - 1 : longs[k];
        }
        // NaNs of both signs are above infinity.
        doubles[500] = Double.longBitsToDouble(0xFFF8_0000_0000_0000L);
        LongView x = longsOf("x", longs);
        FloatView y = floatsOf("y", floats);
        DoubleView z = doublesOf("z", doubles);
        Workspace workspace = workspace();
        run(Graph.define("sorts", root -> {
            root.thenGraph("x", RadixSort.of(x).graph("longs", workspace));
            root.thenGraph("y", RadixSort.of(y).graph("floats", workspace));
            root.thenGraph("z", RadixSort.of(z).graph("doubles", workspace));
        }));
        Arrays.sort(longs);
        Arrays.sort(floats);
        Arrays.sort(doubles);
        assertThat(x.toArray()).isEqualTo(longs);
        assertThat(y.toArray()).isEqualTo(floats);
        assertThat(z.toArray()).isEqualTo(doubles);
    }

    @Test
    void values_keep_their_order_behind_equal_longs_floats_and_doubles() {
        Random random = new Random(32);
        for (int n : new int[] {17, 4_095, 4_097, 8_700}) {
            double[] kinds = {-0.0, 0.0, -1.5, 1.5, Double.NaN, Double.NEGATIVE_INFINITY};
            double[] doubles =
                    random.ints(n, 0, kinds.length).mapToDouble(k -> kinds[k]).toArray();
            float[] floats = new float[n];
            long[] longs = new long[n];
            for (int k = 0; k < n; k++) {
                // NaNs with other bits are equal keys.
                doubles[k] = k % 11 == 0 ? Double.longBitsToDouble(0xFFF8_0000_0000_0000L + k) : doubles[k];
                floats[k] = k % 13 == 0 ? Float.intBitsToFloat(0xFFC0_0000 + k) : (float) doubles[k];
                longs[k] = (long) random.nextInt(5) - 2 << 40 * random.nextInt(2);
            }
            checkMoved(longsOf("longs", longs), Comparator.comparingLong(k -> longs[k]));
            checkMoved(floatsOf("floats", floats), (i, j) -> Float.compare(floats[i], floats[j]));
            checkMoved(doublesOf("doubles", doubles), (i, j) -> Double.compare(doubles[i], doubles[j]));
        }
    }

    /** Sorts keys with their indexes, whose order must be that of a stable sort of the JDK. */
    private void checkMoved(View keys, Comparator<Integer> order) {
        int n = (int) keys.size();
        IntView values = intsOf("values", IntStream.range(0, n).toArray());
        run(RadixSort.byKey(keys, values).graph("sort", workspace()));
        assertThat(values.toArray())
                .isEqualTo(IntStream.range(0, n)
                        .boxed()
                        .sorted(order)
                        .mapToInt(k -> k)
                        .toArray());
    }

    @Test
    void keys_that_are_all_equal_keep_what_belongs_to_them_in_order() {
        int n = 9_000;
        long[] same = new long[n];
        Arrays.fill(same, -5L);
        LongView keys = longsOf("keys", same);
        IntView values = intsOf("values", IntStream.range(0, n).toArray());
        run(RadixSort.byKey(keys, values).graph("sort", workspace()));
        assertThat(keys.toArray()).isEqualTo(same);
        assertThat(values.toArray()).isEqualTo(IntStream.range(0, n).toArray());
    }

    @Test
    void keys_below_a_limit_are_sorted_in_few_passes() {
        int[] before = new Random(26).ints(3_001, 0, 700).toArray();
        IntView keys = intsOf("keys", before);
        RadixSort all = RadixSort.of(keys);
        Graph sort = all.below(700).graph("sort", workspace());
        assertThat(sort.nodes().size())
                .isLessThan(all.graph("sort", workspace()).nodes().size());
        run(sort);
        Arrays.sort(before);
        assertThat(keys.toArray()).isEqualTo(before);
    }

    @Test
    void a_sort_may_stand_in_a_loop_and_its_workspace_be_closed_before_it_runs() {
        IntView keys = intsOf("keys", 5, 3, 9, 1);
        IntView pass = ints("pass");
        Workspace workspace = Workspace.of(space());
        Graph sort = RadixSort.of(keys).below(100).graph("sort", workspace);
        assertThat(workspace.bytes()).isPositive();
        Graph body = Graph.define(
                "body",
                root -> root.thenGraph("sort", sort).then("next", () -> {
                    keys.set(0, keys.get(0) + 10);
                    pass.set(pass.get() + 1);
                }));
        ExecutableGraph exec =
                instantiate(Graph.define("loop", root -> root.thenWhile("three times", () -> pass.get() < 3, body)));
        workspace.close();
        assertThatThrownBy(() -> RadixSort.of(keys).graph("sort", workspace))
                .isInstanceOf(CodedStateException.class)
                .hasMessage("S297: the workspace of an algorithm is closed; make the graph before, or with another"
                        + " workspace");
        run(exec);
        assertThat(keys.toArray()).containsExactly(15, 9, 11, 13);
    }
}
