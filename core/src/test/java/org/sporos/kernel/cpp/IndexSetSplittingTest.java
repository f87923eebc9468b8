package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.kernel.cpp.HostUnits.doubles;
import static org.sporos.kernel.cpp.HostUnits.loop;
import static org.sporos.kernel.cpp.HostUnits.program;
import static org.sporos.kernel.cpp.HostUnits.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.param.IntParam;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Index-set splitting on the host: the ends of a loop keep the body, other indexes get one without boundary conditions.
 */
class IndexSetSplittingTest {
    @TempDir
    Path folder;

    private static final String SPLIT = "SplitIndexSets";

    private static String split(Policy policy, KernelBody body) {
        return LoopPasses.of(policy, body).getOrDefault(SPLIT, "");
    }

    @Test
    void a_periodic_index_has_no_select_inside() {
        int n = 100;
        DoubleView x = doubles("x", n);
        DoubleView y = doubles("y", n);
        RangeBody body = i -> {
            int l = i == 0 ? n - 1 : i - 1;
            int r = i == n - 1 ? 0 : i + 1;
            y.set(i, x.get(l) + x.get(r));
        };
        assertThat(text(RangePolicy.of(n), body)).contains("""
                        _body0_inside(int i, const double* __restrict__ x, double* __restrict__ y) {
                            const int l = i - 1;
                            const int r = i + 1;
                            y[i] = x[l] + x[r];
                        }
                        """);
        assertThat(split(RangePolicy.of(n), body)).isEqualTo("""
                        let low = 0, high = end
                        java::cut_out(low, high, 0LL);
                        java::cut_out(low, high, (long long) n - 1);
                        let first = low < high ? (int) low : end
                        let last = low < high ? (int) high : end
                        loop i in [0, first), final
                          call body0(i)
                        scope
                          loop i in [first, last)
                            call body0_inside(i)
                        loop i in [last, end), final
                          call body0(i)
                        """);
    }

    @Test
    void guards_and_clamps_of_indexes_are_folded_inside() {
        int n = 100;
        DoubleView x = doubles("x", n, n);
        DoubleView y = doubles("y", n, n);
        RangeBody2 body = (j, i) -> {
            if (i > 0 && i < n - 1 && j > 0 && j < n - 1) {
                y.set(j, i, x.get(j - 1, Math.max(i - 2, 0)) + x.get(j, Math.min(i + 3, n - 1)));
            }
        };
        assertThat(text(MDRangePolicy.of(n, n), body)).contains("""
                        double* __restrict__ y, int x_s0, int y_s0) {
                            const double t = x[(j - 1) * x_s0 + (i - 2)] + x[j * x_s0 + (i + 3)];
                            y[j * y_s0 + i] = t;
                        }
                        """);
        assertThat(split(MDRangePolicy.of(n, n), body)).contains("""
                          java::cut_from(low, 1LL);
                          java::cut_below(high, (long long) n - 1);
                          java::cut_from(low, 2LL);
                          java::cut_below(high, (long long) n - 3);
                          if (i < 1LL) high = low;
                          if (i >= (long long) n - 1) high = low;
                        """);
    }

    @Test
    void rows_at_a_boundary_that_only_select_an_index_are_inside_too() {
        int n = 100;
        DoubleView x = doubles("x", n, n);
        DoubleView y = doubles("y", n, n);
        RangeBody2 body = (j, i) -> {
            int b = j == 0 ? n - 1 : j - 1;
            int l = i == 0 ? n - 1 : i - 1;
            y.set(j, i, x.get(b, i) + x.get(j, l));
        };
        assertThat(split(MDRangePolicy.of(n, n), body))
                .contains("java::cut_out(low, high, 0LL);\n  let first")
                .doesNotContain("if (i == 0LL) high = low;");
    }

    @Test
    void remainders_of_indexes_are_the_indexes_inside() {
        int n = 100;
        DoubleView x = doubles("x", n);
        DoubleView y = doubles("y", n);
        RangeBody body = i -> y.set(i, x.get((i + 1) % n) + x.get((i - 1 + n) % n) + x.get(Math.floorMod(i - 2, n)));
        assertThat(text(RangePolicy.of(n), body)).contains("""
                            const double t = x[i + 1] + x[i - 1 + n - n];
                            y[i] = t + x[i - 2];
                        """);
        assertThat(split(RangePolicy.of(n), body)).contains("""
                        java::cut_from(low, -1LL);
                        java::cut_below(high, (long long) n - 1);
                        java::cut_from(low, 1LL);
                        java::cut_below(high, (long long) n + 1);
                        java::cut_from(low, 2LL);
                        java::cut_below(high, (long long) n + 2);
                        """);
    }

