package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

final class ViewsTest {
    private static final MemorySpace HOST = MemorySpace.host();

    @Test
    void a_deep_copy_keeps_indexes_between_all_layouts_and_memories() {
        List<MemorySpace> spaces = List.of(HOST, TestMemory.checked("checked"), TestMemory.device("device"));
        for (ElementType type : ElementType.values()) {
            for (MemorySpace to : spaces) {
                for (MemorySpace from : spaces) {
                    for (int layouts = 0; layouts < 4; layouts++) {
                        Layout target = layouts % 2 == 0 ? Layout.RIGHT : Layout.LEFT;
                        Layout source = layouts / 2 == 0 ? Layout.RIGHT : Layout.LEFT;
                        View a = counted(type, from, source);
                        View b = Elements.view(type, "b", to, target, 3, 4, 5);
                        Views.deepCopy(b, a);
                        assertThat(Elements.all(b)).isEqualTo(Elements.all(a));
                        assertThat(Elements.all(b)[59]).isEqualTo(60);
                    }
                }
            }
        }
    }

    private static View counted(ElementType type, MemorySpace space, Layout layout) {
        View host = Elements.view(type, "a", HOST, layout, 3, 4, 5);
        int[] next = {1};
        Elements.forEachIndex(host, at -> Elements.set(host, next[0]++, at));
        View view = Elements.view(type, "a", space, layout, 3, 4, 5);
        Views.deepCopy(view, host);
        return view;
    }

    @Test
    void a_deep_copy_of_sub_views_touches_exactly_their_elements() {
        for (ElementType type : ElementType.values()) {
            View from = counted(type, HOST, Layout.LEFT);
            View to = Elements.view(type, "to", HOST, Layout.RIGHT, 4, 5, 6);
            Views.deepCopy(
                    to.subview(Slice.range(1, 3), Slice.at(4), Slice.range(2, 5)),
                    from.subview(Slice.range(0, 2), Slice.at(1), Slice.range(2, 5)));
            int[] expected = new int[120];
            for (int i = 0; i < 2; i++) {
                for (int k = 0; k < 3; k++) {
                    expected[((i + 1) * 5 + 4) * 6 + 2 + k] = (i * 4 + 1) * 5 + 2 + k + 1;
                }
            }
            assertThat(Elements.all(to)).isEqualTo(expected);
        }
    }

