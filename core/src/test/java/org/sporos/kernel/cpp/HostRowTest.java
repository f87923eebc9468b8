package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.kernel.cpp.HostUnits.doubles;
import static org.sporos.kernel.cpp.HostUnits.program;

import java.io.IOException;
import java.nio.file.Files;
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

/** Rows of boxes in whole vectors; the first and the last vector repeat some elements. */
class HostRowTest {
    private static final int WIDTH = 120;
    private static final int[] LENGTHS = {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 100};

    @TempDir
    Path folder;

    private static CppUnit loop(Policy policy, KernelBody body) {
        return HostUnits.loop("row", policy, body);
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
        assertThat(LoopPasses.last(box(1, 9), five(doubles("to", 5, WIDTH), from)))
                .contains("java::behind_line(from + (long long) i * from_s0 + j)");
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
        assertThat(LoopPasses.last(box(3, 90), two(to, from))).contains("let lanes = java::VECTOR / 4\n");
        assertThat(LoopPasses.last(inside, body))
                .contains("let lanes = java::VECTOR / 8\n", "(long long) j * cube_s1 + k)");
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
    void most_loads_and_stores_are_aligned_to_lines() {
        DoubleView to = doubles("to", 12, 40);
        DoubleView from = doubles("from", 12, 40);
        DoubleView weight = doubles("weight", 12, 40);
        RangeBody2 beside = (i, j) -> to.set(i, j, from.get(i, j - 1) + from.get(i, j + 1));
        RangeBody2 above = (i, j) -> to.set(i, j, from.get(i - 1, j + 1) + weight.get(i - 1, j) * weight.get(i + 1, j));
        assertThat(LoopPasses.last(box(1, 9), beside)).contains("behind_line(to + (long long) i * to_s0 + j)");
        assertThat(LoopPasses.last(box(1, 9), above)).contains("behind_line(weight + (long long) i * weight_s0 + j)");
    }

    @Test
    void loop_invariant_elements_are_no_row() {
        DoubleView to = doubles("to", 12, 40);
        DoubleView single = doubles("single");
        DoubleView column = doubles("column", 40);
        RangeBody2 scales = (i, j) -> to.set(i, j, single.get() * column.get(j));
        RangeBody2 onlyOne = (i, j) -> single.set(3);
        assertThat(LoopPasses.last(box(1, 9), scales)).contains("behind_line(to + (long long) i * to_s0 + j)");
        assertThat(LoopPasses.last(box(1, 9), onlyOne)).doesNotContain("behind_line");
    }

    @Test
    void rows_with_branches_or_without_idempotence_are_not_vectorized() {
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
            assertThat(LoopPasses.last(box(1, 9), body)).doesNotContain("behind_line", "wide");
        }
        RangeBody2 outside = five(to, from);
        assertThat(LoopPasses.last(MDRangePolicy.of(new int[] {0, 0}, new int[] {12, 40}), outside))
                .doesNotContain("behind_line");
    }

    @Test
    void a_row_that_overlaps_another_view_is_not_vectorized() {
        DoubleView whole = doubles("whole", 12, 40);
        DoubleView seen = whole.subview(Slice.range(3, 6), Slice.all());
        RangeBody2 body = (i, j) -> {
            whole.set(i, j, 2);
            seen.set(i - 1, j, 3);
        };
        assertThat(LoopPasses.last(box(1, 9), body)).doesNotContain("behind_line");
    }

    private static DoubleView planes(String label) {
        return doubles(label, 3, 6, WIDTH);
    }

    /** Three planes of a view, with neighbours in a plane that is periodic along both indexes. */
    private static RangeBody2 periodic(DoubleView to, DoubleView from, int rows, int columns) {
        return (i, j) -> {
            int above = i == 0 ? rows - 1 : i - 1;
            int left = j == 0 ? columns - 1 : j - 1;
            double a = from.get(above, j);
            double b = from.get(i, left);
            to.set(0, i, j, a + b);
            to.set(2, i, j, a - b);
            to.set(1, i, j, a * b);
        };
    }

    private static RangeBody2 straight(DoubleView to, DoubleView from) {
        return (i, j) -> {
            to.set(2, i, j, from.get(i - 1, j) - from.get(i, j + 1));
            to.set(0, i, j, from.get(i + 1, j) - from.get(i, j));
        };
    }

