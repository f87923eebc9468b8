package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
//#for view
import org.sporos.view.$Type$View;
//#end
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** What views of each element type can do, against the same in plain arrays. */
@SuppressWarnings("cast")
abstract class ElementsContract extends Contract {
    /** Odd, so that no row of short elements ends with a word. */
    private static final int N = 4099;
//#for view

    private static $type$[] random$Type$s(int n) {
        Random random = new Random(n);
        $type$[] values = new $type$[n];
        for (int i = 0; i < n; i++) {
//#if real
            values[i] = ($type$) (random.nextGaussian() * 100);
//#else
            values[i] = i == 0 ? $lowest$ : i == 1 ? $highest$ : ($type$) random.nextLong();
//#end
        }
        return values;
    }

    @Test
    void kernels_compute_with_$type$s_as_java_does() {
        $type$[] a = random$Type$s(N);
        $Type$View x = $type$s("x", N);
        $Type$View sums = $type$s("sums", N);
        $Type$View quotients = $type$s("quotients", N);
        x.assign(a);
        run(Graph.define("g", root -> {
            root.thenParallelFor(
                    "sums", RangePolicy.of(N), i -> sums.set(i, ($type$) (x.get(i) * 3 + x.get(N - 1 - i) - i)));
            root.thenParallelFor(
                    "quotients",
                    RangePolicy.of(N),
                    i -> quotients.set(i, ($type$) (x.get(i) / 7 + Math.abs(x.get(i)))));
        }));
        $type$[] sum = new $type$[N];
        $type$[] quotient = new $type$[N];
        for (int i = 0; i < N; i++) {
            sum[i] = ($type$) (a[i] * 3 + a[N - 1 - i] - i);
            quotient[i] = ($type$) (a[i] / 7 + Math.abs(a[i]));
        }
        assertThat(sums.toArray()).isEqualTo(sum);
        assertThat(quotients.toArray()).isEqualTo(quotient);
    }
//#if real
//#else

    @Test
    void bits_of_$type$s_are_those_of_java() {
        $type$[] a = random$Type$s(N);
        $Type$View x = $type$s("x", N);
        $Type$View y = $type$s("y", N);
        $Type$View z = $type$s("z", N);
        LongView wide = longs("wide", N);
        x.assign(a);
        run(Graph.define("g", root -> {
            root.thenParallelFor(
                    "bits",
                    RangePolicy.of(N),
                    i -> y.set(i, ($type$) (x.get(i) >>> 3 ^ x.get(i) << 2 | x.get(i) >> 1)));
            root.thenParallelFor(
                    "choice", RangePolicy.of(N), i -> z.set(i, x.get(i) < 0 ? ($type$) ~x.get(i) : x.get(i)));
            root.thenParallelFor(
                    "wide", RangePolicy.of(N), i -> wide.set(i, x.get(i) * 1_000_003L + (x.get(i) & 0xff)));
        }));
        $type$[] bits = new $type$[N];
        $type$[] choice = new $type$[N];
        long[] longs = new long[N];
        for (int i = 0; i < N; i++) {
            bits[i] = ($type$) (a[i] >>> 3 ^ a[i] << 2 | a[i] >> 1);
            choice[i] = a[i] < 0 ? ($type$) ~a[i] : a[i];
            longs[i] = a[i] * 1_000_003L + (a[i] & 0xff);
        }
        assertThat(y.toArray()).isEqualTo(bits);
        assertThat(z.toArray()).isEqualTo(choice);
        assertThat(wide.toArray()).isEqualTo(longs);
    }

    @Test
    void $type$s_are_indexes() {
        $type$[] a = random$Type$s(N);
        $Type$View x = $type$s("x", N);
        $Type$View found = $type$s("found", N);
        x.assign(a);
        run(Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "gather", RangePolicy.of(N), i -> found.set(i, x.get((int) (x.get(i) & 0x7f))))));
        $type$[] expected = new $type$[N];
        for (int i = 0; i < N; i++) {
            expected[i] = a[(int) (a[i] & 0x7f)];
        }
        assertThat(found.toArray()).isEqualTo(expected);
    }