    @Test
    void copies_that_cannot_be_are_refused_by_their_views() {
        IntView a = IntView.of("a", HOST, 4);
        DoubleView d = DoubleView.of("d", HOST, 4);
        IntView b = IntView.of("b", HOST, 5);
        assertThatThrownBy(() -> Views.deepCopy(a, d))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S204: a copy of DoubleView 'd' [4] RIGHT in host to IntView 'a' [4] RIGHT in host: the"
                        + " element types differ; copy with a kernel");
        assertThatThrownBy(() -> Views.deepCopy(a, b))
                .hasMessage("S204: a copy of IntView 'b' [5] RIGHT in host to IntView 'a' [4] RIGHT in host: the"
                        + " extents differ; take sub-views of equal extents");
        assertThatThrownBy(() -> Views.deepCopy(b.subview(Slice.range(0, 3)), b.subview(Slice.range(2, 5))))
                .hasMessage("S205: a copy of IntView 'b' [3] RIGHT in host to IntView 'b' [3] RIGHT in host: the two"
                        + " views overlap; copy to a third view first, and from there");
        a.close();
        IntView c = IntView.of("c", HOST, 4);
        assertThatThrownBy(() -> Views.deepCopy(c, a))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S202: view 'a' is closed");
        assertThatThrownBy(() -> Views.fill(a, 1)).hasMessage("S202: view 'a' is closed");
        assertThatThrownBy(a::toArray).hasMessage("S202: view 'a' is closed");
    }

    @Test
    void a_java_array_has_no_native_address() {
        Allocation array = IntView.of("array", HOST, 6).allocation();
        assertThatThrownBy(array::address)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S220: view 'array' lives in host, which has no native addresses; make it on a GPU space");
    }

    @Test
    void a_copy_of_a_view_to_itself_does_nothing() {
        IntView a = IntView.of("a", HOST, 3);
        a.assign(1, 2, 3);
        Views.deepCopy(a, a);
        assertThat(a.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void mirrors_are_host_twins_and_mirror_views_only_where_needed() {
        DoubleView host = DoubleView.of("x", HOST, Layout.LEFT, 2, 3);
        DoubleView device = DoubleView.of("y", TestMemory.device("device"), 2, 3);
        assertThat(host.mirrorView()).isSameAs(host);
        assertThat(host.mirror()).isNotSameAs(host);
        assertThat(host.mirror().layout()).contains(Layout.LEFT);
        assertThat(host.mirror().allocation()).isNotSameAs(host.allocation());
        DoubleView mirror = device.mirrorView();
        assertThat(mirror.memorySpace()).isSameAs(HOST);
        assertThat(mirror.label()).isEqualTo("y");
        assertThat(mirror.region().extents()).containsExactly(2, 3);
        DoubleView strided = host.subview(Slice.all(), Slice.range(0, 2));
        assertThat(strided.mirror().size()).isEqualTo(4);
        assertThatThrownBy(() -> device.get(0, 0)).hasMessage("view 'y' is on a device");
    }

    @Test
    void views_print_their_elements_row_by_row() {
        IntView x = IntView.of("x", HOST, 2, 3);
        x.assign(1, 2, 3, 4, 5, 6);
        assertThat(Views.format(x)).isEqualTo("[[1, 2, 3],\n [4, 5, 6]]");
        IntView deep = IntView.of("deep", HOST, 2, 2, 2);
        deep.assign(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(Views.format(deep)).isEqualTo("[[[1, 2],\n  [3, 4]],\n [[5, 6],\n  [7, 8]]]");
        DoubleView one = DoubleView.of("one", HOST);
        one.set(-0.0);
        assertThat(Views.format(one)).isEqualTo("-0.0");
        assertThat(Views.format(FloatView.of("none", HOST, 0))).isEqualTo("[]");
        assertThat(Views.format(LongView.of("device", TestMemory.device("device"), 2)))
                .isEqualTo("[0, 0]");
        assertThat(Views.format(x.subview(Slice.all(), Slice.at(1)))).isEqualTo("[2, 5]");
        assertThat(x.isClosed()).isFalse();
    }

    @Test
    void long_views_print_their_first_thousand_elements() {
        IntView x = IntView.of("x", HOST, 5000);
        IntView y = IntView.of("y", HOST, 5000, 2);
        assertThat(Views.format(x)).hasSize(1 + 3 * 1000 + 4).endsWith("0, 0, ...]");
        assertThat(Views.format(y)).endsWith("[0, 0],\n ...]");
    }

    @Test
    void eager_operations_are_refused_in_host_nodes() {
        IntView x = IntView.of("x", HOST, 3);
        IntView y = IntView.of("y", HOST, 3);
        RunFrame before = RunFrame.enter(new RunFrame(false));
        try {
            assertThatThrownBy(() -> Views.deepCopy(x, y))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("R305: a host node must not call deepCopy: it would wait for the graph that it is part"
                            + " of; do it after the graph, or make it a node");
            assertThatThrownBy(() -> Views.fill(x, 1)).hasMessageStartingWith("R305: a host node must not call fill:");
            x.assign(1, 2, 3);
            assertThat(x.toArray()).containsExactly(1, 2, 3);
        } finally {
            RunFrame.enter(before);
        }
        Views.deepCopy(y, x);
    }

    /** Random boxes of random parents against the sets of their elements. */
    @Test
    void overlap_is_never_missed_and_exact_for_boxes_of_one_parent() {
        long seed = System.nanoTime();
        System.out.println("overlap: seed " + seed);
        Random random = new Random(seed);
        int met = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            long[] extents = new long[random.nextInt(5)];
            Arrays.setAll(extents, d -> 1 + random.nextInt(5));
            IntView parent = IntView.of("p", HOST, random.nextBoolean() ? Layout.RIGHT : Layout.LEFT, extents);
            IntView a = part(random, parent);
            IntView b = part(random, parent);
            boolean shares = shares(a.region(), b.region());
            met += shares ? 1 : 0;
            String what = Arrays.toString(extents) + " " + a.region() + " " + b.region() + " seed " + seed;
            if (shares || Arrays.equals(a.region().strides(), b.region().strides())) {
                assertThat(Views.overlap(a, b)).as(what).isEqualTo(shares);
            }
            assertThat(Views.overlap(a, b)).as(what).isEqualTo(Views.overlap(b, a));
        }
        assertThat(met).isBetween(1000, 19_000);
    }

    /** Views of other shapes over the same memory have strides that need not nest. */
    @Test
    void overlap_is_never_missed_between_views_over_the_same_memory() {
        long seed = System.nanoTime();
        System.out.println("overlap of other shapes: seed " + seed);
        Random random = new Random(seed);
        org.sporos.internal.space.Allocation memory = HostMemorySpace.INSTANCE.allocate("m", ElementType.INT, 64);
        for (int trial = 0; trial < 20_000; trial++) {
            IntView a = part(random, over(random, memory));
            IntView b = part(random, over(random, memory));
            if (shares(a.region(), b.region())) {
                assertThat(Views.overlap(a, b))
                        .as("%s %s seed %d", a.region(), b.region(), seed)
                        .isTrue();
            }
        }
    }

    private static IntView over(Random random, org.sporos.internal.space.Allocation memory) {
        long[] extents = new long[1 + random.nextInt(3)];
        Arrays.setAll(extents, d -> 1 + random.nextInt(4));
        Layout layout = random.nextBoolean() ? Layout.RIGHT : Layout.LEFT;
        return new IntView("v", memory, Shape.of("v", layout, extents), null);
    }

    private static IntView part(Random random, IntView parent) {
        Slice[] slices = new Slice[parent.rank()];
        Arrays.setAll(slices, d -> {
            int begin = random.nextInt((int) parent.extent(d));
            int length = random.nextInt((int) parent.extent(d) - begin + 1);
            return random.nextInt(4) == 0 ? Slice.at(begin) : Slice.range(begin, begin + length);
        });
        return parent.subview(slices);
    }

    private static boolean shares(StridedRegion a, StridedRegion b) {
        TreeSet<Long> elements = new TreeSet<>(offsets(a));
        elements.retainAll(offsets(b));
        return !elements.isEmpty();
    }

    private static List<Long> offsets(StridedRegion region) {
        List<Long> offsets = new ArrayList<>(List.of(region.offset()));
        for (int d = 0; d < region.rank(); d++) {
            List<Long> next = new ArrayList<>();
            for (long offset : offsets) {
                for (long i = 0; i < region.extents()[d]; i++) {
                    next.add(offset + i * region.strides()[d]);
                }
            }
            offsets = next;
        }
        return offsets;
    }

    @Test
    void views_of_different_memory_never_overlap() {
        IntView a = IntView.of("a", HOST, 4);
        IntView b = IntView.of("b", HOST, 4);
        assertThat(Views.overlap(a, b)).isFalse();
        assertThat(Views.overlap(a, a)).isTrue();
    }
}