    @Test
    void planes_of_a_view_have_the_same_bits_in_rows_of_any_length() throws IOException {
        Tools.require("g++", "loops are not run");
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        List<DoubleView> wanted = new ArrayList<>();
        DoubleView from = doubles("from", 6, WIDTH);
        fill(from);
        for (int length = 1; length <= 40; length++) {
            int begin = 5 * length % 9;
            MDRangePolicy[] policies = {MDRangePolicy.of(6, length), box(begin, begin + length)};
            for (MDRangePolicy policy : policies) {
                boolean whole = policy == policies[0];
                DoubleView to = planes("to");
                DoubleView other = planes("other");
                units.add(loop(policy, whole ? periodic(to, from, 6, length) : straight(to, from)));
                RangeBody2 same = whole ? periodic(other, from, 6, length) : straight(other, from);
                for (int i = policy.begin(0); i < policy.end(0); i++) {
                    for (int j = policy.begin(1); j < policy.end(1); j++) {
                        same.at(i, j);
                    }
                }
                found.add(to);
                wanted.add(other);
            }
        }
        // The widest vectors of the machine, for rows of whole vectors in one loop.
        for (String[] flags : new String[][] {{}, {"-O3", HostRun.MARCH}}) {
            found.forEach(to -> to.assign(new double[(int) to.size()]));
            HostRun.run(program(units), Files.createTempDirectory(folder, "run"), flags);
            for (int k = 0; k < found.size(); k++) {
                assertThat(found.get(k).toArray())
                        .as("%s, row %s", List.of(flags), k)
                        .isEqualTo(wanted.get(k).toArray());
            }
        }
    }

    @Test
    void rows_of_whole_vectors_are_one_loop_without_branches_at_their_ends() {
        DoubleView to = planes("to");
        DoubleView from = doubles("from", 6, WIDTH);
        String whole = "if java::VECTOR == 64 && ((long long) end1 - 0) % (java::VECTOR / 8) == 0\n";
        assertThat(LoopPasses.last(MDRangePolicy.of(6, 40), periodic(to, from, 6, 40)))
                .contains(whole);
        assertThat(HostUnits.text(MDRangePolicy.of(6, 40), periodic(to, from, 6, 40)))
                .contains("= java::choose(i != 0, i - 1, rows - 1);", "= java::choose(j != 0, j - 1, columns - 1);");
        RangeBody2 walls = (i, j) -> {
            double left = j == 0 ? 1 / (from.get(i, j) + 2) : from.get(i, j - 1);
            to.set(0, i, j, left);
            to.set(1, i, j, -left);
        };
        assertThat(LoopPasses.last(MDRangePolicy.of(6, 40), walls))
                .contains("body0_inside(")
                .doesNotContain("% (java::VECTOR");
        RangeBody2 single = (i, j) -> to.set(0, i, j, from.get(i, j == 0 ? 39 : j - 1));
        assertThat(LoopPasses.last(MDRangePolicy.of(6, 40), single))
                .contains("body0_inside(")
                .doesNotContain("% (java::VECTOR");
    }

    @Test
    void planes_of_a_view_are_stored_as_whole_vectors_if_a_row_has_no_branches() {
        DoubleView to = planes("to");
        DoubleView from = doubles("from", 6, WIDTH);
        String vector = "loop k in [j, j + lanes), shaped, independent, rolled";
        assertThat(LoopPasses.last(box(1, 40), straight(to, from)))
                .contains(vector, "if java::VECTOR == 64 && (long long) end1 - j >= lanes\n")
                .contains("java::behind_line(to + (long long) i * to_s1 + j)");
        assertThat(LoopPasses.last(MDRangePolicy.of(6, 40), periodic(to, from, 6, 40)))
                .contains(vector, "java::behind_line(to + (long long) i * to_s1 + j)", "call body0_inside(i, k)");
        assertThat(LoopPasses.last(box(1, 40), five(doubles("five", 6, WIDTH), from)))
                .doesNotContain("rolled", "== 64");
    }

    @Test
    void planes_with_branches_or_without_idempotence_are_not_vectorized() {
        DoubleView to = planes("to");
        DoubleView from = doubles("from", 6, WIDTH);
        DoubleView one = doubles("one", 6, WIDTH);
        DoubleView part = to.subview(Slice.range(0, 2), Slice.all(), Slice.all());
        RangeBody2 reads = (i, j) -> {
            to.set(0, i, j, from.get(i, j));
            to.set(1, i, j, to.get(2, i, j));
        };
        RangeBody2 overlaps = (i, j) -> {
            to.set(0, i, j, part.get(1, i, j));
            to.set(2, i, j, from.get(i, j));
        };
        RangeBody2 shifts = (i, j) -> {
            to.set(0, i, j, from.get(i, j));
            to.set(0, i, j + 1, from.get(i, j));
        };
        RangeBody2 counts = (i, j) -> {
            to.set(0, i, j, 1);
            to.set(1, i, j, 2);
            one.atomicAdd(0, 0, 1);
        };
        RangeBody2 branches = (i, j) -> {
            to.set(0, i, j, from.get(i, j));
            if (from.get(i, j) > 0) {
                to.set(1, i, j, 1);
            }
        };
        RangeBody2 single = (i, j) -> one.set(i, j, from.get(i == 1 ? 3 : i - 1, j));
        for (RangeBody2 body : List.of(reads, overlaps, shifts, counts, branches, single)) {
            assertThat(LoopPasses.last(box(1, 40), body)).doesNotContain("behind_line");
        }
        assertThat(LoopPasses.last(MDRangePolicy.of(new int[] {0, 0}, new int[] {6, WIDTH}), straight(to, from)))
                .doesNotContain("behind_line");
    }
}
