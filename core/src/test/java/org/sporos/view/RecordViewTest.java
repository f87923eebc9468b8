package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

final class RecordViewTest {
    private static final MemorySpace HOST = MemorySpace.host();

    private record Vec(double x, double y) {}

    private record Particle(Vec position, byte kind, short group, int cell, long id, float charge, boolean alive) {}

    private record Angle(double degrees) {
        Angle {
            degrees = degrees % 360;
        }

        @Override
        public double degrees() {
            return degrees + 0.5;
        }
    }

    private record Empty() {}

    private record Named(String name, int n) {}

    private record Letter(int n, Glyph glyph) {}

    private record Glyph(char c) {}

    private record Chain(int n, Link next) {}

    private record Link(Chain chain) {}

    private static Particle particle(int i) {
        return new Particle(
                new Vec(i + 0.25, -i), (byte) -i, (short) (300 + i), 70_000 * i, 1L << 40 | i, i / 3f, i % 2 == 0);
    }

    private static RecordView<Particle> filled(int n) {
        RecordView<Particle> view = RecordView.of("p", HOST, Particle.class, n);
        for (int i = 0; i < n; i++) {
            view.set(i, particle(i));
        }
        return view;
    }

    private static List<Particle> all(RecordView<Particle> view) {
        List<Particle> all = new ArrayList<>();
        for (int i = 0; i < view.size(); i++) {
            all.add(view.get(i));
        }
        return all;
    }

    @Test
    void records_come_back_as_they_were_set() {
        assertThat(all(filled(4))).containsExactly(particle(0), particle(1), particle(2), particle(3));
    }

    @Test
    void each_primitive_is_an_ordinary_view() {
        RecordView<Particle> view = filled(3);
        assertThat(view.components())
                .extracting(View::label)
                .containsExactly(
                        "p.position.x", "p.position.y", "p.kind", "p.group", "p.cell", "p.id", "p.charge", "p.alive");
        assertThat(view.component("position.x", DoubleView.class).toArray()).containsExactly(0.25, 1.25, 2.25);
        assertThat(view.component("alive", ByteView.class).toArray()).containsExactly(1, 0, 1);
        view.component("alive", ByteView.class).set(1, (byte) 2);
        view.component("cell", IntView.class).set(1, 8);
        assertThat(view.get(1).alive()).isTrue();
        assertThat(view.get(1).cell()).isEqualTo(8);
        assertThat(view.component("id")).isSameAs(view.components().get(5));
    }

    @Test
    void views_of_rank_0_to_4_have_records() {
        RecordView<Vec> v0 = RecordView.of("v", HOST, Vec.class);
        v0.set(new Vec(1, 2));
        assertThat(v0.get()).isEqualTo(new Vec(1, 2));
        RecordView<Vec> v2 = RecordView.of("v", HOST, Vec.class, 2, 3);
        v2.set(1, 2, new Vec(3, 4));
        assertThat(v2.get(1, 2)).isEqualTo(new Vec(3, 4));
        assertThat(v2.component("y", DoubleView.class).toArray()).containsExactly(0, 0, 0, 0, 0, 4);
        RecordView<Vec> v3 = RecordView.of("v", HOST, Vec.class, 2L, 2L, 2L);
        v3.set(1, 0, 1, new Vec(5, 6));
        assertThat(v3.get(1, 0, 1)).isEqualTo(new Vec(5, 6));
        RecordView<Vec> v4 = RecordView.of("v", HOST, Vec.class, 2, 2, 2, 2);
        v4.set(1, 0, 1, 0, new Vec(7, 8));
        assertThat(v4.get(1, 0, 1, 0)).isEqualTo(new Vec(7, 8));
        RecordView<Vec> v1 = RecordView.of("v", HOST, Vec.class, 2);
        v1.set(1L, new Vec(9, 10));
        assertThat(v1.get(1L)).isEqualTo(v1.get(1)).isEqualTo(new Vec(9, 10));
        assertThat(v4.rank()).isEqualTo(4);
        assertThat(v4.extent(3)).isEqualTo(2);
        assertThat(v4.size()).isEqualTo(16);
    }

