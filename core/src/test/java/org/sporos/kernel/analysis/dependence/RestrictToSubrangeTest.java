package org.sporos.kernel.analysis.dependence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Accesses restricted to a subrange against those of a new analysis. */
class RestrictToSubrangeTest {
    private static final IntView IN = IntView.of("in", MemorySpace.host(), 1000);
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 1000);

    private static List<KernelAccess> analyzed(KernelBody body, IterationSpace launch) {
        Kernel kernel = Lifting.lift("body", body);
        return KernelFacts.of(kernel, Binding.of(kernel), launch).accesses();
    }

    private static void assertSame(KernelBody body, IterationSpace whole, IterationSpace part) {
        List<KernelAccess> narrowed = RestrictToSubrange.of(analyzed(body, whole), whole, part);
        List<KernelAccess> fresh = analyzed(body, part);
        assertThat(narrowed)
                .extracting(KernelAccess::reach)
                .isEqualTo(fresh.stream().map(KernelAccess::reach).toList());
        assertThat(narrowed)
                .extracting(KernelAccess::ranges)
                .isEqualTo(fresh.stream().map(KernelAccess::ranges).toList());
    }

    @Test
    void accesses_have_the_reach_of_a_new_analysis() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        for (int round = 0; round < 100; round++) {
            Random random = new Random(seed + round);
            int n = 2 + random.nextInt(20);
            int a = random.nextInt(9) - 4;
            int b = 400 + random.nextInt(100);
            int begin = random.nextInt(n - 1);
            int end = begin + 2 + random.nextInt(n - begin - 1);
            RangeBody line = i -> OUT.set(i, IN.get(a * i + b));
            assertSame(line, IterationSpace.of(RangePolicy.of(n)), IterationSpace.of(RangePolicy.of(begin, end)));
            RangeBody2 box = (i, j) -> OUT.set(20 * i + j, IN.get(a * i - j + b));
            assertSame(
                    box,
                    IterationSpace.of(MDRangePolicy.of(n, 20)),
                    IterationSpace.of(MDRangePolicy.of(new int[] {begin, 3}, new int[] {end, 7})));
        }
    }

    @Test
    void there_is_no_restriction_to_indexes_outside_of_the_range_or_to_a_list() {
        IterationSpace whole = IterationSpace.of(RangePolicy.of(100));
        List<KernelAccess> accesses = analyzed((RangeBody) i -> OUT.set(i, IN.get(i)), whole);
        assertThat(RestrictToSubrange.of(accesses, whole, IterationSpace.of(RangePolicy.of(50, 100))))
                .isNotNull();
        assertThat(RestrictToSubrange.of(accesses, whole, IterationSpace.of(RangePolicy.of(50, 101))))
                .isNull();
        assertThat(RestrictToSubrange.of(accesses, whole, IterationSpace.of(RangePolicy.of(50, 50))))
                .isNull();
        assertThat(RestrictToSubrange.of(accesses, whole, IterationSpace.of(IndexSet.of(50, 60))))
                .isNull();
    }

    /** The items that execute such an access, or its indexes, are those of the whole range. */
    @Test
    void accesses_in_a_branch_a_loop_or_at_a_loaded_index_are_analyzed_anew() {
        IterationSpace whole = IterationSpace.of(RangePolicy.of(100));
        IterationSpace part = IterationSpace.of(RangePolicy.of(50, 100));
        List<RangeBody> bodies = List.of(
                i -> {
                    if (i > 60) {
                        OUT.set(i, i);
                    }
                },
                i -> {
                    for (int k = 0; k < i; k++) {
                        OUT.set(k, i);
                    }
                },
                i -> OUT.set(IN.get(i), i));
        for (RangeBody body : bodies) {
            assertThat(RestrictToSubrange.of(analyzed(body, whole), whole, part))
                    .isNull();
        }
    }
}