//#end

    @Test
    void $type$s_lie_in_views_of_each_rank() {
        $Type$View scalar = $type$s("scalar");
        $Type$View square = own($Type$View.of("square", space(), Layout.LEFT, 7, 9));
        $Type$View cube = $type$s("cube", 3, 5, 7);
        $Type$View four = $type$s("four", 2, 3, 5, 3);
        run(Graph.define("g", root -> {
            root.then("scalar", () -> scalar.set(($type$) (scalar.get() + 5)));
            root.thenParallelFor("square", MDRangePolicy.of(7, 9), (i, j) -> square.set(i, j, ($type$) (i * 9 + j)));
            root.thenParallelFor(
                    "cube", MDRangePolicy.of(3, 5, 7), (i, j, k) -> cube.set(i, j, k, ($type$) (i * 35 + j * 7 + k)));
            root.thenParallelFor(
                    "four",
                    RangePolicy.of(90),
                    i -> four.set(i / 45, i / 15 % 3, i / 3 % 5, i % 3, ($type$) (i + at(four, i))));
        }));
        assertThat(scalar.toArray()).containsExactly(($type$) 5);
        assertThat(square.toArray()).isEqualTo(counted$Type$s(63));
        assertThat(cube.toArray()).isEqualTo(counted$Type$s(105));
        assertThat(four.toArray()).isEqualTo(counted$Type$s(90));
    }

    private static $type$ at($Type$View four, int i) {
        return four.get(i / 45, i / 15 % 3, i / 3 % 5, i % 3);
    }

    private static $type$[] counted$Type$s(int n) {
        $type$[] values = new $type$[n];
        for (int i = 0; i < n; i++) {
            values[i] = ($type$) i;
        }
        return values;
    }

    @Test
    void $type$s_are_filled_and_copied() {
        $type$ value = ($type$) -7;
        $Type$View x = $type$s("x", 11, 13);
        $Type$View left = own($Type$View.of("left", space(), Layout.LEFT, 11, 13));
        $Type$View whole = $type$s("whole", N);
        $Type$View mirror = own(left.mirror());
        Slice[] inner = {Slice.range(2, 9), Slice.range(3, 12)};
        run(Graph.define("g", root -> {
            root.thenFill("whole", whole, value);
            root.thenFill("inner", x.subview(inner), value)
                    .thenDeepCopy("turn", left, x)
                    .thenDeepCopy("down", mirror, left);
        }));
        $type$[] expected = new $type$[143];
        for (int i = 0; i < 143; i++) {
            boolean inside = i / 13 >= 2 && i / 13 < 9 && i % 13 >= 3 && i % 13 < 12;
            expected[i] = inside ? value : 0;
        }
        assertThat(x.toArray()).isEqualTo(expected);
        assertThat(mirror.toArray()).isEqualTo(expected);
        assertThat(whole.toArray()).hasSize(N).containsOnly(value);
    }

    @Test
    void $type$s_are_filled_and_copied_at_once() {
        $Type$View x = $type$s("x", 5, 3);
        Views.fill(x, ($type$) 4);
        Views.fill(x.subview(Slice.all(), Slice.at(1)), ($type$) -5);
        $Type$View mirror = own(x.mirror());
        Views.deepCopy(mirror, x);
        assertThat(mirror.get(4, 1)).isEqualTo(($type$) -5);
        mirror.set(4, 2, ($type$) 9);
        Views.deepCopy(x, mirror);
        Views.deepCopy(x.subview(Slice.at(0), Slice.all()), mirror.subview(Slice.at(4), Slice.all()));
        assertThat(Views.format(x.subview(Slice.at(0), Slice.all())))
                .isEqualTo("[" + ($type$) 4 + ", " + ($type$) -5 + ", " + ($type$) 9 + "]");
        $Type$View copy = $type$sOf("copy", x.toArray());
        assertThat(copy.toArray()).isEqualTo(x.toArray());
    }

    @Test
    void $type$s_are_captured_and_lie_in_local_arrays() {
        $type$ factor = ($type$) 3;
        $type$[] a = random$Type$s(N);
        $Type$View x = $type$s("x", N);
        $Type$View y = $type$s("y", N);
        x.assign(a);
        run(Graph.define(
                "g", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> y.set(i, smoothed(x.get(i), factor)))));
        $type$[] expected = new $type$[N];
        for (int i = 0; i < N; i++) {
            expected[i] = smoothed(a[i], factor);
        }
        assertThat(y.toArray()).isEqualTo(expected);
    }

    private static $type$ smoothed($type$ x, $type$ factor) {
        $type$[] parts = new $type$[3];
        for (int k = 0; k < 3; k++) {
            parts[k] = ($type$) (x * factor + k);
        }
        return ($type$) (parts[0] / 2 + parts[1] / 4 + parts[2]);
    }

    @Test
    void $type$s_lie_in_scratch_memory() {
        int teams = 37;
        int size = 13;
        $Type$View x = $type$s("x", teams * size);
        TeamPolicy policy = TeamPolicy.of(teams).withScratch(size * $Box$.BYTES + 8);
        run(Graph.define("g", root -> root.thenParallelFor("reverse", policy, team -> {
            $Type$View one = team.scratch$Type$(1);
            $Type$View row = team.scratch$Type$(size - 1);
            int begin = team.leagueRank() * size;
            team.single(() -> one.set(0, ($type$) 1));
            team.parallelFor(size - 1, i -> row.set(i, ($type$) (begin + i)));
            team.barrier();
            team.parallelFor(size, i -> x.set(begin + i, i == 0 ? one.get(0) : row.get(size - 1 - i)));
        })));
        $type$[] expected = new $type$[teams * size];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i % size == 0 ? ($type$) 1 : ($type$) (i / size * size + size - 1 - i % size);
        }
        assertThat(x.toArray()).isEqualTo(expected);
    }

    @Test
    void $type$s_are_contributed() {
        $type$[] a = random$Type$s(N);
        $Type$View x = $type$s("x", N);
        LongView sum = longs("sum");
        x.assign(a);
        run(Graph.define(
                "g", root -> root.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> (long) x.get(i)))));
        long expected = 0;
        for ($type$ value : a) {
            expected += (long) value;
        }
        assertThat(sum.toArray()).containsExactly(expected);
    }

    @Test
    void $type$s_go_from_kernel_to_kernel_and_through_memory_of_the_graph() {
        $Type$View x = $type$s("x", N);
        $Type$View y = $type$s("y", N);
        $Type$View z = $type$s("z", N);
        RangePolicy all = RangePolicy.of(N);
        run(Graph.define("g", root -> {
            var own = root.thenAllocate("own", $Type$View.spec(N));
            $Type$View inside = own.view();
            own.thenFill("fill", x, ($type$) 3)
                    .thenParallelFor("first", all, i -> x.set(i, ($type$) (x.get(i) + i * 37)))
                    .thenParallelFor("second", all, i -> y.set(i, ($type$) (x.get(i) / 2)))
                    .thenDeepCopy("in", inside, y)
                    .thenParallelFor("third", all, i -> z.set(i, ($type$) (x.get(i) + inside.get(i) + y.get(i))));
        }));
        $type$[] first = new $type$[N];
        $type$[] third = new $type$[N];
        for (int i = 0; i < N; i++) {
            first[i] = ($type$) (3 + i * 37);
            $type$ second = ($type$) (first[i] / 2);
            third[i] = ($type$) (first[i] + second + second);
        }
        assertThat(x.toArray()).isEqualTo(first);
        assertThat(z.toArray()).isEqualTo(third);
    }
//#end
}