    @Test
    void records_go_in_and_out_row_by_row() {
        RecordView<Vec> v = RecordView.of("v", TestMemory.checked("checked"), Vec.class, 2, 2);
        Vec[] records = {new Vec(1, 2), new Vec(3, 4), new Vec(5, 6), new Vec(7, 8)};
        v.assign(records);
        assertThat(v.get(1, 0)).isEqualTo(new Vec(5, 6));
        assertThat(v.toArray()).isEqualTo(records);
        assertThat(v.subview(Slice.all(), Slice.at(1)).toArray()).containsExactly(new Vec(3, 4), new Vec(7, 8));
        assertThatThrownBy(() -> v.assign(new Vec(0, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S204: view 'v.x' has 4 elements and is given 1 values");
    }

    @Test
    void constructors_that_a_record_writes_itself_run_and_fields_are_stored_whatever_accessors_return() {
        RecordView<Angle> a = RecordView.of("a", HOST, Angle.class, 1);
        a.set(0, new Angle(365));
        assertThat(a.component("degrees", DoubleView.class).get(0)).isEqualTo(5);
        a.set(0, a.get(0));
        assertThat(a.component("degrees", DoubleView.class).get(0)).isEqualTo(5);
        RecordView.fill(a, a.get(0));
        assertThat(a.component("degrees", DoubleView.class).get(0)).isEqualTo(5);
        a.assign(a.toArray());
        assertThat(a.component("degrees", DoubleView.class).get(0)).isEqualTo(5);
        a.component("degrees", DoubleView.class).set(0, 721);
        assertThat(a.get(0)).isEqualTo(new Angle(1));
    }

    @Test
    void sub_views_and_mirrors_are_made_of_those_of_the_components() {
        RecordView<Particle> view = filled(5);
        RecordView<Particle> part = view.subview(Slice.range(1, 3));
        assertThat(all(part)).containsExactly(particle(1), particle(2));
        part.set(0, particle(9));
        assertThat(view.get(1)).isEqualTo(particle(9));
        RecordView<Particle> mirror = view.mirror();
        assertThat(mirror.get(0).cell()).isZero();
        RecordView.deepCopy(mirror, view);
        assertThat(all(mirror)).isEqualTo(all(view));
        assertThat(view.mirrorView()).isSameAs(view);
        RecordView.fill(part, particle(7));
        assertThat(all(view)).containsExactly(particle(0), particle(7), particle(7), particle(3), particle(4));
    }

    @Test
    void memory_is_that_of_the_components_and_given_back() {
        TestMemory device = TestMemory.device("device");
        RecordView<Particle> view = RecordView.of("p", device, Particle.class, 10);
        assertThat(device.statistics().bytesInUse()).isEqualTo(10 * (8 + 8 + 1 + 2 + 4 + 8 + 4 + 1));
        assertThat(view.memorySpace()).isSameAs(device);
        assertThatThrownBy(() -> view.get(0)).hasMessage("view 'p.position.x' is on a device");
        assertThat(view.isClosed()).isFalse();
        view.close();
        view.close();
        assertThat(view.isClosed()).isTrue();
        assertThat(device.statistics().bytesInUse()).isZero();
    }

    @Test
    void what_was_allocated_before_a_failure_is_given_back() {
        TestMemory device = TestMemory.device("device");
        assertThatThrownBy(() -> RecordView.of("p", device, Particle.class, 1L << 62))
                .isInstanceOfAny(OutOfMemoryException.class, IllegalArgumentException.class);
        assertThat(device.statistics().bytesInUse()).isZero();
    }

    @Test
    void it_is_shown_by_its_records_and_extents() {
        assertThat(filled(5)).hasToString("RecordView of Particle 'p' [5] in host");
    }

    @Test
    void wrong_uses_are_refused_as_those_of_views() {
        RecordView<Particle> view = filled(5);
        assertThatThrownBy(() -> view.get(5))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("R301: index (5) is outside of view 'p.position.x' of extents [5]");
        assertThatThrownBy(() -> view.set(0, 0, particle(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S203: view 'p.position.x' has rank 1 and is used with 2 indexes");
        assertThatThrownBy(() -> view.set(0, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("G004: the record that a record view is set to is null; give it a value");
        assertThatThrownBy(() -> RecordView.deepCopy(view, view.subview(Slice.range(0, 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'p.position.x'");
        assertThatThrownBy(() -> RecordView.deepCopy(view.subview(Slice.range(1, 4)), view.subview(Slice.range(0, 3))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("overlap");
        view.close();
        assertThatThrownBy(() -> view.get(0)).hasMessage("S202: view 'p.position.x' is closed");
    }

    @Test
    void components_that_are_not_there_are_named() {
        RecordView<Vec> v = RecordView.of("v", HOST, Vec.class, 2);
        assertThatThrownBy(() -> v.component("z"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S262: record view 'v' has no component 'z'; those of Vec are x, y");
        assertThatThrownBy(() -> v.component("x", FloatView.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S263: component 'x' of record view 'v' is DoubleView, not FloatView; ask for it as that");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void views_of_other_records_are_not_copied() {
        RecordView vec = RecordView.of("v", HOST, Vec.class, 2);
        RecordView angle = RecordView.of("a", HOST, Angle.class, 2);
        assertThatThrownBy(() -> RecordView.deepCopy(vec, angle))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S264: record view 'v' of Vec is to be copied from 'a' of Angle; copy the components that"
                        + " both have");
    }

    private static void assertRefused(Class<? extends Record> type, String message) {
        assertThatThrownBy(() -> RecordView.of("v", HOST, type, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void records_that_views_cannot_hold_are_refused() {
        String types = "; the components of a record in views are double, float, int, long, byte, short, boolean and"
                + " records of these";
        assertRefused(Named.class, "K223: record Named has component name of type String" + types);
        assertRefused(Letter.class, "K223: record Letter has component glyph.c of type char" + types);
        assertRefused(
                Chain.class, "K223: record Chain has component next.chain of type Chain, which it lies in" + types);
        assertRefused(Empty.class, "K224: record Empty has 0 components; a record view has 1 to 64");
        assertRefused(
                Record.class, "K224: Record is no record class; give the class of a record, as in Particle.class");
        assertRefused(
                Wide.class, "K224: record Wide has 72 components; a record view has 1 to 64, so take several views");
    }

    private record Eight(double a, double b, double c, double d, double e, double f, double g, double h) {}

    private record Wide(Eight a, Eight b, Eight c, Eight d, Eight e, Eight f, Eight g, Eight h, Eight i) {}

    private record Widest(Eight a, Eight b, Eight c, Eight d, Eight e, Eight f, Eight g, Eight h) {}

    @Test
    void a_record_has_up_to_64_components() {
        RecordView<Widest> view = RecordView.of("w", HOST, Widest.class, 1, 1, 1, 1);
        Eight last = new Eight(1, 2, 3, 4, 5, 6, 7, 8);
        Eight zero = new Eight(0, 0, 0, 0, 0, 0, 0, 0);
        Widest wide = new Widest(zero, zero, zero, zero, zero, zero, zero, last);
        view.set(0, 0, 0, 0, wide);
        assertThat(view.get(0, 0, 0, 0)).isEqualTo(wide);
    }

    /** Records of the JDK, as no lookup of its classes is made. Java 17 has none with primitives alone. */
    @Test
    void records_that_cannot_be_reached_are_refused() throws ClassNotFoundException {
        assumeTrue(Runtime.version().feature() >= 25);
        Class<? extends Record> type =
                Class.forName("jdk.internal.util.OSVersion").asSubclass(Record.class);
        assertRefused(
                type,
                "K225: the constructor and the fields of record jdk.internal.util.OSVersion cannot be reached; open its"
                        + " package to org.sporos.core");
    }
}
