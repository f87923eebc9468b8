package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.IntContribution;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Contributions on the host that are tried without checks, a tile at a time: those that only load and compute. */
class TriedContributionTest {
    private static final int N = 5000;
    private static final RangePolicy ALL = RangePolicy.of(N);

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 70);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 71);
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final DoubleView result = DoubleView.of("result", MemorySpace.host());
    private final DoubleView other = DoubleView.of("other", MemorySpace.host());

    private static String text(Reduction... reductions) {
        List<CppUnit.Part> parts = new ArrayList<>();
        for (Reduction reduction : reductions) {
            parts.add(OtherUnits.part(reduction, ALL));
        }
        CppUnit unit = new CppUnit.Reduce("tile", false, ALL, parts);
        return CppEmitter.emit(List.of(unit), CppDialect.HOST_PIECES, CppOptions.DEFAULT.withHoisting())
                .kernels();
    }

    private String sum(DoubleContribution.Range contribution) {
        return text(Reducers.Sum.into(result, contribution));
    }

    private static void assertNotTried(String text) {
        assertThat(text).contains("fault.begin(").doesNotContain("_tried", "farthest");
    }

    @Test
    void loads_are_checked_behind_a_tile_and_the_tile_is_done_again_if_one_was_outside() {
        String text = sum(i -> x.get(at.get(i)) * 0.5);
        assertThat(text)
                .containsSubsequence(
                        "bool inside = x_n0 > 0;",
                        "if (inside) {",
                        "unsigned farthest = 0;",
                        "k0_tile_body0_tried(p, at, x, x_n0, farthest)",
                        "java::rows(count, ",
                        "inside = farthest < (unsigned) x_n0;",
                        "if (!inside) {",
                        "fault.begin(p);",
                        "k0_tile_body0(p, at, x, x_n0, fault)",
                        "java::rows(count, ");
        String tried = text.substring(text.indexOf("k0_tile_body0_tried(int"));
        assertThat(tried.substring(0, tried.indexOf("}")))
                .contains("java::attempt(farthest, ")
                .doesNotContain("fault");
    }

    @Test
    void one_variable_remembers_the_indexes_of_all_views_of_one_extent() {
        DoubleView same = DoubleView.of("same", MemorySpace.host(), 70);
        LongView far = LongView.of("far", MemorySpace.host(), N);
        assertThat(sum(i -> x.get(at.get(i)) + same.get(at.get(i)) + y.get(at.get(i)) + y.get(far.get(i))))
                .contains(
                        "unsigned farthest = 0;",
                        "unsigned farthest2 = 0;",
                        "unsigned long long farthest3 = 0;",
                        "bool inside = x_n0 > 0 && y_n0 > 0")
                .doesNotContain("farthest4", "same_n0");
    }

    @Test
    void several_results_are_tried_in_one_loop() {
        DoubleContribution.Range one = i -> x.get(at.get(i));
        DoubleContribution.Range two = i -> x.get(at.get(i)) > 1 ? 1 / x.get(at.get(i)) : 0;
        String text = text(Reducers.Sum.into(result, one), Reducers.Max.into(other, two));
        assertThat(text).contains("body0_tried(p, ", "body1_tried(p, ").doesNotContain("farthest2");
        assertThat(text.split("java::rows\\(", -1)).hasSize(3);
    }

    @Test
    void nothing_is_tried_that_may_fail_otherwise_or_cannot_be_done_again() {
        assertNotTried(sum(i -> x.get(at.get(i)) / (7 / at.get(i))));
        assertNotTried(sum(i -> {
            x.set(at.get(i), i);
            return i;
        }));
        assertNotTried(sum(i -> {
            x.atomicAdd(at.get(i), 1);
            return 1;
        }));
        assertNotTried(sum(i -> {
            y.set(i % 71, i);
            return x.get(at.get(i));
        }));
        IntContribution.Range exact = i -> Math.addExact(at.get(i), i);
        assertNotTried(text(Reducers.Sum.into(IntView.of("exact", MemorySpace.host()), exact)));
    }

    @Test
    void loops_and_other_kinds_of_places_are_checked_where_they_are() {
        assertNotTried(sum(i -> {
            double sum = 0;
            for (int k = 0; k < at.get(i); k++) {
                sum += x.get(k);
            }
            return sum;
        }));
        DoubleView plane = DoubleView.of("plane", MemorySpace.host(), 7, 10);
        assertNotTried(sum(i -> plane.get(at.get(i), 3)));
        DoubleView every = plane.subview(Slice.all(), Slice.at(3));
        assertNotTried(sum(i -> every.get(at.get(i))));
    }

    @Test
    void what_a_join_folds_is_checked_where_it_is() {
        DoubleJoin join = (a, b) -> x.get((int) a) + b;
        DoubleContribution.Range value = i -> x.get(at.get(i));
        assertNotTried(text(Reducers.Custom.into(result, 0, join, value)));
    }

    @Test
    void contributions_that_cannot_fail_have_no_second_body() {
        assertThat(sum(i -> y.get(0) * at.get(i))).doesNotContain("_tried", "farthest", "fault");
    }
}
