package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.kernel.cpp.HostUnits.doubles;
import static org.sporos.kernel.cpp.HostUnits.text;

import org.junit.jupiter.api.Test;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/** Loops on the host over views without a unit stride. */
class StridedViewsTest {
    private final DoubleView pairs = doubles("pairs", 100, 2);

    private static String text(DoubleView even, DoubleView odd) {
        RangeBody body = i -> even.set(i, even.get(i) + odd.get(i + 1));
        return HostUnits.text(RangePolicy.of(99), body);
    }

    private static DoubleView column(DoubleView of, int column) {
        return of.subview(Slice.all(), Slice.at(column));
    }

    @Test
    void even_and_odd_elements_do_not_alias_and_their_stride_is_a_literal() {
        assertThat(text(column(pairs, 0), column(pairs, 1))).contains("""
                        (int i, double* __restrict__ even, const double* __restrict__ odd) {
                            even[i * 2] = even[i * 2] + odd[(i + 1) * 2];
                        }
                        """);
    }

    @Test
    void one_view_twice_and_overlapping_parts_may_alias() {
        DoubleView all = doubles("all", 200);
        DoubleView part = all.subview(Slice.range(50, 150));
        DoubleView other = all.subview(Slice.range(100, 200));
        assertThat(text(column(pairs, 0), column(pairs, 0))).doesNotContain("__restrict__");
        assertThat(text(part, other)).doesNotContain("__restrict__");
        assertThat(text(all.subview(Slice.range(0, 100)), other)).contains("double* __restrict__");
    }

    @Test
    void other_strides_are_variables_and_share_a_text() {
        DoubleView wide = doubles("wide", 100, 3);
        DoubleView wider = doubles("wider", 100, 4);
        assertThat(text(column(wide, 0), column(wide, 1)))
                .contains("even[i * even_s0]")
                .isEqualTo(text(column(wider, 0), column(wider, 1)));
    }
}
