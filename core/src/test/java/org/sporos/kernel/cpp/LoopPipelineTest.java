package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.kernel.cpp.HostUnits.doubles;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sporos.error.InternalException;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Each pass, with the loops before and after it. */
class LoopPipelineTest {
    private static final int N = 100;

    private final DoubleView x = doubles("x", N);
    private final DoubleView y = doubles("y", N);
    private final DoubleView u = doubles("u", N, N);
    private final DoubleView v = doubles("v", N, N);
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1});

    @Test
    void a_range_is_lowered_to_one_loop_and_a_box_to_a_nest() {
        RangeBody gather = i -> x.set(at.get(i), 1);
        assertThat(LoopPasses.of(RangePolicy.of(3, N), gather)).containsExactly(Map.entry("lowered", """
                        loop i in [begin, end)
                          call body0(i)
                        """));
        RangeBody2 column = (i, j) -> x.set(i, j);
        assertThat(LoopPasses.of(MDRangePolicy.of(N, N), column)).containsExactly(Map.entry("lowered", """
                        loop i in [0, end0)
                          loop j in [0, end1)
                            call body0(i, j)
                        """));
    }

    @Test
    void a_store_at_the_index_is_peeled_to_its_cache_line() {
        RangeBody axpy = i -> y.set(i, 2 * x.get(i) + y.get(i));
        Map<String, String> passes = LoopPasses.of(RangePolicy.of(3, N), axpy);
        assertThat(passes).containsOnlyKeys("lowered", "PeelToCacheLines").containsEntry("PeelToCacheLines", """
                        let i = begin
                        for (; i < end && !java::begins_line(y + i); i++), wide
                          call body0(i)
                        for (; i < end; i++), unrolled
                          call body0(i)
                        """);
        LongRangeBody same = i -> y.set(i, 2 * x.get(i));
        assertThat(LoopPasses.of(LongRangePolicy.of(3, N), same)).containsKey("PeelToCacheLines");
    }

    @Test
    void stores_with_a_branch_or_a_check_or_another_index_are_not_peeled() {
        List<RangeBody> bodies = List.of(
                i -> {
                    if (x.get(i) > 0) {
                        y.set(i, 1);
                    }
                },
                i -> y.set(i, x.get(at.get(i))),
                i -> y.set(N - 1 - i, 1));
        assertThat(bodies)
                .allSatisfy(body ->
                        assertThat(LoopPasses.of(RangePolicy.of(N), body)).doesNotContainKey("PeelToCacheLines"));
    }

    @Test
    void boundaries_split_a_loop_in_three() {
        RangeBody periodic = i -> y.set(i, x.get(i == 0 ? N - 1 : i - 1));
        assertThat(LoopPasses.of(RangePolicy.of(N), periodic)).containsEntry("SplitIndexSets", """
                        let low = 0, high = end
                        java::cut_out(low, high, 0LL);
                        let first = low < high ? (int) low : end
                        let last = low < high ? (int) high : end
                        loop i in [0, first), final
                          call body0(i)
                        scope
                          loop i in [first, last)
                            call body0_inside(i)
                        loop i in [last, end), final
                          call body0(i)
                        """);
    }

    @Test
    void one_color_is_a_loop_with_a_stride_that_counts_its_iterations() {
        RangeBody2 red = (i, j) -> {
            if ((i + j) % 2 == 0) {
                u.set(i, j, 0.5 * (u.get(i, j - 1) + u.get(i, j + 1)));
            }
        };
        Map<String, String> passes = LoopPasses.of(inside, red);
        assertThat(passes).containsOnlyKeys("lowered", "SelectStrides", "LowerStrides", "MarkIndependent");
        assertThat(passes)
                .containsEntry("SelectStrides", """
                        loop i in [begin0, end0)
                          loop j in [begin1, end1) by 2
                            call body0(i, j)
                        """)
                .containsEntry("LowerStrides", """
                        loop i in [begin0, end0)
                          let skipped = body0_skipped(i, begin1)
                          let count = (int) java::strides((long long) end1 - begin1, skipped, 2)
                          let first = count > 0 ? begin1 + skipped : begin1
                          loop k in [0, count), shaped
                            let j = first + k * 2
                            call body0(i, j)
                        """)
                .containsEntry("MarkIndependent", """
                        loop i in [begin0, end0)
                          let skipped = body0_skipped(i, begin1)
                          let count = (int) java::strides((long long) end1 - begin1, skipped, 2)
                          let first = count > 0 ? begin1 + skipped : begin1
                          loop k in [0, count), shaped, independent
                            let j = first + k * 2
                            call body0(i, j)
                        """);
    }

    @Test
    void a_loop_of_several_steps_has_no_stride_so_that_each_of_them_runs() {
        RangeBody even = i -> {
            if (i % 2 == 0) {
                x.set(i, 1);
            }
        };
        RangeBody all = i -> y.set(i, 2);
        assertThat(LoopPasses.of(RangePolicy.of(N), even, all)).doesNotContainKey("SelectStrides");
    }

    @Test
    void gathers_of_a_branching_kernel_are_checked_before_a_strip() {
        RangeBody near = i -> {
            double value = x.get(at.get(i));
            y.set(i, value > 0 ? Math.sqrt(value) : value < -1 ? 1 / value : 0);
        };
        Map<String, String> passes = LoopPasses.of(RangePolicy.of(N), near);
        assertThat(passes).containsEntry("HoistBoundsChecks", """
                        for (int i = 0; i < end; )
                          let stop = (long long) end - i > java::STRIP ? i + java::STRIP : end
                          check bounds, inside = all in bounds
                            loop k in [i, stop)
                              farthest farthest of body0_reach(k)
                          if inside
                            loop k2 in [i, stop)
                              call body0_reached(k2)
                          else
                            loop k2 in [i, stop)
                              call body0(k2)
                          i = stop;
                        """);
    }

    @Test
    void rows_that_share_loads_are_jammed() {
        RangeBody2 nine = (i, j) -> {
            double sum = 0;
            for (int p = -1; p <= 1; p++) {
                for (int q = -1; q <= 1; q++) {
                    sum = 0.7 * sum + u.get(i + p, j + q);
                }
            }
            v.set(i, j, sum);
        };
        assertThat(LoopPasses.of(inside, nine)).containsEntry("JamRows", """
                        let i = begin0
                        for (; (long long) end0 - i > 1; i += 2)
                          loop j in [begin1, end1), shaped
                            call body0(i, j)
                            call body0(i + 1, j)
                        if i < end0
                          loop j in [begin1, end1), shaped
                            call body0(i, j)
                        """);
    }

    @Test
    void a_row_without_branches_runs_in_whole_vectors() {
        RangeBody2 three = (i, j) -> v.set(i, j, u.get(i, j - 1) + u.get(i, j + 1));
        assertThat(LoopPasses.of(inside, three)).containsEntry("VectorizeRows", """
                        loop i in [begin0, end0)
                          let j = begin1
                          let lanes = java::VECTOR / 8
                          if (long long) end1 - j >= lanes
                            loop k in [j, j + lanes), shaped, wide
                              call body0(i, k)
                            j += lanes - java::behind_line(v + (long long) i * v_s0 + j);
                            for (; (long long) end1 - j >= lanes; j += lanes)
                              loop k2 in [j, j + lanes), shaped, wide
                                call body0(i, k2)
                            if j < end1
                              loop k3 in [end1 - lanes, end1 - lanes + lanes), shaped, wide
                                call body0(i, k3)
                          else
                            for (; j < end1; j++)
                              call body0(i, j)
                        """);
    }

    @Test
    void kernels_with_branches_have_loops_of_their_own() {
        RangeBody plain = i -> x.set(i, 2 * x.get(i));
        RangeBody branches = i -> {
            if (y.get(i) > 0) {
                y.set(i, Math.sqrt(y.get(i)));
            } else {
                y.set(i, -1);
            }
        };
        assertThat(LoopPasses.of(RangePolicy.of(N), plain, plain, branches)).containsEntry("DistributeBranches", """
                        for (int i = 0; i < end; )
                          let stop = (long long) end - i > java::STRIP ? i + java::STRIP : end
                          loop k in [i, stop), final
                            call body0(k)
                            call body1(k)
                          loop k in [i, stop), final
                            call body2(k)
                          i = stop;
                        """);
    }

    @Test
    void planes_make_a_loop_independent() {
        DoubleView planes = doubles("planes", 2, N);
        RangeBody both = i -> {
            planes.set(0, i, x.get(i));
            planes.set(1, i, -x.get(i));
        };
        assertThat(LoopPasses.of(RangePolicy.of(N), both)).containsEntry("MarkIndependent", """
                        loop i in [0, end), independent
                          call body0(i)
                        """);
    }

    @Test
    void loops_of_gpus_are_mapped_to_the_threads_of_a_grid() {
        LoopIr work = new LoopIr.Update("work(i, j);");
        LoopIr.Loop row = LoopIr.Loop.over(new LoopIr.Axis("int", "j", "0", "end1"), List.of(work));
        LoopIr.Loop rows = LoopIr.Loop.over(new LoopIr.Axis("int", "i", "begin0", "end0"), List.of(row));
        MapToGrid.GridAxis y = MapToGrid.GridAxis.striding("thread_y", "threads_y");
        MapToGrid.GridAxis x = MapToGrid.GridAxis.of("thread_x");
        UnaryOperator<String> names = UnaryOperator.identity();
        assertThat(LoopListing.of(LoopPipeline.gpu(List.of(y, x), null).run(List.of(rows), names)))
                .isEqualTo("""
                        for (int i = begin0 + thread_y; i < end0; i += threads_y)
                          let j = thread_x
                          leave if j >= end1
                          work(i, j);
                        """);
        // A loop within the work of a thread stays a loop.
        assertThat(LoopListing.of(LoopPipeline.gpu(List.of(x), null).run(List.of(rows), names)))
                .isEqualTo("""
                        let i = begin0 + thread_x
                        leave if i >= end0
                        loop j in [0, end1)
                          work(i, j);
                        """);
    }

    @Test
    void wrong_loops_are_found_by_the_verifier() {
        UnitScope unit = new UnitScope(List.of(), null, CppDialect.HOST);
        RangeBody body = i -> x.set(i, 1);
        RangePolicy range = RangePolicy.of(N);
        CppFunction version =
                new CppFunction("body0", ZooUnits.kernel("body", body, range, true), 0, unit, CppOptions.DEFAULT);
        LoopIr.Axis axis = new LoopIr.Axis("int", "i", "0", "end");
        LoopIr.Loop good = LoopIr.Loop.over(axis, List.of(new LoopIr.Call(version, 0, List.of("i"))));
        LoopVerifier.verify(List.of(good));
        LoopVerifier.verify(List.of(good, good));
        assertThatThrownBy(() -> LoopVerifier.verify(List.of(LoopIr.Loop.over(axis, List.of(good)))))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("i is declared twice");
        LoopIr stray = new LoopIr.Call(version, 0, List.of("i"));
        assertThatThrownBy(() -> LoopVerifier.verify(List.of(good, stray)))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("i is not known in i");
        LoopIr short2 = new LoopIr.Call(version, 0, List.of());
        assertThatThrownBy(() -> LoopVerifier.verify(List.of(good.with(List.of(short2)))))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("body0 has 1 indexes, not 0");
        LoopIr strided = new LoopIr.Loop(axis, new LoopIr.Stride(2, null), LoopIr.Stage.OPEN, Set.of(), good.body());
        assertThatThrownBy(() -> LoopVerifier.verify(List.of(strided)))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("a stride needs a function for its begin");
        LoopPass nests = (loops, names) -> List.of(LoopIr.Loop.over(axis, loops));
        assertThatThrownBy(() -> LoopPipeline.of(nests).run(List.of(good), UnaryOperator.identity()))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining(
                        "i is declared twice after " + nests.getClass().getSimpleName());
    }
}
