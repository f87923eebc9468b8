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
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Loops on the host: peeling to cache lines, unroll-and-jam of rows, fused steps. */
class HostLoopTest {
    private static final String PEEL = "PeelToCacheLines";

    @TempDir
    Path folder;

    private static MDRangePolicy box(int rows, int columns) {
        return MDRangePolicy.of(new int[] {1, 1}, new int[] {1 + rows, 1 + columns});
    }

    /** Nine points with different weights. */
    private static RangeBody2 nine(DoubleView to, DoubleView from) {
        return (i, j) -> {
            double sum = 0;
            for (int p = -1; p <= 1; p++) {
                for (int q = -1; q <= 1; q++) {
                    sum = 0.7 * sum + from.get(i + p, j + q);
                }
            }
            to.set(i, j, sum);
        };
    }

    private static RangeBody2 eight(DoubleView to, DoubleView from) {
        return (i, j) -> to.set(
                i,
                j,
                from.get(i - 1, j - 1)
                        + 2 * from.get(i - 1, j)
                        + 3 * from.get(i - 1, j + 1)
                        + 4 * from.get(i, j - 1)
                        + 5 * from.get(i, j + 1)
                        + 6 * from.get(i + 1, j - 1)
                        + 7 * from.get(i + 1, j)
                        + 8 * from.get(i + 1, j + 1));
    }

