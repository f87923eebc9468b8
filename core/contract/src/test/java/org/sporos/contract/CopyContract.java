package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.LongView;
import org.sporos.view.Slice;
import org.sporos.view.View;
import org.sporos.view.Views;

abstract class CopyContract extends Contract {

    private static double[] counted(int n, double from) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> from + i);
        return values;
    }

    @Test
    void a_fill_sets_each_element_of_each_type() {
        DoubleView d = doubles("d", 1000);
        FloatView f = floats("f", 10, 10);
        IntView k = ints("k");
        LongView l = longs("l", 3, 4, 5, 6);
        DoubleView none = doubles("none", 0);
        run(root -> {
            root.thenFill("d", d, -0.0);
            root.thenFill("f", f, Float.NaN);
            root.thenFill("k", k, Integer.MIN_VALUE);
            root.thenFill("l", l, Long.MAX_VALUE);
            root.thenFill("none", none, 1);
        });
        double[] zeros = new double[1000];
        Arrays.fill(zeros, -0.0);
        assertThat(d.toArray()).isEqualTo(zeros);
        assertThat(f.toArray()).containsOnly(Float.NaN);
        assertThat(k.toArray()).containsExactly(Integer.MIN_VALUE);
        assertThat(l.toArray()).hasSize(360).containsOnly(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"RIGHT", "LEFT"})
    void a_fill_of_a_sub_view_leaves_the_rest(Layout layout) {
        IntView x = own(IntView.of("x", space(), layout, 8, 9));
        IntView inner = x.subview(Slice.range(2, 5), Slice.range(1, 8));
        IntView column = x.subview(Slice.all(), Slice.at(0));
        run(root -> {
            root.thenFill("inner", inner, 7);
            root.thenFill("column", column, 3);
        });
        int[] expected = new int[72];
        Arrays.setAll(expected, at -> {
            int j = at % 9;
            return j == 0 ? 3 : at / 9 >= 2 && at / 9 < 5 && j < 8 ? 7 : 0;
        });
        assertThat(x.toArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"RIGHT, RIGHT", "RIGHT, LEFT", "LEFT, RIGHT", "LEFT, LEFT"})
    void a_copy_keeps_indexes_across_layouts(Layout toLayout, Layout fromLayout) {
        long[][] shapes = {{}, {17}, {5, 7}, {3, 4, 5}, {2, 3, 4, 5}, {0}, {3, 0, 2}};
        for (long[] shape : shapes) {
            DoubleView from = own(DoubleView.of("from", space(), fromLayout, shape));
            DoubleView to = own(DoubleView.of("to", space(), toLayout, shape));
            double[] values = counted((int) from.size(), 1);
            from.assign(values);
            run(root -> root.thenDeepCopy("copy", to, from));
            assertThat(to.toArray()).as(Arrays.toString(shape)).isEqualTo(values);
        }
    }

    @Test
    void copies_of_each_type_keep_all_bits() {
        float[] floats = {Float.NaN, -0f, Float.MIN_VALUE, 1e38f};
        int[] ints = {0, -1, Integer.MIN_VALUE, 42};
        long[] longs = {0, -1, Long.MIN_VALUE, 1L << 40};
        FloatView f = own(FloatView.copyOf("f", space(), floats));
        IntView k = intsOf("k", ints);
        LongView l = own(LongView.copyOf("l", space(), longs));
        FloatView f2 = floats("f2", 4);
        IntView k2 = ints("k2", 4);
        LongView l2 = longs("l2", 4);
        run(root -> {
            root.thenDeepCopy("f", f2, f);
            root.thenDeepCopy("k", k2, k);
            root.thenDeepCopy("l", l2, l);
        });
        assertThat(f2.toArray()).isEqualTo(floats);
        assertThat(k2.toArray()).isEqualTo(ints);
        assertThat(l2.toArray()).isEqualTo(longs);
    }

    @Test
    void copies_between_random_sub_views_touch_exactly_their_elements() {
        long seed = System.nanoTime();
        System.out.println("copies between random sub-views: seed " + seed);
        Random random = new Random(seed);
        for (int trial = 0; trial < 30; trial++) {
            Layout layout = random.nextBoolean() ? Layout.RIGHT : Layout.LEFT;
            DoubleView from = own(DoubleView.of("from", space(), layout, 6, 7, 8));
            DoubleView to = own(DoubleView.of("to", space(), Layout.RIGHT, 7, 8, 9));
            from.assign(counted(336, 1));
            long[] extent = {random.nextInt(7), random.nextInt(8), random.nextInt(9)};
            Slice[] source = slices(random, extent, 6, 7, 8);
            Slice[] target = slices(random, extent, 7, 8, 9);
            run(root -> root.thenDeepCopy("copy", to.subview(target), from.subview(source)));
            double[] expected = new double[504];
            for (int i = 0; i < extent[0]; i++) {
                for (int j = 0; j < extent[1]; j++) {
                    for (int k = 0; k < extent[2]; k++) {
                        int at = (int)
                                (((target[0].begin() + i) * 8 + target[1].begin() + j) * 9 + target[2].begin() + k);
                        expected[at] =
                                ((source[0].begin() + i) * 7 + source[1].begin() + j) * 8 + source[2].begin() + k + 1;
                    }
                }
            }
            assertThat(to.toArray()).as("trial %d of seed %d", trial, seed).isEqualTo(expected);
        }
    }

    private static Slice[] slices(Random random, long[] extent, int... whole) {
        Slice[] slices = new Slice[extent.length];
        Arrays.setAll(slices, d -> {
            int begin = random.nextInt(whole[d] - (int) extent[d] + 1);
            return Slice.range(begin, begin + extent[d]);
        });
        return slices;
    }

    @Test
    void a_copy_of_a_view_to_itself_changes_nothing() {
        DoubleView x = doublesOf("x", counted(3000, 0));
        DoubleView mirror = own(x.mirror());
        Views.deepCopy(mirror, x);
        DoubleView whole = x.subview(Slice.all());
        ExecutableGraph exec = instantiate(root -> {
            root.thenDeepCopy("itself", x, x)
                    .thenDeepCopy("by another view", whole, x)
                    .thenIf("if", () -> x.get(1) == 1, then -> then.thenDeepCopy("inside", x, whole));
            root.thenDeepCopy("mirror", mirror, mirror);
        });
        run(exec);
        space().deepCopy("eager", x, whole);
        assertThat(x.toArray()).isEqualTo(counted(3000, 0));
        assertThat(mirror.toArray()).isEqualTo(counted(3000, 0));
    }

    @Test
    void a_copy_goes_to_a_mirror_and_back_inside_of_a_graph() {
        DoubleView x = doublesOf("x", counted(5000, 0));
        DoubleView mirror = own(x.mirror());
        DoubleView back = doubles("back", 5000);
        run(root -> root.thenParallelFor("k", RangePolicy.of(5000), i -> x.set(i, x.get(i) * 2))
                .thenDeepCopy("down", mirror, x)
                .thenDeepCopy("up", back, mirror));
        double[] expected = new double[5000];
        Arrays.setAll(expected, i -> 2.0 * i);
        assertThat(mirror.toArray()).isEqualTo(expected);
        assertThat(mirror.get(4999)).isEqualTo(9998);
        assertThat(back.toArray()).isEqualTo(expected);
    }

    @Test
    void a_copy_of_sub_views_goes_to_a_mirror_and_back() {
        DoubleView x = own(DoubleView.of("x", space(), 20, 30));
        x.assign(counted(600, 0));
        DoubleView mirror = own(x.mirror());
        Slice[] box = {Slice.range(3, 17), Slice.range(5, 6)};
        Slice[] shifted = {Slice.range(0, 14), Slice.range(29, 30)};
        run(root -> {
            NodeRef down = root.thenDeepCopy("down", mirror.subview(box), x.subview(box));
            down.thenDeepCopy("up", x.subview(shifted), mirror.subview(box));
        });
        for (int i = 0; i < 14; i++) {
            assertThat(mirror.get(i + 3, 5)).isEqualTo((i + 3) * 30 + 5);
            assertThat(x.toArray()[i * 30 + 29]).isEqualTo((i + 3) * 30 + 5);
        }
        assertThat(mirror.get(0, 0)).isZero();
    }

    @Test
    void a_view_may_be_copied_to_a_part_of_itself_that_it_does_not_overlap() {
        LongView x = own(LongView.copyOf("x", space(), 1, 2, 3, 4, 5, 6));
        run(root -> root.thenDeepCopy("copy", x.subview(Slice.range(0, 3)), x.subview(Slice.range(3, 6))));
        assertThat(x.toArray()).containsExactly(4, 5, 6, 4, 5, 6);
    }

    @Test
    void large_copies_and_fills_are_whole() {
        int n = 1 << 20;
        LongView a = longs("a", n);
        LongView b = longs("b", n);
        LongView c = longs("c", n);
        run(root -> root.thenFill("fill", a, 11)
                .thenParallelFor("k", RangePolicy.of(n), i -> a.set(i, a.get(i) + i))
                .thenDeepCopy("copy", b, a)
                .thenDeepCopy("again", c, b));
        long[] expected = new long[n];
        Arrays.setAll(expected, i -> 11L + i);
        assertThat(c.toArray()).isEqualTo(expected);
    }

    @Test
    void a_mirror_view_is_the_view_itself_only_where_the_host_reaches_it() {
        DoubleView x = doubles("x", 4);
        View mirrorView = x.mirrorView();
        if (x.memorySpace().isHostAccessible()) {
            assertThat(mirrorView).isSameAs(x);
        } else {
            own(mirrorView);
            assertThat(mirrorView).isNotSameAs(x);
            assertThat(mirrorView.memorySpace().isHostAccessible()).isTrue();
            assertThat(mirrorView.memorySpace().isPinned()).isTrue();
        }
        View mirror = own(x.mirror());
        assertThat(mirror).isNotSameAs(x);
        assertThat(mirror.label()).isEqualTo("x");
    }

    @Test
    void a_buffer_is_pinned_memory_that_copies_use() {
        assumeFalse(isHost(), "memory of the host is Java arrays");
        int n = 64;
        ByteBuffer buffer = ByteBuffer.allocateDirect(8 * n).order(ByteOrder.nativeOrder());
        buffer.putDouble(8 * 5, 5);
        DoubleView x = doubles("x", n);
        try (DoubleView pinned = DoubleView.spec(n).over("pinned", space(), buffer)) {
            ExecutableGraph exec = run(root -> root.thenDeepCopy("in", x, pinned)
                    .thenParallelFor("double", RangePolicy.of(n), i -> x.set(i, 2 * x.get(i)))
                    .thenDeepCopy("out", pinned, x));
            run(exec);
            exec.close();
            assertThat(buffer.getDouble(8 * 5)).isEqualTo(20);
            pinned.set(3, 7);
            assertThat(buffer.getDouble(8 * 3)).isEqualTo(7);
            assertThatThrownBy(() -> DoubleView.spec(n).over("again", space(), buffer))
                    .hasMessageStartingWith(
                            "S273: the memory of view 'again' cannot be pinned for " + space().name() + ": ");
        }
        DoubleView.spec(n).over("later", space(), buffer).close();
        assertThatThrownBy(() -> DoubleView.spec(n + 1).over("x", space(), buffer))
                .hasMessage("S273: view 'x' of 520 bytes is given a direct buffer of 512; give a direct one that can be"
                        + " written, of at least that many");
        assertThatThrownBy(() -> DoubleView.spec(n).over("x", space(), ByteBuffer.allocate(8 * n)))
                .hasMessageStartingWith("S273: view 'x' of 512 bytes is given a heap buffer of 512");
        assertThatThrownBy(() -> DoubleView.spec(n).over("x", space(), buffer.asReadOnlyBuffer()))
                .hasMessageStartingWith("S273: view 'x' of 512 bytes is given a read-only direct buffer of 512");
    }
}
