package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** What views of each element type can do, against the same in plain arrays. */
@SuppressWarnings("cast")
abstract class ElementsContract extends Contract {
    /** Odd, so that no row of short elements ends with a word. */
    private static final int N = 4099;
[#list views as t]

    private static ${t.type}[] random${t.Type}s(int n) {
        Random random = new Random(n);
        ${t.type}[] values = new ${t.type}[n];
        for (int i = 0; i < n; i++) {
[#if t.real]
            values[i] = (${t.type}) (random.nextGaussian() * 100);
[#else]
            values[i] = i == 0 ? ${t.lowest} : i == 1 ? ${t.highest} : (${t.type}) random.nextLong();
[/#if]
        }
        return values;
    }

    @Test
    void kernels_compute_with_${t.type}s_as_java_does() {
        ${t.type}[] a = random${t.Type}s(N);
        ${t.Type}View x = ${t.type}s("x", N);
        ${t.Type}View sums = ${t.type}s("sums", N);
        ${t.Type}View quotients = ${t.type}s("quotients", N);
        x.assign(a);
        run(root -> {
            root.thenParallelFor(
                    "sums", RangePolicy.of(N), i -> sums.set(i, (${t.type}) (x.get(i) * 3 + x.get(N - 1 - i) - i)));
            root.thenParallelFor(
                    "quotients",
                    RangePolicy.of(N),
                    i -> quotients.set(i, (${t.type}) (x.get(i) / 7 + Math.abs(x.get(i)))));
        });
        ${t.type}[] sum = new ${t.type}[N];
        ${t.type}[] quotient = new ${t.type}[N];
        for (int i = 0; i < N; i++) {
            sum[i] = (${t.type}) (a[i] * 3 + a[N - 1 - i] - i);
            quotient[i] = (${t.type}) (a[i] / 7 + Math.abs(a[i]));
        }
        assertThat(sums.toArray()).isEqualTo(sum);
        assertThat(quotients.toArray()).isEqualTo(quotient);
    }
[#if t.real]
[#else]

    @Test
    void bits_of_${t.type}s_are_those_of_java() {
        ${t.type}[] a = random${t.Type}s(N);
        ${t.Type}View x = ${t.type}s("x", N);
        ${t.Type}View y = ${t.type}s("y", N);
        ${t.Type}View z = ${t.type}s("z", N);
        LongView wide = longs("wide", N);
        x.assign(a);
        run(root -> {
            root.thenParallelFor(
                    "bits",
                    RangePolicy.of(N),
                    i -> y.set(i, (${t.type}) (x.get(i) >>> 3 ^ x.get(i) << 2 | x.get(i) >> 1)));
            root.thenParallelFor(
                    "choice", RangePolicy.of(N), i -> z.set(i, x.get(i) < 0 ? (${t.type}) ~x.get(i) : x.get(i)));
            root.thenParallelFor(
                    "wide", RangePolicy.of(N), i -> wide.set(i, x.get(i) * 1_000_003L + (x.get(i) & 0xff)));
        });
        ${t.type}[] bits = new ${t.type}[N];
        ${t.type}[] choice = new ${t.type}[N];
        long[] longs = new long[N];
        for (int i = 0; i < N; i++) {
            bits[i] = (${t.type}) (a[i] >>> 3 ^ a[i] << 2 | a[i] >> 1);
            choice[i] = a[i] < 0 ? (${t.type}) ~a[i] : a[i];
            longs[i] = a[i] * 1_000_003L + (a[i] & 0xff);
        }
        assertThat(y.toArray()).isEqualTo(bits);
        assertThat(z.toArray()).isEqualTo(choice);
        assertThat(wide.toArray()).isEqualTo(longs);
    }

    @Test
    void ${t.type}s_are_indexes() {
        ${t.type}[] a = random${t.Type}s(N);
        ${t.Type}View x = ${t.type}s("x", N);
        ${t.Type}View found = ${t.type}s("found", N);
        x.assign(a);
        run(root -> root.thenParallelFor(
                        "gather", RangePolicy.of(N), i -> found.set(i, x.get((int) (x.get(i) & 0x7f)))));
        ${t.type}[] expected = new ${t.type}[N];
        for (int i = 0; i < N; i++) {
            expected[i] = a[(int) (a[i] & 0x7f)];
        }
        assertThat(found.toArray()).isEqualTo(expected);
    }
[/#if]

    @Test
    void ${t.type}s_lie_in_views_of_each_rank() {
        ${t.Type}View scalar = ${t.type}s("scalar");
        ${t.Type}View square = own(${t.Type}View.of("square", space(), Layout.LEFT, 7, 9));
        ${t.Type}View cube = ${t.type}s("cube", 3, 5, 7);
        ${t.Type}View four = ${t.type}s("four", 2, 3, 5, 3);
        run(root -> {
            root.then("scalar", () -> scalar.set((${t.type}) (scalar.get() + 5)));
            root.thenParallelFor("square", MDRangePolicy.of(7, 9), (i, j) -> square.set(i, j, (${t.type}) (i * 9 + j)));
            root.thenParallelFor(
                    "cube", MDRangePolicy.of(3, 5, 7), (i, j, k) -> cube.set(i, j, k, (${t.type}) (i * 35 + j * 7 + k)));
            root.thenParallelFor(
                    "four",
                    RangePolicy.of(90),
                    i -> four.set(i / 45, i / 15 % 3, i / 3 % 5, i % 3, (${t.type}) (i + at(four, i))));
        });
        assertThat(scalar.toArray()).containsExactly((${t.type}) 5);
        assertThat(square.toArray()).isEqualTo(counted${t.Type}s(63));
        assertThat(cube.toArray()).isEqualTo(counted${t.Type}s(105));
        assertThat(four.toArray()).isEqualTo(counted${t.Type}s(90));
    }

    private static ${t.type} at(${t.Type}View four, int i) {
        return four.get(i / 45, i / 15 % 3, i / 3 % 5, i % 3);
    }

    private static ${t.type}[] counted${t.Type}s(int n) {
        ${t.type}[] values = new ${t.type}[n];
        for (int i = 0; i < n; i++) {
            values[i] = (${t.type}) i;
        }
        return values;
    }

    @Test
    void ${t.type}s_are_filled_and_copied() {
        ${t.type} value = (${t.type}) -7;
        ${t.Type}View x = ${t.type}s("x", 11, 13);
        ${t.Type}View left = own(${t.Type}View.of("left", space(), Layout.LEFT, 11, 13));
        ${t.Type}View whole = ${t.type}s("whole", N);
        ${t.Type}View mirror = own(left.mirror());
        Slice[] inner = {Slice.range(2, 9), Slice.range(3, 12)};
        run(root -> {
            root.thenFill("whole", whole, value);
            root.thenFill("inner", x.subview(inner), value)
                    .thenDeepCopy("turn", left, x)
                    .thenDeepCopy("down", mirror, left);
        });
        ${t.type}[] expected = new ${t.type}[143];
        for (int i = 0; i < 143; i++) {
            boolean inside = i / 13 >= 2 && i / 13 < 9 && i % 13 >= 3 && i % 13 < 12;
            expected[i] = inside ? value : 0;
        }
        assertThat(x.toArray()).isEqualTo(expected);
        assertThat(mirror.toArray()).isEqualTo(expected);
        assertThat(whole.toArray()).hasSize(N).containsOnly(value);
    }

    @Test
    void ${t.type}s_are_filled_and_copied_at_once() {
        ${t.Type}View x = ${t.type}s("x", 5, 3);
        Views.fill(x, (${t.type}) 4);
        Views.fill(x.subview(Slice.all(), Slice.at(1)), (${t.type}) -5);
        ${t.Type}View mirror = own(x.mirror());
        Views.deepCopy(mirror, x);
        assertThat(mirror.get(4, 1)).isEqualTo((${t.type}) -5);
        mirror.set(4, 2, (${t.type}) 9);
        Views.deepCopy(x, mirror);
        Views.deepCopy(x.subview(Slice.at(0), Slice.all()), mirror.subview(Slice.at(4), Slice.all()));
        assertThat(Views.format(x.subview(Slice.at(0), Slice.all())))
                .isEqualTo("[" + (${t.type}) 4 + ", " + (${t.type}) -5 + ", " + (${t.type}) 9 + "]");
        ${t.Type}View copy = ${t.type}sOf("copy", x.toArray());
        assertThat(copy.toArray()).isEqualTo(x.toArray());
    }

    @Test
    void ${t.type}s_are_captured_and_lie_in_local_arrays() {
        ${t.type} factor = (${t.type}) 3;
        ${t.type}[] a = random${t.Type}s(N);
        ${t.Type}View x = ${t.type}s("x", N);
        ${t.Type}View y = ${t.type}s("y", N);
        x.assign(a);
        run(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> y.set(i, smoothed(x.get(i), factor))));
        ${t.type}[] expected = new ${t.type}[N];
        for (int i = 0; i < N; i++) {
            expected[i] = smoothed(a[i], factor);
        }
        assertThat(y.toArray()).isEqualTo(expected);
    }

    private static ${t.type} smoothed(${t.type} x, ${t.type} factor) {
        ${t.type}[] parts = new ${t.type}[3];
        for (int k = 0; k < 3; k++) {
            parts[k] = (${t.type}) (x * factor + k);
        }
        return (${t.type}) (parts[0] / 2 + parts[1] / 4 + parts[2]);
    }

    @Test
    void ${t.type}s_lie_in_scratch_memory() {
        int teams = 37;
        int size = 13;
        ${t.Type}View x = ${t.type}s("x", teams * size);
        TeamPolicy policy = TeamPolicy.of(teams)
                .withScratch(size * ${t.Box}.BYTES + 8)
                .withDeviceScratch(2 * ${t.Box}.BYTES);
        run(root -> root.thenParallelFor("reverse", policy, team -> {
            ${t.Type}View one = team.scratch${t.Type}(1);
            ${t.Type}View row = team.scratch${t.Type}(size - 1);
            ${t.Type}View far = team.deviceScratch${t.Type}(2);
            int begin = team.leagueRank() * size;
            team.single(() -> far.set(1, (${t.type}) 1));
            team.single(() -> one.set(0, far.get(1)));
            team.parallelFor(size - 1, i -> row.set(i, (${t.type}) (begin + i)));
            team.barrier();
            team.parallelFor(size, i -> x.set(begin + i, i == 0 ? one.get(0) : row.get(size - 1 - i)));
        }));
        ${t.type}[] expected = new ${t.type}[teams * size];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i % size == 0 ? (${t.type}) 1 : (${t.type}) (i / size * size + size - 1 - i % size);
        }
        assertThat(x.toArray()).isEqualTo(expected);
    }

    @Test
    void ${t.type}s_are_contributed() {
        ${t.type}[] a = random${t.Type}s(N);
        ${t.Type}View x = ${t.type}s("x", N);
        LongView sum = longs("sum");
        x.assign(a);
        run(root -> root.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> (long) x.get(i))));
        long expected = 0;
        for (${t.type} value : a) {
            expected += (long) value;
        }
        assertThat(sum.toArray()).containsExactly(expected);
    }

    @Test
    void ${t.type}s_go_from_kernel_to_kernel_and_through_memory_of_the_graph() {
        ${t.Type}View x = ${t.type}s("x", N);
        ${t.Type}View y = ${t.type}s("y", N);
        ${t.Type}View z = ${t.type}s("z", N);
        RangePolicy all = RangePolicy.of(N);
        run(root -> {
            var own = root.thenAllocate("own", ${t.Type}View.spec(N));
            ${t.Type}View inside = own.view();
            own.thenFill("fill", x, (${t.type}) 3)
                    .thenParallelFor("first", all, i -> x.set(i, (${t.type}) (x.get(i) + i * 37)))
                    .thenParallelFor("second", all, i -> y.set(i, (${t.type}) (x.get(i) / 2)))
                    .thenDeepCopy("in", inside, y)
                    .thenParallelFor("third", all, i -> z.set(i, (${t.type}) (x.get(i) + inside.get(i) + y.get(i))));
        });
        ${t.type}[] first = new ${t.type}[N];
        ${t.type}[] third = new ${t.type}[N];
        for (int i = 0; i < N; i++) {
            first[i] = (${t.type}) (3 + i * 37);
            ${t.type} second = (${t.type}) (first[i] / 2);
            third[i] = (${t.type}) (first[i] + second + second);
        }
        assertThat(x.toArray()).isEqualTo(first);
        assertThat(z.toArray()).isEqualTo(third);
    }
[/#list]
}