    @Test
    void each_element_is_stored_once_wherever_a_range_begins_and_memory_lies() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<IntView> counts = new ArrayList<>();
        List<int[]> ranges = new ArrayList<>();
        for (int begin : new int[] {0, 1, 5, 16, 31}) {
            for (int n : new int[] {0, 1, 7, 8, 100}) {
                IntView whole = IntView.of("whole", MemorySpace.host(), 200);
                IntView count = whole.subview(Slice.range(begin % 3, begin % 3 + 180));
                RangeBody body = i -> count.set(i, count.get(i) + 3 * i + 1);
                RangePolicy range = RangePolicy.of(begin, begin + n);
                assertThat(LoopPasses.of(range, body)).containsKey(PEEL);
                units.add(loop("count", range, body));
                counts.add(count);
                ranges.add(new int[] {begin, begin + n});
            }
        }
        HostRun.run(program(units), folder);
        for (int k = 0; k < counts.size(); k++) {
            for (int i = 0; i < counts.get(k).extent(0); i++) {
                boolean inside = i >= ranges.get(k)[0] && i < ranges.get(k)[1];
                assertThat(counts.get(k).get(i)).isEqualTo(inside ? 3 * i + 1 : 0);
            }
        }
    }

    @Test
    void floats_longs_and_long_ranges_are_peeled_too() throws IOException {
        Tools.require("g++", "loops are not run");
        FloatView floats = FloatView.of("floats", MemorySpace.host(), 100);
        LongView longs = LongView.of("longs", MemorySpace.host(), 100);
        RangeBody first = i -> floats.set(i, floats.get(i) + i);
        LongRangeBody second = i -> longs.set(i, longs.get(i) + i);
        RangePolicy ints = RangePolicy.of(3, 90);
        LongRangePolicy wide = LongRangePolicy.of(3, 90);
        assertThat(LoopPasses.last(ints, first)).contains("java::begins_line(floats + i)");
        assertThat(LoopPasses.last(wide, second)).contains("java::begins_line(longs + i)");
        List<CppUnit> units = List.of(loop("floats", ints, first), loop("longs", wide, second));
        HostRun.run(program(units), folder);
        for (int i = 0; i < 100; i++) {
            assertThat(floats.get(i)).isEqualTo(i >= 3 && i < 90 ? i : 0);
            assertThat(longs.get(i)).isEqualTo(i >= 3 && i < 90 ? i : 0);
        }
    }

    /** Planes of one view, accessed at the loop index. */
    private static RangeBody2 planes(DoubleView to, DoubleView from, int first, int second) {
        return (i, j) -> {
            double a = from.get(0, i, j - 1);
            double b = from.get(1, i, j + 1);
            to.set(0, i, j, a + b);
            to.set(first, i, j, a - b);
            to.set(second, i, j, 0.5 * to.get(first, i, j) + a);
            to.set(3, i, j, to.get(second, i, j) * b);
        };
    }

    @Test
    void planes_of_one_view_are_independent_along_a_row() throws IOException {
        Tools.require("g++", "loops are not run");
        DoubleView from = doubles("from", 2, 7, 40);
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < 40; j++) {
                from.set(0, i, j, 1.0 / (1 + i + j));
                from.set(1, i, j, i * i - j);
            }
        }
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        List<DoubleView> wanted = new ArrayList<>();
        for (int[] some : new int[][] {{1, 2}, {1, 1}, {2, 0}, {3, 3}}) {
            DoubleView to = doubles("to", 4, 7, 40);
            DoubleView other = doubles("other", 4, 7, 40);
            RangeBody2 body = planes(to, from, some[0], some[1]);
            units.add(loop("planes", box(5, 37), body));
            assertThat(LoopPasses.last(box(5, 37), body)).contains("loop j in [begin1, end1), independent");
            RangeBody2 same = planes(other, from, some[0], some[1]);
            for (int i = 1; i < 6; i++) {
                for (int j = 1; j < 38; j++) {
                    same.at(i, j);
                }
            }
            found.add(to);
            wanted.add(other);
        }
        HostRun.run(program(units), folder);
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).toArray()).isEqualTo(wanted.get(k).toArray());
        }
    }

    @Test
    void an_iteration_that_may_load_an_element_stored_by_another_is_not_independent() {
        DoubleView two = doubles("two", 2, 100);
        DoubleView columns = doubles("columns", 100, 2);
        IntView to = IntView.of("to", MemorySpace.host(), 100);
        DoubleView part = two.subview(Slice.at(1), Slice.all());
        List<RangeBody> bodies = List.of(
                i -> two.set(0, i, two.get(1, i + 1)),
                i -> columns.set(i, 0, columns.get(i, 1)),
                i -> two.set(0, i, two.get(1, to.get(i) & 63)),
                i -> {
                    two.set(0, i, 1);
                    two.set(1, i, part.get(i));
                });
        for (RangeBody body : bodies) {
            assertThat(LoopPasses.of(RangePolicy.of(90), body)).doesNotContainKey("MarkIndependent");
        }
        RangeBody independent = i -> two.set(0, i, two.get(1, i));
        assertThat(LoopPasses.of(RangePolicy.of(90), independent)).containsKey("MarkIndependent");
    }

    /** Two steps; the second loads the element that the first stored. */
    private static CppUnit chain(Policy policy, DoubleView x, IntView y, DoubleView table) {
        boolean isLong = policy instanceof LongRangePolicy;
        RangeBody first = i -> x.set(i, 0.5 * x.get(i) + i);
        LongRangeBody longFirst = i -> x.set(i, 0.5 * x.get(i) + i);
        RangeBody second = i -> y.set(i, (int) (x.get(i) + table.get(99 - i) + y.get(i)));
        LongRangeBody longSecond = i -> y.set(i, (int) (x.get(i) + table.get(99 - i) + y.get(i)));
        return new CppUnit.Fused(
                "chain",
                false,
                List.of(
                        loop("first", policy, isLong ? longFirst : first),
                        loop("second", policy, isLong ? longSecond : second)));
    }

    @Test
    void merged_loops_run_each_step_once_wherever_they_begin() throws IOException {
        Tools.require("g++", "loops are not run");
        DoubleView table = doubles("table", 100);
        for (int i = 0; i < 100; i++) {
            table.set(i, i * i);
        }
        DoubleView x = doubles("x", 200);
        IntView y = IntView.of("y", MemorySpace.host(), 200);
        double[] wantedX = new double[200];
        int[] wantedY = new int[200];
        List<CppUnit> units = new ArrayList<>();
        for (int begin : new int[] {0, 1, 9}) {
            for (int n : new int[] {0, 1, 31, 32, 33, 63, 64, 65, 90}) {
                units.add(chain(RangePolicy.of(begin, begin + n), x, y, table));
                units.add(chain(LongRangePolicy.of(begin, begin + n), x, y, table));
                for (int twice = 0; twice < 2; twice++) {
                    for (int i = begin; i < begin + n; i++) {
                        wantedX[i] = 0.5 * wantedX[i] + i;
                        wantedY[i] = (int) (wantedX[i] + (99 - i) * (99 - i) + wantedY[i]);
                    }
                }
            }
        }
        HostRun.run(program(units), folder);
        assertThat(x.toArray()).isEqualTo(wantedX);
        assertThat(y.toArray()).isEqualTo(wantedY);
    }

    @Test
    void loops_that_store_elsewhere_or_may_fail_or_branch_are_not_peeled() {
        DoubleView x = doubles("x", 100);
        IntView at = IntView.of("at", MemorySpace.host(), 100);
        RangePolicy policy = RangePolicy.of(1, 50);
        RangeBody twice = i -> x.set(2 * i, 1);
        DoubleView plane = doubles("plane", 10, 10);
        RangeBody gathers = i -> x.set(i, plane.get(at.get(i), 3));
        RangeBody repeats = i -> {
            double sum = 0;
            for (int k = 0; k < at.get(i); k++) {
                sum = 0.5 * sum + k;
            }
            x.set(i, sum);
        };
        RangeBody branches = i -> {
            if (at.get(i) > 0) {
                x.set(i, 1);
            }
        };
        DoubleView strided = doubles("pairs", 100, 2).subview(Slice.all(), Slice.at(1));
        RangeBody apart = i -> strided.set(i, 1);
        for (RangeBody body : List.of(twice, gathers, repeats, branches, apart)) {
            assertThat(LoopPasses.of(policy, body)).doesNotContainKey(PEEL);
        }
    }

    @Test
    void a_loop_that_stores_at_twice_its_index_is_run() throws IOException {
        Tools.require("g++", "loops are not run");
        DoubleView x = doubles("x", 30);
        RangeBody body = i -> x.set(2 * i, 0.5 + x.get(i));
        HostRun.run(program(List.of(loop("x", RangePolicy.of(15), body))), folder);
        assertThat(x.get(0)).isEqualTo(0.5);
        assertThat(x.get(28)).isEqualTo(0.5 + x.get(14));
    }

    @Test
    void jammed_rows_give_the_results_of_single_rows() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        List<DoubleView> wanted = new ArrayList<>();
        for (int rows : new int[] {0, 1, 2, 3, 8}) {
            for (int columns : new int[] {0, 1, 13}) {
                for (int kind = 0; kind < 2; kind++) {
                    DoubleView from = doubles("from", 12, 20);
                    for (int i = 0; i < 12; i++) {
                        for (int j = 0; j < 20; j++) {
                            from.set(i, j, 1.0 / (1 + i * 20 + j));
                        }
                    }
                    DoubleView to = doubles("to", 12, 20);
                    DoubleView alone = doubles("alone", 12, 20);
                    RangeBody2 body = kind == 0 ? nine(to, from) : eight(to, from);
                    RangeBody2 same = kind == 0 ? nine(alone, from) : eight(alone, from);
                    for (int i = 1; i < 1 + rows; i++) {
                        for (int j = 1; j < 1 + columns; j++) {
                            same.at(i, j);
                        }
                    }
                    units.add(loop("points", box(rows, columns), body));
                    found.add(to);
                    wanted.add(alone);
                }
            }
        }
        HostRun.run(program(units), folder);
        for (int k = 0; k < found.size(); k++) {
            for (int i = 0; i < 12; i++) {
                for (int j = 0; j < 20; j++) {
                    assertThat(found.get(k).get(i, j)).isEqualTo(wanted.get(k).get(i, j));
                }
            }
        }
    }

    @Test
    void large_stencils_in_planes_and_boxes_are_jammed() {
        DoubleView to = doubles("to", 12, 20);
        DoubleView from = doubles("from", 12, 20);
        assertThat(LoopPasses.last(box(8, 13), nine(to, from))).contains("i += 2)", "call body0(i + 1, j)");
        assertThat(LoopPasses.last(box(8, 13), eight(to, from))).contains("call body0(i + 1, j)");
        DoubleView cube = doubles("cube", 9, 9, 9);
        DoubleView other = doubles("other", 9, 9, 9);
        RangeBody3 body = (i, j, k) -> {
            double sum = 0;
            for (int p = -1; p <= 1; p++) {
                sum += cube.get(i + p, j, k) + cube.get(i, j + p, k) + cube.get(i, j, k + p);
            }
            other.set(i, j, k, sum);
        };
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {8, 8, 8});
        assertThat(LoopPasses.last(inside, body)).contains("j += 2)", "call body0(i, j + 1, k)");
    }

    @Test
    void rows_are_not_jammed_with_few_loads_or_dependences_between_work_items() {
        DoubleView to = doubles("to", 12, 20);
        DoubleView from = doubles("from", 12, 20);
        RangeBody2 few = (i, j) -> to.set(i, j, from.get(i - 1, j) + from.get(i + 1, j));
        RangeBody2 inPlace = nine(from, from);
        RangeBody2 overlapping = nine(from.subview(Slice.all(), Slice.all()), from);
        RangeBody2 many = (i, j) -> {
            double sum = 0;
            for (int k = 0; k < 1000; k++) {
                sum = 0.5 * sum + from.get(i, j) + from.get(i - 1, j);
            }
            to.set(i, j, sum);
        };
        DoubleView levels = doubles("levels", 9, 12, 20);
        RangeBody2 ofLevels = (i, j) -> to.set(
                i,
                j,
                levels.get(0, i, j)
                        + 2 * levels.get(1, i, j - 1)
                        + 3 * levels.get(2, i, j + 1)
                        + 4 * levels.get(3, i - 1, j)
                        + 5 * levels.get(4, i + 1, j)
                        + 6 * levels.get(5, i - 1, j - 1)
                        + 7 * levels.get(6, i + 1, j + 1)
                        + 8 * levels.get(7, i - 1, j + 1));
        for (RangeBody2 body : List.of(few, inPlace, overlapping, many, ofLevels)) {
            assertThat(LoopPasses.of(box(8, 13), body)).doesNotContainKey("JamRows");
        }
        RangeBody2 outside = nine(to, from);
        assertThat(LoopPasses.of(MDRangePolicy.of(new int[] {0, 0}, new int[] {12, 20}), outside))
                .doesNotContainKey("JamRows");
    }

    private static CppUnit.For part(RangePolicy policy, RangeBody body) {
        return (CppUnit.For) loop("part", policy, body);
    }

    @Test
    void steps_with_branches_have_loops_of_their_own_in_each_strip() throws IOException {
        Tools.require("g++", "loops are not run");
        int n = 1000;
        IntView places = IntView.of("places", MemorySpace.host(), n);
        DoubleView from = doubles("from", n);
        DoubleView one = doubles("one", n);
        DoubleView two = doubles("two", n);
        DoubleView three = doubles("three", n);
        for (int i = 0; i < n; i++) {
            places.set(i, 7 * i % n);
            from.set(i, Math.sin(i));
        }
        RangeBody straight = i -> one.set(i, from.get(places.get(i)) + 1);
        RangeBody more = i -> two.set(i, one.get(i) * from.get(places.get(i)));
        RangeBody branches = i -> three.set(i, two.get(i) > 0 ? 1 / two.get(i) : two.get(i));
        for (RangePolicy policy : List.of(RangePolicy.of(n), RangePolicy.of(3, 3), RangePolicy.of(5, 261))) {
            CppUnit unit = new CppUnit.Fused(
                    "steps", false, List.of(part(policy, straight), part(policy, more), part(policy, branches)));
            String strips = LoopPasses.of(policy, straight, more, branches).get("DistributeBranches");
            assertThat(strips).containsSubsequence("[i, stop)", "body0", "body1", "[i, stop)", "body2");
            HostRun.run(program(List.of(unit)), folder);
            for (int i = 0; i < n; i++) {
                boolean inside = i >= policy.begin() && i < policy.end();
                double product = (Math.sin(7 * i % n) + 1) * Math.sin(7 * i % n);
                assertThat(three.get(i)).isEqualTo(inside ? product > 0 ? 1 / product : product : three.get(i));
            }
        }
        RangePolicy all = RangePolicy.of(n);
        RangeBody first = i -> one.set(i, from.get(i) + 1);
        RangeBody second = i -> two.set(i, one.get(i) * from.get(i));
        assertThat(LoopPasses.of(all, first, second, branches)).containsKey("DistributeBranches");
        assertThat(LoopPasses.of(all, first, second)).doesNotContainKey("DistributeBranches");
    }

    @Test
    void views_of_one_extent_share_its_parameter() {
        IntView places = IntView.of("places", MemorySpace.host(), 50);
        DoubleView first = doubles("first", 70);
        DoubleView second = doubles("second", 70);
        DoubleView other = doubles("other", 71);
        DoubleView sum = doubles("sum", 50);
        RangeBody body = i -> {
            int k = places.get(i);
            sum.set(i, first.get(k) + second.get(k) + other.get(k));
        };
        assertThat(text(RangePolicy.of(50), body))
                .contains("first, k, first_n0, ", "other, k, other_n0, ")
                .doesNotContain("second_n0");
    }

    @Test
    void a_loop_invariant_element_is_loaded_at_the_start_of_a_body() throws IOException {
        Tools.require("g++", "loops are not run");
        DoubleView peak = doubles("peak");
        DoubleView from = doubles("from", 50);
        DoubleView to = doubles("to", 50);
        peak.set(3);
        for (int i = 0; i < 50; i++) {
            from.set(i, i * 0.02);
        }
        RangeBody reads = i -> to.set(i, from.get(i) > 0.5 ? from.get(i) / (1 + peak.get()) : 7);
        RangeBody writes = i -> {
            if (i == 3) {
                peak.set(peak.get() + from.get(i));
            }
        };
        CppOptions options = CppOptions.DEFAULT.withHoisting();
        CppUnit alone = loop("reads", RangePolicy.of(50), reads);
        CppProgram program = CppEmitter.emit(List.of(alone), HostRun.DIALECT, options);
        assertThat(program.kernels())
                .contains("    const auto peak_now = *peak;\n", "(1.0 + peak_now)")
                .containsOnlyOnce("*peak;");
        CppUnit changes = loop("writes", RangePolicy.of(50), writes);
        assertThat(CppEmitter.emit(List.of(changes), HostRun.DIALECT, options).kernels())
                .doesNotContain("peak_now");
        HostRun.run(program, folder);
        for (int i = 0; i < 50; i++) {
            assertThat(to.get(i)).isEqualTo(i * 0.02 > 0.5 ? i * 0.02 / 4 : 7);
        }
    }
}
