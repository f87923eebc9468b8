package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.kernel.cpp.HostUnits.doubles;
import static org.sporos.kernel.cpp.HostUnits.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.Slice;

/** Rows of boxes that are done as whole vectors, of which the first and the last one do some elements twice. */
class HostRowTest {
    private static final int WIDTH = 120;
    private static final int[] LENGTHS = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 100};

    @TempDir
    Path folder;

    private static CppUnit loop(Policy policy, KernelBody body) {
        return HostUnits.loop("row", policy, body);
    }

    private static String text(Policy policy, KernelBody body) {
        return program(List.of(loop(policy, body))).kernels();
    }

    private static MDRangePolicy box(int begin, int end) {
        return MDRangePolicy.of(new int[] {1, begin}, new int[] {4, end});
    }

    private static RangeBody2 five(DoubleView to, DoubleView from) {
        return (i, j) -> to.set(
                i, j, from.get(i - 1, j) + 2 * from.get(i, j - 1) + 3 * from.get(i, j + 1) + 4 * from.get(i + 1, j));
    }

    private static RangeBody2 two(FloatView to, FloatView from) {
        return (i, j) -> to.set(i, j, from.get(i - 1, j) + 0.1f * from.get(i, j + 1));
    }

    private static void fill(DoubleView view) {
        for (int i = 0; i < view.extent(0); i++) {
            for (int j = 0; j < view.extent(1); j++) {
                view.set(i, j, 1.0 / (1 + i * WIDTH + j));
            }
        }
    }

    @Test
    void each_element_of_a_row_is_stored_wherever_it_begins_and_nothing_beside_it() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        List<DoubleView> wanted = new ArrayList<>();
        DoubleView from = doubles("from", 5, WIDTH);
        fill(from);
        for (int begin = 1; begin <= 9; begin++) {
            for (int length : LENGTHS) {
                DoubleView to = doubles("to", 5, WIDTH);
                DoubleView other = doubles("other", 5, WIDTH);
                units.add(loop(box(begin, begin + length), five(to, from)));
                RangeBody2 same = five(other, from);
                for (int i = 1; i < 4; i++) {
                    for (int j = begin; j < begin + length; j++) {
                        same.at(i, j);
                    }
                }
                found.add(to);
                wanted.add(other);
            }
        }
        assertThat(program(units).kernels()).contains("java::behind_line(from + (long long) i * from_s0 + j)");
        HostRun.run(program(units), folder);
        for (int k = 0; k < found.size(); k++) {
            assertThat(elements(found.get(k))).isEqualTo(elements(wanted.get(k)));
        }
    }

    private static List<Double> elements(DoubleView view) {
        List<Double> all = new ArrayList<>();
        for (int i = 0; i < view.extent(0); i++) {
            for (int j = 0; j < view.extent(1); j++) {
                all.add(view.get(i, j));
            }
        }
        return all;
    }

    @Test
    void rows_of_floats_and_of_a_box_in_space_are_whole_vectors_too() throws IOException {
        Tools.require("g++", "loops are not run");
        FloatView to = FloatView.of("to", MemorySpace.host(), 5, WIDTH);
        FloatView from = FloatView.of("from", MemorySpace.host(), 5, WIDTH);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < WIDTH; j++) {
                from.set(i, j, 1f / (1 + i * WIDTH + j));
            }
        }
        DoubleView cube = doubles("cube", 5, 5, WIDTH);
        RangeBody3 body = (i, j, k) -> cube.set(i, j, k, 100 * i + 10 * j + k);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 0, 3}, new int[] {4, 5, 90});
        List<CppUnit> units = List.of(loop(box(3, 90), two(to, from)), loop(inside, body));
        assertThat(program(units).kernels())
                .contains("java::VECTOR / 4;", "java::VECTOR / 8;", "(long long) j * cube_s1 + k)");
        HostRun.run(program(units), folder);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < WIDTH - 1; j++) {
                boolean row = i >= 1 && i < 4 && j >= 3 && j < 90;
                float found = to.get(i, j);
                if (row) {
                    two(to, from).at(i, j);
                }
                assertThat(found).isEqualTo(row ? to.get(i, j) : 0);
                for (int p = 0; p < 5; p++) {
                    boolean within = i >= 1 && i < 4 && j >= 3 && j < 90;
                    assertThat(cube.get(i, p, j)).isEqualTo(within ? 100 * i + 10 * p + j : 0);
                }
            }
        }
    }

    @Test
    void most_of_what_is_loaded_and_stored_begins_at_a_line() {
        DoubleView to = doubles("to", 12, 40);
        DoubleView from = doubles("from", 12, 40);
        DoubleView weight = doubles("weight", 12, 40);
        RangeBody2 beside = (i, j) -> to.set(i, j, from.get(i, j - 1) + from.get(i, j + 1));
        RangeBody2 above = (i, j) -> to.set(i, j, from.get(i - 1, j + 1) + weight.get(i - 1, j) * weight.get(i + 1, j));
        assertThat(text(box(1, 9), beside)).contains("behind_line(to + (long long) i * to_s0 + j)");
        assertThat(text(box(1, 9), above)).contains("behind_line(weight + (long long) i * weight_s0 + j)");
    }

    @Test
    void what_is_the_same_for_all_indexes_stands_in_no_row() {
        DoubleView to = doubles("to", 12, 40);
        DoubleView single = doubles("single");
        DoubleView column = doubles("column", 40);
        RangeBody2 scales = (i, j) -> to.set(i, j, single.get() * column.get(j));
        RangeBody2 onlyOne = (i, j) -> single.set(3);
        assertThat(text(box(1, 9), scales)).contains("behind_line(to + (long long) i * to_s0 + j)");
        assertThat(text(box(1, 9), onlyOne)).doesNotContain("behind_line");
    }

    @Test
    void rows_that_cannot_be_done_twice_or_take_branches_go_on_as_they_are() {
        DoubleView to = doubles("to", 12, 40);
        DoubleView from = doubles("from", 12, 40);
        DoubleView strided = doubles("pairs", 12, 40, 2).subview(Slice.all(), Slice.all(), Slice.at(1));
        DoubleView overlapping = from.subview(Slice.all(), Slice.all());
        RangeBody2 adds = (i, j) -> to.set(i, j, to.get(i, j) + 1);
        RangeBody2 inPlace = (i, j) -> from.set(i, j, from.get(i - 1, j) + from.get(i, j));
        RangeBody2 overlaps = (i, j) -> overlapping.set(i, j, from.get(i, j + 1));
        RangeBody2 across = (i, j) -> to.set(j, i, from.get(i, j));
        RangeBody2 beside = (i, j) -> to.set(i, j + 1, from.get(i, j));
        RangeBody2 apart = (i, j) -> strided.set(i, j, from.get(i, j));
        RangeBody2 branches = (i, j) -> {
            if (from.get(i, j) > 0) {
                to.set(i, j, 1);
            }
        };
        RangeBody2 counts = (i, j) -> {
            to.set(i, j, 1);
            from.atomicAdd(0, 0, 1);
        };
        FloatView floats = FloatView.of("floats", MemorySpace.host(), 12, 40);
        RangeBody2 mixes = (i, j) -> to.set(i, j, floats.get(i, j));
        for (RangeBody2 body : List.of(mixes, adds, inPlace, overlaps, across, beside, apart, branches, counts)) {
            assertThat(text(box(1, 9), body)).doesNotContain("behind_line", "JAVA_WIDE");
        }
        RangeBody2 outside = five(to, from);
        assertThat(text(MDRangePolicy.of(new int[] {0, 0}, new int[] {12, 40}), outside))
                .contains("fault.check")
                .doesNotContain("behind_line");
    }

    @Test
    void a_row_of_which_another_view_sees_a_part_goes_on_as_it_is() {
        DoubleView whole = doubles("whole", 12, 40);
        DoubleView seen = whole.subview(Slice.range(3, 6), Slice.all());
        RangeBody2 body = (i, j) -> {
            whole.set(i, j, 2);
            seen.set(i - 1, j, 3);
        };
        assertThat(text(box(1, 9), body)).doesNotContain("behind_line");
    }
}
