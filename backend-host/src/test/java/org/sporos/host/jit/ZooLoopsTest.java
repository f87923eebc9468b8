package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.View;

/** Generated code of each named kernel gives the bits that its lambda gives on the JVM. */
class ZooLoopsTest {

    static Stream<NamedKernel> kernels() {
        return Zoo.withParts().stream().filter(ZooLoopsTest::hasIndexesOnly);
    }

    private static boolean hasIndexesOnly(NamedKernel kernel) {
        NamedKernel.Instance instance = kernel.fresh();
        if (instance.policy() == null) {
            return false;
        }
        IterationSpace launch = IterationSpace.of(instance.policy());
        Kernel lifted = Lifting.lift(kernel.name(), instance.body());
        return !launch.indexes().isEmpty()
                && lifted.body().arguments().size() == launch.indexes().size();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void generated_code_gives_the_bits_of_the_lambda(NamedKernel kernel) {
        NamedKernel.Instance onJvm = kernel.fresh();
        NamedKernel.Instance generated = kernel.fresh();
        List<Long> expected = JvmRun.run(onJvm);
        KernelFacts facts = facts(kernel.name(), generated);
        TieredLoop loop = facts.kernel().body().result() == Type.VOID
                ? new GeneratedLoops(nanos -> {}).forEach(List.of(facts))
                : new GeneratedLoops(nanos -> {}).contribution(facts, ReductionOp.SUM);
        assertThat(loop).as("code of %s", kernel.name()).isNotNull();
        assertThat(run(loop, facts, generated.policy())).as(kernel.name()).isEqualTo(expected);
        for (int k = 0; k < onJvm.views().size(); k++) {
            assertThat(bits(generated.views().get(k)))
                    .as(kernel.name())
                    .isEqualTo(bits(onJvm.views().get(k)));
        }
    }

    @Test
    void kernels_of_equal_code_share_a_class() {
        NamedKernel saxpy = Zoo.all().stream()
                .filter(kernel -> kernel.name().equals("saxpy"))
                .findFirst()
                .orElseThrow();
        TieredLoop one = new GeneratedLoops(nanos -> {}).forEach(List.of(facts("one", saxpy.fresh())));
        TieredLoop two = new GeneratedLoops(nanos -> {}).forEach(List.of(facts("two", saxpy.fresh())));
        assertThat(one).isNotNull();
        assertThat(two).isNotNull();
        assertThat(one.loop()).isSameAs(two.loop());
        assertThat(one.arguments()).isNotSameAs(two.arguments());
    }

    /** Equal strides and offsets have one local variable: code of views that agree is not code of views that do not. */
    @Test
    void views_that_agree_in_strides_and_offsets_share_code_with_their_like_alone() {
        GeneratedLoops loops = new GeneratedLoops(nanos -> {});
        KernelLoop equal = copied(loops, inner(3, 4), inner(3, 4));
        KernelLoop other = copied(loops, inner(3, 4), inner(3, 7));
        assertThat(copied(loops, inner(5, 6), inner(5, 6))).isSameAs(equal);
        assertThat(copied(loops, inner(5, 6), inner(5, 9))).isSameAs(other);
        assertThat(other).isNotSameAs(equal);
    }

    /** The bound of a whole array is the array's length; the code for it must not serve a view of a part. */
    @Test
    void a_view_of_a_part_keeps_its_own_bound_beside_whole_arrays() {
        GeneratedLoops loops = new GeneratedLoops(nanos -> {});
        DoubleView whole = DoubleView.of("whole", MemorySpace.host(), 10);
        DoubleView part = whole.subview(Slice.range(0, 4));
        IntView at = IntView.of("at", MemorySpace.host(), 1);
        at.set(0, 7);
        gather(loops, whole, at).run(0, 1);
        assertThatThrownBy(() -> gather(loops, part, at).run(0, 1)).hasStackTraceContaining("index (7)");
        at.set(0, 10);
        assertThatThrownBy(() -> gather(loops, whole, at).run(0, 1)).hasStackTraceContaining("index (10)");
        at.set(0, -1);
        assertThatThrownBy(() -> gather(loops, whole, at).run(0, 1)).hasStackTraceContaining("index (-1)");
    }

    private static TieredLoop gather(GeneratedLoops loops, DoubleView from, IntView at) {
        RangeBody body = i -> from.set(at.get(i), 1);
        Kernel kernel = Lifting.lift("gather", body);
        KernelFacts facts = KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(1)));
        return Objects.requireNonNull(loops.forEach(List.of(facts)));
    }

    /** Returns the rows and columns but the first and last of numbers that count up. */
    private static DoubleView inner(int rows, int columns) {
        DoubleView all = DoubleView.of("all", MemorySpace.host(), rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                all.set(i, j, 100 * i + j);
            }
        }
        return all.subview(Slice.range(1, rows - 1), Slice.range(1, columns - 1));
    }

    /** Copies a view's elements into those of another view, and returns the code that did. */
    private static KernelLoop copied(GeneratedLoops loops, DoubleView from, DoubleView to) {
        int rows = (int) from.extent(0);
        int columns = (int) from.extent(1);
        RangeBody2 body = (i, j) -> to.set(i, j, -from.get(i, j));
        Kernel kernel = Lifting.lift("copy", body);
        KernelFacts facts =
                KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(MDRangePolicy.of(rows, columns)));
        TieredLoop loop = Objects.requireNonNull(loops.forEach(List.of(facts)));
        loop.run(0, rows, 0, columns, 0, 1, 0, 1);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                assertThat(to.get(i, j)).isEqualTo(-(100 * (i + 1) + j + 1));
            }
        }
        return loop.loop();
    }

    private static KernelFacts facts(String label, NamedKernel.Instance instance) {
        Kernel kernel = Lifting.lift(label, instance.body());
        return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(instance.policy()));
    }

    /** Runs all indexes in two pieces where there is one dimension; returns what the body returned. */
    private static List<Long> run(TieredLoop code, KernelFacts facts, Policy policy) {
        if (facts.kernel().body().result() == Type.VOID) {
            forEach(code, policy);
            return List.of();
        }
        List<Long> results = new ArrayList<>();
        if (policy instanceof MDRangePolicy box) {
            int last = box.rank() - 1;
            JvmRun.forEachIndex(box, index -> {
                if (index[last] == box.begin(last)) {
                    results.addAll(row(code, facts, Arrays.copyOf(index, last), box.begin(last), box.end(last)));
                }
            });
        } else {
            long half = policy.size() / 2;
            results.addAll(row(code, facts, new long[0], begin(policy), begin(policy) + half));
            results.addAll(row(code, facts, new long[0], begin(policy) + half, begin(policy) + policy.size()));
        }
        return results;
    }

    private static void forEach(TieredLoop code, Policy policy) {
        if (policy instanceof MDRangePolicy box) {
            int[] begin = new int[4];
            int[] end = {1, 1, 1, 1};
            for (int d = 0; d < box.rank(); d++) {
                begin[d] = box.begin(d);
                end[d] = box.end(d);
            }
            code.run(begin[0], end[0], begin[1], end[1], begin[2], end[2], begin[3], end[3]);
        } else {
            int half = (int) policy.size() / 2;
            code.run(begin(policy), half);
            code.run(begin(policy) + half, (int) policy.size() - half);
        }
    }

    private static long begin(Policy policy) {
        return policy instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) policy).begin();
    }

    private static List<Long> row(TieredLoop code, KernelFacts facts, long[] outer, long begin, long end) {
        int n = (int) (end - begin);
        long[] box = Arrays.copyOf(outer, 3);
        int i = (int) box[0];
        int j = (int) box[1];
        int k = (int) box[2];
        List<Long> results = new ArrayList<>();
        switch (facts.kernel().body().result()) {
            case F64 -> {
                double[] into = new double[n + 1];
                code.fill(i, j, k, begin, n, into, 1);
                for (int at = 1; at <= n; at++) {
                    results.add(JvmRun.bits(into[at]));
                }
            }
            case F32 -> {
                float[] into = new float[n + 1];
                code.fill(i, j, k, begin, n, into, 1);
                for (int at = 1; at <= n; at++) {
                    results.add(JvmRun.bits(into[at]));
                }
            }
            default -> {
                long[] into = new long[n + 1];
                code.fill(i, j, k, begin, n, into, 1);
                for (int at = 1; at <= n; at++) {
                    results.add(into[at]);
                }
            }
        }
        return results;
    }

    private static long[] bits(View view) {
        long[] bits = new long[(int) view.allocation().size()];
        for (int k = 0; k < bits.length; k++) {
            bits[k] = view.allocation().bits(k);
        }
        return bits;
    }
}
