package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Divisions before and after strength reduction. */
class StrengthReductionTest {
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), 64);

    private static LaunchedKernel code(KernelBody body, Policy policy) {
        Kernel kernel = Lifting.lift("body", body);
        return KernelPasses.code(kernel, IntervalAnalysis.of(kernel, Binding.of(kernel), IterationSpace.of(policy)));
    }

    private static String blocks(LaunchedKernel code) {
        String text = code.kernel().toString();
        return text.substring(text.indexOf("b0:"));
    }

    @Test
    void a_quotient_is_a_shift_and_a_remainder_a_mask() {
        LaunchedKernel code = code((RangeBody) i -> OUT.set(i, i / 8 + i % 8), RangePolicy.of(64));
        assertThat(blocks(code)).isEqualTo("""
                b0:
                  %0 = div.i32 %i, 8
                  %1 = rem.i32 %i, 8
                  %2 = add.i32 %0, %1
                  store @OUT %i, %2
                  return
                """);
        assertThat(blocks(new StrengthReduction().apply(code))).isEqualTo("""
                b0:
                  %0 = shr.i32 %i, 3
                  %1 = and.i32 %i, 7
                  %2 = add.i32 %0, %1
                  store @OUT %i, %2
                  return
                """);
    }

    @Test
    void longs_are_shifted_and_masked_too() {
        LaunchedKernel code =
                code((LongRangeBody) i -> OUT.set(i, (int) (i / (1L << 40) + i % 2)), LongRangePolicy.of(64));
        assertThat(blocks(new StrengthReduction().apply(code))).contains("shr.i64 %i, 40", "and.i64 %i, 1L");
    }

    @Test
    void a_division_of_a_number_that_may_be_negative_or_by_no_power_of_two_stays() {
        LaunchedKernel code =
                code((RangeBody) i -> OUT.set(i, (i - 9) / 8 + i / 6 + i / -8 + i / OUT.get(i)), RangePolicy.of(64));
        assertThat(new StrengthReduction().apply(code)).isSameAs(code);
    }
}
