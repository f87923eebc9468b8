package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.space.ElementType;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;

final class ViewTest {
    private static final long[][] SHAPES = {{}, {7}, {3, 5}, {2, 3, 4}, {2, 3, 4, 5}, {0}, {3, 0}, {1, 1, 1, 1}};
    private static final MemorySpace CHECKED = TestMemory.checked("checked");

    static Stream<Arguments> all() {
        List<Arguments> all = new ArrayList<>();
        for (ElementType type : ElementType.values()) {
            for (MemorySpace space : List.of(MemorySpace.host(), CHECKED)) {
                for (Layout layout : List.of(Layout.RIGHT, Layout.LEFT)) {
                    for (long[] shape : SHAPES) {
                        all.add(Arguments.of(type, space, layout, shape));
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void each_element_has_a_place_of_its_own(ElementType type, MemorySpace space, Layout layout, long[] shape) {
        View view = Elements.view(type, "v", space, layout, shape);
        int[] next = {1};
        int[] expected = new int[(int) view.size()];
        Elements.forEachIndex(view, at -> Elements.set(view, next[0]++, at));
        Arrays.setAll(expected, i -> i + 1);
        assertThat(Elements.all(view)).isEqualTo(expected);
        next[0] = 1;
        Elements.forEachIndex(view, at -> assertThat(Elements.get(view, at)).isEqualTo(next[0]++));
        assertThat(view.rank()).isEqualTo(shape.length);
        assertThat(view.region().extents()).isEqualTo(shape);
        assertThat(view.elementType()).isEqualTo(type);
        assertThat(view.allocation().bytes()).isEqualTo(view.size() * type.bytes());
        view.close();
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_new_view_holds_zeros_and_a_fill_sets_them_all(
            ElementType type, MemorySpace space, Layout layout, long[] shape) {
        View view = Elements.view(type, "v", space, layout, shape);
        assertThat(Elements.all(view)).containsOnly(view.size() == 0 ? new int[0] : new int[] {0});
        Elements.fill(view, 42);
        assertThat(Elements.all(view)).containsOnly(view.size() == 0 ? new int[0] : new int[] {42});
        view.close();
    }

    @Test
    void the_last_index_of_layout_right_and_the_first_of_layout_left_run_fastest() {
        View right = Elements.view(ElementType.INT, "r", MemorySpace.host(), Layout.RIGHT, 2, 3, 4, 5);
        View left = Elements.view(ElementType.INT, "l", MemorySpace.host(), Layout.LEFT, 2, 3, 4, 5);
        assertThat(right.region().strides()).containsExactly(60, 20, 5, 1);
        assertThat(left.region().strides()).containsExactly(1, 2, 6, 24);
        assertThat(right.layout()).contains(Layout.RIGHT);
        assertThat(left.layout()).contains(Layout.LEFT);
        assertThat(right.extent(1)).isEqualTo(3);
        assertThat(left.stride(3)).isEqualTo(24);
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_sub_view_shows_the_elements_of_its_slices(ElementType type, MemorySpace space, Layout layout, long[] shape) {
        View view = Elements.view(type, "v", space, layout, shape);
        int[] next = {1};
        Elements.forEachIndex(view, at -> Elements.set(view, next[0]++, at));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < 20; trial++) {
            Slice[] slices = new Slice[shape.length];
            Arrays.setAll(slices, d -> slice(random, shape[d]));
            View part = view.subview(slices);
            Elements.forEachIndex(
                    part,
                    at -> assertThat(Elements.get(part, at))
                            .as("seed %d, slices %s", seed, Arrays.toString(slices))
                            .isEqualTo(Elements.get(view, indexInParent(slices, at))));
            List<Integer> elements = new ArrayList<>();
            Elements.forEachIndex(part, at -> elements.add(Elements.get(part, at)));
            assertThat(Elements.all(part))
                    .containsExactly(elements.stream().mapToInt(i -> i).toArray());
        }
        view.close();
    }

    private static Slice slice(Random random, long extent) {
        int kind = random.nextInt(extent == 0 ? 2 : 3);
        int begin = random.nextInt((int) extent + 1);
        return switch (kind) {
            case 0 -> Slice.all();
            case 1 -> Slice.range(begin, begin + random.nextInt((int) extent - begin + 1));
            default -> Slice.at(random.nextInt((int) extent));
        };
    }

    private static int[] indexInParent(Slice[] slices, int[] at) {
        int[] index = new int[slices.length];
        int kept = 0;
        for (int d = 0; d < slices.length; d++) {
            boolean one = slices[d].kind() == Slice.Kind.INDEX;
            index[d] = (int) slices[d].begin() + (one ? 0 : at[kept++]);
        }
        return index;
    }

    @Test
    void a_sub_view_of_a_sub_view_counts_from_the_latter() {
        IntView x = IntView.of("x", MemorySpace.host(), 10, 10);
        IntView inner = x.subview(Slice.range(2, 8), Slice.range(3, 9)).subview(Slice.at(1), Slice.range(2, 4));
        inner.set(0, 7);
        assertThat(x.get(3, 5)).isEqualTo(7);
        assertThat(inner.isSubview()).isTrue();
        assertThat(x.isSubview()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void a_wrong_number_of_indexes_names_the_view_and_both_ranks(ElementType type) {
        View view = Elements.view(type, "heat", MemorySpace.host(), Layout.RIGHT, 4, 4);
        View checked = Elements.view(type, "heat", CHECKED, Layout.RIGHT, 4, 4);
        for (View v : List.of(view, checked)) {
            assertThatThrownBy(() -> Elements.get(v, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S203: view 'heat' has rank 2 and is used with 1 index");
            assertThatThrownBy(() -> Elements.set(v, 1))
                    .hasMessage("S203: view 'heat' has rank 2 and is used with 0 indexes");
            assertThatThrownBy(() -> Elements.get(v, 1, 2, 3, 0))
                    .hasMessage("S203: view 'heat' has rank 2 and is used with 4 indexes");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void an_index_outside_of_the_view_names_the_view_and_the_index(
            ElementType type, MemorySpace space, Layout layout, long[] shape) {
        View view = Elements.view(type, "heat", space, layout, shape);
        for (int d = 0; d < shape.length; d++) {
            for (int wrong : new int[] {-1, (int) shape[d], Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                int[] at = new int[shape.length];
                at[d] = wrong;
                String index = Arrays.toString(at).replace('[', '(').replace(']', ')');
                String message =
                        "R301: index " + index + " is outside of view 'heat' of extents " + Arrays.toString(shape);
                assertThatThrownBy(() -> Elements.get(view, at))
                        .isInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessage(message);
                assertThatThrownBy(() -> Elements.set(view, 1, at)).hasMessage(message);
            }
        }
        view.close();
    }

    @Test
    void long_indexes_reach_views_of_rank_1() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 10);
        x.set(9L, 2.5);
        assertThat(x.get(9L)).isEqualTo(2.5).isEqualTo(x.get(9));
        assertThatThrownBy(() -> x.get(10L)).hasMessage("R301: index (10) is outside of view 'x' of extents [10]");
        assertThatThrownBy(() -> x.get(1L << 32))
                .hasMessage("R301: index (4294967296) is outside of view 'x' of extents [10]");
    }

    /** Kotlin converts no ints to longs; Java picks one of the two without a cast. */
    @Test
    void extents_are_ints_or_longs() throws ReflectiveOperationException {
        int n = 3;
        long m = 4;
        MemorySpace space = MemorySpace.host();
        assertThat(DoubleView.of("x", space, n).region().extents()).containsExactly(3);
        assertThat(DoubleView.of("x", space, n, n).region().extents()).containsExactly(3, 3);
        assertThat(DoubleView.of("x", space, n, m).region().extents()).containsExactly(3, 4);
        assertThat(DoubleView.of("x", space, Layout.LEFT, n, n).stride(1)).isEqualTo(3);
        assertThat(DoubleView.of("x", space).rank()).isZero();
        assertThat(DoubleView.spec(n, n).size()).isEqualTo(9);
        assertThat(DoubleView.spec().size()).isEqualTo(1);
        assertThatThrownBy(() -> DoubleView.of("x", space, -n)).hasMessageContaining("S203");
        for (ElementType type : ElementType.values()) {
            String name =
                    type.toString().charAt(0) + type.toString().substring(1).toLowerCase(Locale.ROOT);
            Class<?> view = Class.forName("org.sporos.view." + name + "View");
            for (Class<?> where : List.of(ExecutionSpace.class, MemorySpace.class)) {
                assertThat(view.getMethod("of", String.class, where, int[].class))
                        .isNotNull();
                assertThat(view.getMethod("of", String.class, where, Layout.class, int[].class))
                        .isNotNull();
            }
        }
    }

    @Test
    void shapes_and_slices_that_cannot_be_are_refused() {
        MemorySpace host = MemorySpace.host();
        assertThatThrownBy(() -> IntView.of("x", host, 1, 1, 1, 1, 1))
                .hasMessage("S203: view 'x' of rank 5; views have rank 0 to 4");
        assertThatThrownBy(() -> IntView.of("x", host, 3, -1))
                .hasMessage("S203: view 'x' has the extent -1; use 0 or more");
        assertThatThrownBy(() -> IntView.of("x", host, 1L << 31, 1L << 31))
                .hasMessage("S207: view 'x' has more elements than any memory can hold; split it");
        assertThatThrownBy(() -> IntView.of("x", host, 1L << 31))
                .hasMessage("S207: view 'x' of 2147483648 elements: memory on the host is a Java array, which holds at"
                        + " most 2147483639; split the view, or open a GPU space");
        assertThatThrownBy(() -> IntView.of(null, host, 1))
                .hasMessage("G004: the label of a view is null; give it a value");
        IntView x = IntView.of("x", host, 4, 5);
        assertThatThrownBy(() -> x.subview(Slice.all()))
                .hasMessage("S203: a sub-view of view 'x' of rank 2 with 1 slices; give one for each dimension,"
                        + " Slice.all() to keep it whole");
        assertThatThrownBy(() -> x.subview(Slice.range(1, 5), Slice.all()))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("S203: slice 1:5 of dimension 0 of view 'x', which has the extent 4: it is not inside");
        assertThatThrownBy(() -> x.subview(Slice.all(), Slice.at(-1)))
                .hasMessage("S203: slice -1 of dimension 1 of view 'x', which has the extent 5: it is not inside");
        assertThatThrownBy(() -> x.subview(Slice.range(3, 2), Slice.all()))
                .hasMessage(
                        "S203: slice 3:2 of dimension 0 of view 'x', which has the extent 4: it ends before it begins");
        assertThatThrownBy(() -> x.subview(Slice.all(), null))
                .hasMessage("G004: a slice of view 'x' is null; give it a value");
        assertThatThrownBy(() -> x.extent(2))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("S203: view 'x' of rank 2 has no dimension 2; they begin at 0");
        assertThatThrownBy(() -> x.stride(-1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("S203: view 'x' of rank 2 has no dimension -1; they begin at 0");
        assertThatThrownBy(() -> IntView.of("y", (ExecutionSpace) null, 4))
                .hasMessage("G004: the space of view 'y' is null; give it a value");
        assertThatThrownBy(() -> IntView.of("y", (MemorySpace) null, 4))
                .hasMessage("G004: the space of view 'y' is null; give it a value");
    }

    @Test
    void assign_takes_as_many_values_as_there_are_elements() {
        IntView x = IntView.of("x", MemorySpace.host(), Layout.LEFT, 2, 3);
        x.assign(1, 2, 3, 4, 5, 6);
        assertThat(x.get(1, 0)).isEqualTo(4);
        assertThatThrownBy(() -> x.assign(1, 2)).hasMessage("S204: view 'x' has 6 elements and is given 2 values");
    }

    @Test
    void a_view_says_what_it_is_in_one_line() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 3, 4);
        assertThat(x).hasToString("DoubleView 'x' [3, 4] RIGHT in host");
        assertThat(x.subview(Slice.all(), Slice.range(1, 3))).hasToString("DoubleView 'x' [3, 2] strided in host");
        assertThat(x.subview(Slice.all(), Slice.range(1, 3)).layout()).isEmpty();
        assertThat(x.subview(Slice.at(0), Slice.at(0))).hasToString("DoubleView 'x' [] RIGHT in host");
        assertThat(LongView.of("l", CHECKED, Layout.LEFT, 2, 2)).hasToString("LongView 'l' [2, 2] LEFT in checked");
    }

    @Test
    void a_view_over_memory_needs_its_type_and_room() {
        org.sporos.internal.space.Allocation memory = HostMemorySpace.INSTANCE.allocate("m", ElementType.INT, 6);
        assertThat(IntView.spec(2, 3).over("m", memory).size()).isEqualTo(6);
        assertThatThrownBy(() -> IntView.spec(7).over("m", memory))
                .hasMessage("S235: memory of 6 int elements has no room for a view of [7] int elements;"
                        + " give it memory of that type, and of at least that many");
        assertThatThrownBy(() -> LongView.spec(2).over("m", memory))
                .hasMessage("S235: memory of 6 int elements has no room for a view of [2] long elements;"
                        + " give it memory of that type, and of at least that many");
    }
}
