package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/** Several kernels, fused, and before and after their elements are promoted to registers. */
class RegisterPromotionTest {
    private static final int N = 8;
    private static final DoubleView X = DoubleView.of("x", MemorySpace.host(), N);
    private static final DoubleView Y = DoubleView.of("y", MemorySpace.host(), N);

    private static LaunchedKernel code(KernelBody body) {
        Kernel kernel = Lifting.lift("body", body);
        Guarantees proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(N)));
        return KernelPasses.code(kernel, proofs);
    }

    private static FusedKernel fused(RangeBody... bodies) {
        List<LaunchedKernel> codes = new ArrayList<>();
        List<Binding> bindings = new ArrayList<>();
        for (RangeBody body : bodies) {
            codes.add(code(body));
            bindings.add(Binding.of(codes.get(codes.size() - 1).kernel()));
        }
        assertThat(FusedKernel.fits(codes)).isTrue();
        return FusedKernel.of(codes, bindings);
    }

    private static String blocks(LaunchedKernel code) {
        String text = code.kernel().toString();
        return text.substring(text.indexOf("b0:"));
    }

    @Test
    void an_element_is_loaded_and_stored_once_by_all_kernels_together() {
        double factor = 3;
        FusedKernel fused = fused(
                i -> Y.set(i, factor * X.get(i)), i -> Y.set(i, Y.get(i) + X.get(i)), i -> X.set(i, factor - Y.get(i)));
        assertThat(fused.code().kernel().toString()).isEqualTo("""
                kernel 'body'(%i: i32)
                  view @X: f64[8]
                  view @Y: f64[8]
                  scalar $factor: f64 = 3.0
                  scalar $factor2: f64 = 3.0
                b0:
                  %0 = load.f64 @X %i
                  %1 = mul.f64 $factor, %0
                  store @Y %i, %1
                  %2 = load.f64 @Y %i
                  %3 = load.f64 @X %i
                  %4 = add.f64 %2, %3
                  store @Y %i, %4
                  %5 = load.f64 @Y %i
                  %6 = sub.f64 $factor2, %5
                  store @X %i, %6
                  return
                """);
        assertThat(blocks(new RegisterPromotion().apply(fused.code()))).isEqualTo("""
                b0:
                  %0 = load.f64 @X %i
                  %1 = mul.f64 $factor, %0
                  %2 = add.f64 %1, %0
                  %3 = sub.f64 $factor2, %2
                  store @Y %i, %2
                  store @X %i, %3
                  return
                """);
    }

    @Test
    void each_instruction_and_scalar_has_its_kernel_and_keeps_its_proofs() {
        double a = 3;
        double b = 4;
        FusedKernel fused = fused(i -> Y.set(i, a), i -> X.set(i, b * Y.get(i)));
        LaunchedKernel code = new RegisterPromotion().apply(fused.code());
        List<Instruction> stores = code.kernel().body().entry().instructions().stream()
                .filter(at -> at.op() instanceof Op.Store)
                .toList();
        assertThat(stores)
                .extracting(store ->
                        fused.member(Objects.requireNonNull(code.origins().of(store))))
                .containsExactlyInAnyOrder(0, 1);
        assertThat(stores).allMatch(store -> code.proofs().isInBounds(store, 0));
        assertThat(code.kernel().scalars())
                .extracting(fused::place)
                .containsExactly(new FusedKernel.Place(0, 0), new FusedKernel.Place(1, 0));
    }

    @Test
    void an_element_stays_in_memory_if_another_is_accessed_or_another_view_has_it_or_nothing_is_proven() {
        DoubleView part = Y.subview(Slice.range(0, N));
        List<FusedKernel> kept = List.of(
                fused(i -> Y.set(i, 1), i -> X.set(i, Y.get(N - 1 - i))),
                fused(i -> Y.set(i, 1), i -> Y.set(i, Y.get(i) + part.get(i))),
                fused(i -> Y.set(i, 1), i -> Y.atomicAdd(i, 2)));
        for (FusedKernel fused : kept) {
            assertThat(new RegisterPromotion().apply(fused.code())).isSameAs(fused.code());
        }
        Kernel kernel = fused(i -> Y.set(i, 1), i -> X.set(i, Y.get(i))).code().kernel();
        LaunchedKernel unproven = KernelPasses.code(kernel, Guarantees.NONE);
        assertThat(new RegisterPromotion().apply(unproven)).isSameAs(unproven);
    }

    @Test
    void local_arrays_of_equal_names_stay_apart() {
        RangeBody body = i -> {
            double[] two = new double[2];
            two[i & 1] = X.get(i);
            Y.set(i, two[0]);
        };
        assertThat(fused(body, body).code().kernel().toString())
                .contains("array #two: f64[2]", "array #two2: f64[2]", "array.store #two2");
    }

    @Test
    void kernels_with_branches_results_or_other_indexes_are_not_fused() {
        LaunchedKernel straight = code((RangeBody) i -> Y.set(i, 1));
        LaunchedKernel branching = code((RangeBody) i -> {
            if (X.get(i) > 0) {
                Y.set(i, 1);
            }
        });
        LaunchedKernel result = code((DoubleContribution.Range) i -> X.get(i));
        LaunchedKernel longs = code((LongRangeBody) i -> Y.set(i, 1));
        assertThat(FusedKernel.fits(List.of(straight, straight))).isTrue();
        assertThat(FusedKernel.fits(List.of(straight))).isFalse();
        for (LaunchedKernel other : List.of(branching, result, longs)) {
            assertThat(FusedKernel.fits(List.of(straight, other))).isFalse();
        }
    }
}