    @Test
    void loops_stay_whole_without_a_boundary_or_with_many_indexes_on_both_sides() {
        int n = 100;
        IntView x = IntView.of("x", MemorySpace.host(), n);
        IntParam bound = IntParam.of("bound", 5);
        RangeBody data = i -> x.set(i, x.get(i) > 3 ? 1 : 2);
        RangeBody slow = i -> x.set(i, i % 3);
        RangeBody twice = i -> x.set(i, 2 * i < n ? 1 : 2);
        RangeBody wraps = i -> x.set(i, i == bound.get() - 1 ? 1 : 2);
        RangeBody2 triangle = (i, j) -> x.set(i, i < j ? 1 : 2);
        RangeBody2 outer = (i, j) -> x.set(i, i == 0 ? 1 : j);
        assertThat(LoopPasses.of(RangePolicy.of(n), data)).doesNotContainKey(SPLIT);
        assertThat(LoopPasses.of(RangePolicy.of(n), slow)).doesNotContainKey(SPLIT);
        assertThat(LoopPasses.of(RangePolicy.of(n), twice)).doesNotContainKey(SPLIT);
        assertThat(LoopPasses.of(RangePolicy.of(n), wraps)).doesNotContainKey(SPLIT);
        assertThat(LoopPasses.of(MDRangePolicy.of(n, n), triangle)).doesNotContainKey(SPLIT);
        assertThat(LoopPasses.of(MDRangePolicy.of(n, n), outer)).doesNotContainKey(SPLIT);
        CppUnit unit = loop("gpu", RangePolicy.of(n), (RangeBody) i -> x.set(i, i == 0 ? 1 : 2));
        assertThat(CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT)
                        .kernels())
                .doesNotContain("inside");
    }

    @Test
    void a_param_is_read_before_a_loop_and_its_condition_is_true_inside() {
        IntView x = IntView.of("x", MemorySpace.host(), 100);
        IntParam bound = IntParam.of("bound", 5);
        RangeBody body = i -> {
            if (i < bound.get()) {
                x.set(i, 1);
            }
        };
        assertThat(split(RangePolicy.of(100), body)).contains("java::cut_below(high, (long long) *bound);");
        assertThat(text(RangePolicy.of(100), body)).contains("_inside(int i, int* __restrict__ x) {\n    x[i] = 1;");
    }

    /** A kernel that writes a view of zeros and reads another view. */
    private record Case(String name, Bodies bodies) {}

    private interface Bodies {
        RangeBody of(DoubleView to, DoubleView from, int n);
    }

    private static final List<Case> LINES = List.of(
            new Case("periodic", (to, from, n) -> i -> {
                int l = i == 0 ? n - 1 : i - 1;
                int r = i == n - 1 ? 0 : i + 1;
                to.set(i, to.get(i) + from.get(l) + 3 * from.get(r));
            }),
            new Case("guard", (to, from, n) -> i -> {
                if (i > 0 && i < n - 1) {
                    to.set(i, from.get(i - 1) + 5 * from.get(i + 1));
                } else if (i == 0) {
                    to.set(i, -7);
                } else {
                    to.set(i, -8);
                }
            }),
            new Case("outside", (to, from, n) -> i -> {
                if (n - 2 <= i || 2 > i) {
                    to.set(i, i);
                    return;
                }
                to.set(i, from.get(i - 2) - from.get(i + 2));
            }),
            new Case(
                    "limits",
                    (to, from, n) ->
                            i -> to.set(i, from.get(Math.max(i - 3, 0)) + 9 * from.get(Math.min(i + 2, n - 1)))),
            new Case(
                    "remainders",
                    (to, from, n) -> i -> to.set(
                            i,
                            from.get((i + 2) % n)
                                    + 3 * from.get((i - 1 + n) % n)
                                    + 7 * from.get(Math.floorMod(i - 3, n)))),
            new Case("middle", (to, from, n) -> i -> to.set(i, i == n / 2 || i != 3 ? from.get(i) : 4)),
            new Case("mixed", (to, from, n) -> i -> {
                boolean edge = i == 0 | i == n - 1;
                double v = edge ? -1 : from.get(i + 1);
                to.set(i, from.get(i) > 20 == edge ? v : 2 * v);
            }),
            new Case("loops", (to, from, n) -> i -> {
                double sum = 0;
                for (int k = -2; k <= 2; k++) {
                    int at = i + k;
                    sum += at < 0 ? 1 : at >= n ? 2 : from.get(at);
                }
                to.set(i, i < 2 ? sum : i > n - 3 ? -sum : sum * 2);
            }));

    @Test
    void each_index_has_the_same_result_wherever_a_range_begins_and_ends() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (Case line : LINES) {
            for (int n : new int[] {1, 2, 3, 9, 40}) {
                DoubleView from = doubles("from", n);
                for (int i = 0; i < n; i++) {
                    from.set(i, i + 1);
                }
                for (int begin : new int[] {0, 1, n / 2, n - 1}) {
                    for (int end : new int[] {begin, n / 2 + 1, n - 1, n}) {
                        if (begin <= end && end <= n) {
                            DoubleView to = doubles("to", n);
                            DoubleView expected = doubles("expected", n);
                            RangeBody body = line.bodies().of(expected, from, n);
                            for (int i = begin; i < end; i++) {
                                body.at(i);
                            }
                            units.add(loop(
                                    line.name(),
                                    RangePolicy.of(begin, end),
                                    line.bodies().of(to, from, n)));
                            String about = line.name() + " " + n + " from " + begin + " to " + end;
                            checks.add(() -> assertThat(to.toArray()).as(about).isEqualTo(expected.toArray()));
                        }
                    }
                }
            }
        }
        assertThat(program(units).kernels()).contains("_inside(");
        HostRun.run(program(units), folder);
        checks.forEach(Runnable::run);
    }

    @Test
    void each_index_of_a_box_has_the_same_result() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (int n : new int[] {1, 2, 3, 20}) {
            for (int m : new int[] {1, 2, 19}) {
                DoubleView from = doubles("from", n, m);
                for (int j = 0; j < n; j++) {
                    for (int i = 0; i < m; i++) {
                        from.set(j, i, 10 * j + i + 1);
                    }
                }
                MDRangePolicy all = MDRangePolicy.of(n, m);
                MDRangePolicy some = MDRangePolicy.of(new int[] {n / 2, m / 3}, new int[] {n, m});
                for (MDRangePolicy box : List.of(all, some)) {
                    DoubleView to = doubles("to", n, m);
                    DoubleView expected = doubles("expected", n, m);
                    units.add(loop("plane", box, plane(to, from, n, m)));
                    RangeBody2 body = plane(expected, from, n, m);
                    for (int j = box.begin(0); j < n; j++) {
                        for (int i = box.begin(1); i < m; i++) {
                            body.at(j, i);
                        }
                    }
                    String about = n + " x " + m;
                    checks.add(() -> assertThat(to.toArray()).as(about).isEqualTo(expected.toArray()));
                }
            }
        }
        assertThat(program(units).kernels()).contains("_inside(");
        HostRun.run(program(units), folder);
        checks.forEach(Runnable::run);
    }

    private static RangeBody2 plane(DoubleView to, DoubleView from, int n, int m) {
        return (j, i) -> {
            int l = i == 0 ? m - 1 : i - 1;
            double sum = from.get(j, l) + 3 * from.get((j + 1) % n, i);
            if (j > 0 && j < n - 1 && i > 0 && i < m - 1) {
                sum += 5 * from.get(j - 1, i + 1) - from.get(j + 1, i - 1);
            }
            to.set(j, i, sum);
        };
    }

    @Test
    void indexes_that_are_longs_are_split_too() throws IOException {
        Tools.require("g++", "loops are not run");
        long n = 50;
        DoubleView to = doubles("to", n);
        LongRangeBody body = i -> {
            long l = i == 0 ? n - 1 : i - 1;
            to.set(i, i >= n - 2 ? 100 : l);
        };
        assertThat(split(LongRangePolicy.of(n), body))
                .contains("body0_inside(", "let first = low < high ? (long long) low : end\n");
        HostRun.run(program(List.of(loop("longs", LongRangePolicy.of(n), body))), folder);
        for (int i = 0; i < n; i++) {
            assertThat(to.get(i)).isEqualTo(i >= 48 ? 100 : i == 0 ? 49 : i - 1);
        }
    }
}
