package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Each pass, with the kernels before and after it, and their results. */
class KernelPipelineTest {
    private static final int N = 40;
    private static final RangePolicy ALL = RangePolicy.of(N);

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), N);
    private final DoubleView to = DoubleView.of("to", MemorySpace.host(), N);
    private final IntView ends = IntView.of("ends", MemorySpace.host(), N);
    private final IntView list = IntView.of("list", MemorySpace.host(), 2 * N);

    private void fill() {
        for (int k = 0; k < N; k++) {
            x.set(k, 1 / (k - 17.3));
            to.set(k, k);
            ends.set(k, 2 * k);
        }
        for (int k = 0; k < 2 * N; k++) {
            list.set(k, 7 * k % N);
        }
    }

    private RangeBody gather() {
        return i -> {
            double sum = 0;
            for (int k = 0; k < ends.get(i); k++) {
                sum += x.get(list.get(k));
            }
            to.set(i, sum);
        };
    }

    private RangeBody near() {
        return i -> {
            double sum = 0;
            for (int k = 0; k < ends.get(i); k++) {
                double d = x.get(list.get(k));
                if (d * d < 0.01) {
                    sum += 1 / d;
                }
            }
            to.set(i, sum);
        };
    }

    private void assertSame(RangeBody body, KernelPipeline pipeline) {
        LaunchedKernel whole = KernelPasses.kernel(body, ALL);
        List<double[]> results = new ArrayList<>();
        for (LaunchedKernel kernel : List.of(whole, pipeline.run(whole))) {
            fill();
            IrInterpreter.run(kernel.kernel(), new NamedKernel.Instance(ALL, body, List.of(to)));
            results.add(to.toArray());
        }
        assertThat(results.get(1)).isEqualTo(results.get(0));
    }

    @Test
    void a_counted_loop_has_a_version_without_checks_at_its_counter() {
        Map<String, String> passes = KernelPasses.of(
                KernelPipeline.HOST,
                (RangeBody) i -> {
                    double sum = 0;
                    for (int k = i; k < ends.get(i); k++) {
                        sum = 0.5 * sum + x.get(k);
                    }
                    to.set(i, sum);
                },
                ALL);
        assertThat(passes).containsOnlyKeys("lifted", "VersionLoops").containsEntry("VersionLoops", """
                        b0:
                          %k_end = load.i32 @ends %i
                          %0 = ge.i32 %i, 0
                          %1 = extent.i64 @x 0
                          %2 = l2i %1
                          %3 = le.i32 %k_end, %2
                          %4 = and.bool %0, %3
                          branch.sure %4 ? b1(0.0, %i) : b3(0.0, %i)
                        b1(%sum: f64, %k: i32):
                          %5 = lt.i32 %k, %k_end
                          branch.short_loop %5 ? b2 : b5(%sum)
                        b2:
                          %6 = mul.f64 0.5, %sum
                          %7 = load.f64 @x %k
                          %sum.2 = add.f64 %6, %7
                          %k.2 = add.i32 %k, 1
                          jump b1(%sum.2, %k.2)
                        b3(%sum.3: f64, %k.3: i32):
                          %8 = load.i32 @ends %i
                          %9 = lt.i32 %k.3, %8
                          branch %9 ? b4 : b5(%sum.3)
                        b4:
                          %10 = mul.f64 0.5, %sum.3
                          %11 = load.f64 @x %k.3
                          %sum.4 = add.f64 %10, %11
                          %k.4 = add.i32 %k.3, 1
                          jump b3(%sum.4, %k.4)
                        b5(%sum.5: f64):
                          store @to %i, %sum.5
                          return
                        """);
    }

    @Test
    void rows_with_remaining_checks_are_unrolled_with_an_exit_test_after_each_iteration() {
        Map<String, String> passes = KernelPasses.of(KernelPipeline.HOST, gather(), ALL);
        assertThat(passes).containsOnlyKeys("lifted", "VersionLoops", "UnrollCheckedLoops");
        assertThat(passes.get("UnrollCheckedLoops")).contains("eq.i32 %left, 7", "branch.likely ");
        assertSame(gather(), KernelPipeline.HOST);
    }

    @Test
    void gathered_rows_of_gpus_are_unrolled_into_batches_and_a_last_one_that_drops_results() {
        Map<String, String> passes = KernelPasses.of(KernelPipeline.GPU, gather(), ALL);
        assertThat(passes.get("UnrollGatherLoops"))
                .contains("%6 = i2l %k_end", "%7 = sub.i64 %6, 7L", "add.i32 %k, 8", "math.min.i32 6, ", "select.f64 ")
                .doesNotContain("short_loop");
        assertSame(gather(), KernelPipeline.GPU);
    }

    @Test
    void batches_of_gathered_rows_do_not_overflow_ints() {
        int[] ends = {Integer.MIN_VALUE, Integer.MIN_VALUE + 6, -1, 0, 1, 7, 8, 9, 15, 16, 17, 23};
        int[] begins = {Integer.MAX_VALUE, Integer.MAX_VALUE - 6, 0, 1, 3, 8, 16, 17};
        IntView begin = IntView.of("begin", MemorySpace.host(), N);
        RangeBody body = i -> {
            double sum = 0;
            int k = begin.get(i);
            while (k < this.ends.get(i)) {
                sum = 0.5 * sum + x.get(list.get(k)) + k;
                k++;
            }
            to.set(i, sum + k);
        };
        for (int first : begins) {
            LaunchedKernel whole = KernelPasses.kernel(body, ALL);
            List<double[]> results = new ArrayList<>();
            for (LaunchedKernel kernel : List.of(whole, KernelPipeline.GPU.run(whole))) {
                fill();
                for (int i = 0; i < N; i++) {
                    begin.set(i, first);
                    this.ends.set(i, ends[i % ends.length]);
                }
                IrInterpreter.run(kernel.kernel(), new NamedKernel.Instance(ALL, body, List.of(to)));
                results.add(to.toArray());
            }
            assertThat(results.get(1)).isEqualTo(results.get(0));
        }
    }

    @Test
    void gpus_clamp_gathered_loads_and_run_a_loop_again_if_one_was_out_of_bounds() {
        Map<String, String> passes = KernelPasses.of(KernelPipeline.GPU, gather(), ALL);
        assertThat(passes)
                .containsOnlyKeys("lifted", "VersionLoops", "UnrollGatherLoops")
                .containsEntry("VersionLoops", """
                        b0:
                          %k_end = load.i32 @ends %i
                          %0 = extent.i64 @list 0
                          %1 = l2i %0
                          %2 = le.i32 %k_end, %1
                          %3 = extent.i64 @x 0
                          %4 = l2i %3
                          %5 = sub.i32 %4, 1
                          branch %2 ? b1(0.0, 0, -2147483648) : b4(false, 0.0)
                        b1(%sum: f64, %k: i32, %farthest: i32):
                          %6 = lt.i32 %k, %k_end
                          branch.short_loop %6 ? b2 : b3
                        b2:
                          %7 = load.i32 @list %k
                          %8 = xor.i32 %7, -2147483648
                          %9 = math.max.i32 %farthest, %8
                          %10 = math.min_unsigned.i32 %7, %5
                          %11 = load.f64 @x %10
                          %sum.2 = add.f64 %sum, %11
                          %k.2 = add.i32 %k, 1
                          jump b1(%sum.2, %k.2, %9)
                        b3:
                          %12 = xor.i32 %5, -2147483648
                          %13 = le.i32 %farthest, %12
                          jump b4(%13, %sum)
                        b4(%inside: bool, %sum.3: f64):
                          branch %inside ? b7(%sum.3) : b5(0.0, 0)
                        b5(%sum.4: f64, %k.3: i32):
                          %14 = load.i32 @ends %i
                          %15 = lt.i32 %k.3, %14
                          branch %15 ? b6 : b7(%sum.4)
                        b6:
                          %16 = load.i32 @list %k.3
                          %17 = load.f64 @x %16
                          %sum.5 = add.f64 %sum.4, %17
                          %k.4 = add.i32 %k.3, 1
                          jump b5(%sum.5, %k.4)
                        b7(%sum.6: f64):
                          store @to %i, %sum.6
                          return
                        """);
        assertSame(gather(), KernelPipeline.GPU);
    }

    @Test
    void a_deferred_check_clamps_its_index_and_leaves_the_largest_to_the_caller() {
        LaunchedKernel whole = KernelPasses.kernel((RangeBody) i -> to.set(i, x.get(list.get(i))), ALL);
        Set<Instruction> loads = whole.kernel().body().block(0).instructions().stream()
                .filter(at -> at.op() instanceof Op.Load && !whole.proofs().isInBounds(at, 0))
                .collect(Collectors.toSet());
        LaunchedKernel deferred = new DeferBoundsChecks(loads).apply(whole);
        assertThat(KernelPasses.text(deferred)).isEqualTo("""
                        b0:
                          %0 = load.i32 @list %i
                          farthest @x %0
                          %1 = extent.i64 @x 0
                          %2 = l2i %1
                          %3 = sub.i32 %2, 1
                          %4 = math.min_unsigned.i32 %0, %3
                          %5 = load.f64 @x %4
                          store @to %i, %5
                          return
                        """);
    }

    @Test
    void a_loop_with_an_unpredictable_condition_is_distributed_over_strips() {
        Map<String, String> passes = KernelPasses.of(KernelPipeline.HOST, near(), ALL);
        assertThat(passes).containsOnlyKeys("lifted", "DistributeLoops").containsEntry("DistributeLoops", """
                        b0:
                          %k_end = load.i32 @ends %i
                          jump b1(0.0, 0)
                        b1(%sum: f64, %k: i32):
                          %0 = i2l %k_end
                          %1 = i2l %k
                          %2 = sub.i64 %0, %1
                          %3 = ge.i64 %2, 16L
                          %4 = ge.i32 %k, 0
                          %5 = extent.i64 @list 0
                          %6 = l2i %5
                          %7 = le.i32 %k_end, %6
                          %8 = and.bool %4, %7
                          %9 = and.bool %8, %3
                          branch %9 ? b2 : b16(%sum, %k)
                        b2:
                          %10 = math.min.i64 %2, 64L
                          %length = l2i %10
                          %11 = extent.i64 @x 0
                          %12 = l2i %11
                          %13 = sub.i32 %12, 1
                          jump b3(0, -2147483648)
                        b3(%iteration: i32, %farthest: i32):
                          %14 = lt.i32 %iteration, %length
                          branch %14 ? b4 : b5
                        b4:
                          %k.2 = add.i32 %k, %iteration
                          %15 = load.i32 @list %k.2
                          %16 = xor.i32 %15, -2147483648
                          %17 = math.max.i32 %farthest, %16
                          %18 = add.i32 %iteration, 1
                          jump b3(%18, %17)
                        b5:
                          %19 = xor.i32 %13, -2147483648
                          %20 = le.i32 %farthest, %19
                          branch %20 ? b6 : b16(%sum, %k)
                        b6:
                          jump b7(0)
                        b7(%iteration.2: i32):
                          %21 = lt.i32 %iteration.2, %length
                          branch %21 ? b8 : b9
                        b8:
                          %k.3 = add.i32 %k, %iteration.2
                          %22 = load.i32 @list %k.3
                          %d = load.f64 @x %22
                          %23 = mul.f64 %d, %d
                          array.store #d_of %iteration.2, %d
                          array.store #t_of %iteration.2, %23
                          %24 = add.i32 %iteration.2, 1
                          jump b7(%24)
                        b9:
                          jump b10(0, 0)
                        b10(%iteration.3: i32, %count: i32):
                          %25 = lt.i32 %iteration.3, %length
                          branch %25 ? b11 : b12
                        b11:
                          array.store #chosen %count, %iteration.3
                          %26 = array.load.f64 #t_of %iteration.3
                          %27 = lt.f64 %26, 0.01
                          %28 = bool2i %27
                          %29 = add.i32 %count, %28
                          %30 = add.i32 %iteration.3, 1
                          jump b10(%30, %29)
                        b12:
                          jump b13(0, %sum)
                        b13(%turn: i32, %sum.2: f64):
                          %31 = lt.i32 %turn, %count
                          branch %31 ? b14 : b15
                        b14:
                          %iteration.4 = array.load.i32 #chosen %turn
                          %d.2 = array.load.f64 #d_of %iteration.4
                          %32 = div.f64 1.0, %d.2
                          %sum.3 = add.f64 %sum.2, %32
                          %33 = add.i32 %turn, 1
                          jump b13(%33, %sum.3)
                        b15:
                          %34 = shr.i32 %length, 4
                          %35 = lt.i32 %count, %34
                          %36 = sub.i32 %length, %34
                          %37 = gt.i32 %count, %36
                          %38 = or.bool %35, %37
                          %39 = add.i32 %k, %length
                          branch %38 ? b16(%sum.2, %39) : b1(%sum.2, %39)
                        b16(%sum.4: f64, %k.4: i32):
                          %40 = load.i32 @ends %i
                          %41 = lt.i32 %k.4, %40
                          branch %41 ? b17 : b20
                        b17:
                          %42 = load.i32 @list %k.4
                          %d.3 = load.f64 @x %42
                          %43 = mul.f64 %d.3, %d.3
                          %44 = lt.f64 %43, 0.01
                          branch %44 ? b18 : b19(%sum.4)
                        b18:
                          %45 = div.f64 1.0, %d.3
                          %sum.5 = add.f64 %sum.4, %45
                          jump b19(%sum.5)
                        b19(%sum.6: f64):
                          %k.5 = add.i32 %k.4, 1
                          jump b16(%sum.6, %k.5)
                        b20:
                          store @to %i, %sum.4
                          return
                        """);
        assertSame(near(), KernelPipeline.HOST);
    }

    @Test
    void divisions_of_a_few_iterations_run_first() {
        RangeBody body = i -> {
            double sum = 0;
            for (int p = 0; p < 8; p++) {
                double inverse = 3 / (3 - x.get(p) * i);
                if (inverse > 0.5) {
                    sum += inverse * x.get(p + 1);
                }
            }
            to.set(i, sum);
        };
        Map<String, String> passes = KernelPasses.of(KernelPipeline.HOST, body, ALL);
        assertThat(passes).containsOnlyKeys("lifted", "DistributeLoops").containsEntry("DistributeLoops", """
                        b0:
                          jump b1(0)
                        b1(%iteration: i32):
                          %0 = lt.i32 %iteration, 8
                          branch %0 ? b2 : b3
                        b2:
                          %1 = load.f64 @x %iteration
                          %2 = i2d %i
                          %3 = mul.f64 %1, %2
                          %4 = sub.f64 3.0, %3
                          %inverse = div.f64 3.0, %4
                          array.store #inverse_of %iteration, %inverse
                          %5 = add.i32 %iteration, 1
                          jump b1(%5)
                        b3:
                          jump b4(0.0, 0)
                        b4(%sum: f64, %p: i32):
                          %6 = lt.i32 %p, 8
                          branch %6 ? b5 : b8
                        b5:
                          %inverse.2 = array.load.f64 #inverse_of %p
                          %7 = gt.f64 %inverse.2, 0.5
                          branch %7 ? b6 : b7(%sum)
                        b6:
                          %8 = add.i32 %p, 1
                          %9 = load.f64 @x %8
                          %10 = mul.f64 %inverse.2, %9
                          %sum.2 = add.f64 %sum, %10
                          jump b7(%sum.2)
                        b7(%sum.3: f64):
                          %p.2 = add.i32 %p, 1
                          jump b4(%sum.3, %p.2)
                        b8:
                          store @to %i, %sum
                          return
                        """);
        assertSame(body, KernelPipeline.HOST);
    }

    @Test
    void a_branch_with_cheap_arms_is_a_masked_select() {
        RangeBody body = i -> {
            double through = x.get(list.get(i));
            to.set(i, through > 0 ? x.get(i) : -x.get(i));
        };
        Map<String, String> passes = KernelPasses.of(KernelPipeline.HOST, body, ALL);
        assertThat(passes).containsOnlyKeys("lifted", "ConvertBranches").containsEntry("ConvertBranches", """
                        b0:
                          %0 = load.i32 @list %i
                          %through = load.f64 @x %0
                          %1 = gt.f64 %through, 0.0
                          %2 = load.f64 @x %i
                          %3 = neg.f64 %2
                          %4 = select.masked.f64 %1, %2, %3
                          store @to %i, %4
                          return
                        """);
        assertSame(body, KernelPipeline.HOST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void all_kernels_keep_their_results(boolean host) {
        KernelPipeline pipeline = host ? KernelPipeline.HOST : KernelPipeline.GPU;
        for (NamedKernel named : Zoo.all()) {
            NamedKernel.Instance instance = named.fresh();
            LaunchedKernel kernel = KernelPasses.kernel(instance.body(), instance.policy());
            assertThat(IrInterpreter.run(pipeline.run(kernel).kernel(), instance))
                    .isEqualTo(IrInterpreter.run(kernel.kernel(), named.fresh()));
        }
    }
}
