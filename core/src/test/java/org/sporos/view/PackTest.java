package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.sporos.space.MemorySpace;

/** Elements in buffers: what a host node sends and receives. */
final class PackTest {
    private static final MemorySpace HOST = MemorySpace.host();

    @Test
    void elements_follow_each_other_in_the_order_of_memory() {
        try (IntView rows = IntView.of("rows", HOST, 2, 2);
                IntView columns = IntView.of("columns", HOST, Layout.LEFT, 2, 2)) {
            rows.assign(1, 2, 3, 4);
            columns.assign(1, 2, 3, 4);
            ByteBuffer buffer = ByteBuffer.allocate(32);
            Views.pack(rows, buffer);
            Views.pack(columns, buffer);
            assertThat(buffer.hasRemaining()).isFalse();
            buffer.flip();
            int[] packed = new int[8];
            buffer.asIntBuffer().get(packed);
            assertThat(packed).containsExactly(1, 2, 3, 4, 1, 3, 2, 4);
        }
    }

    @Test
    void each_type_comes_back_with_its_bits_in_either_order_of_bytes() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            try (DoubleView doubles = DoubleView.of("doubles", HOST, 2);
                    FloatView floats = FloatView.of("floats", HOST, 2);
                    LongView longs = LongView.of("longs", HOST, 2);
                    ShortView shorts = ShortView.of("shorts", HOST, 2);
                    ByteView bytes = ByteView.of("bytes", HOST, 2)) {
                doubles.assign(-0.0, Math.PI);
                floats.assign(Float.MIN_VALUE, -3);
                longs.assign(Long.MIN_VALUE, 7);
                shorts.assign((short) -2, (short) 500);
                bytes.assign((byte) -1, (byte) 100);
                ByteBuffer buffer = ByteBuffer.allocate(46).order(order);
                for (View view : new View[] {doubles, floats, longs, shorts, bytes}) {
                    Views.pack(view, buffer);
                    Views.unpack(view, ByteBuffer.allocate(16));
                }
                buffer.flip();
                for (View view : new View[] {doubles, floats, longs, shorts, bytes}) {
                    Views.unpack(view, buffer);
                }
                assertThat(doubles.toArray()).containsExactly(-0.0, Math.PI);
                assertThat(floats.toArray()).containsExactly(Float.MIN_VALUE, -3);
                assertThat(longs.toArray()).containsExactly(Long.MIN_VALUE, 7);
                assertThat(shorts.toArray()).containsExactly((short) -2, (short) 500);
                assertThat(bytes.toArray()).containsExactly((byte) -1, (byte) 100);
            }
        }
    }

    @Test
    void a_part_whose_elements_lie_side_by_side_is_packed() {
        try (LongView all = LongView.of("all", HOST, 4)) {
            all.assign(1, 2, 3, 4);
            LongView inner = all.subview(Slice.range(1, 3));
            ByteBuffer buffer = ByteBuffer.allocate(16);
            Views.pack(inner, buffer);
            buffer.flip();
            assertThat(buffer.getLong()).isEqualTo(2);
            buffer.rewind();
            Views.unpack(all.subview(Slice.range(2, 4)), buffer);
            assertThat(all.toArray()).containsExactly(1, 2, 2, 3);
        }
    }

    @Test
    void a_buffer_without_room_is_refused_and_keeps_its_position() {
        try (DoubleView x = DoubleView.of("x", HOST, 3)) {
            ByteBuffer buffer = ByteBuffer.allocate(23);
            assertThatThrownBy(() -> Views.pack(x, buffer))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S204: view 'x' has 24 bytes, but 23 remain in the buffer");
            assertThatThrownBy(() -> Views.unpack(x, buffer)).hasMessageStartingWith("S204: view 'x' has 24 bytes");
            assertThat(buffer.position()).isZero();
        }
    }

    @Test
    void elements_that_lie_apart_are_refused() {
        try (DoubleView x = DoubleView.of("x", HOST, 3, 3)) {
            DoubleView column = x.subview(Slice.all(), Slice.at(1));
            assertThatThrownBy(() -> Views.pack(column, ByteBuffer.allocate(100)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("S204: the elements of view 'x' do not lie one after another;"
                            + " copy them to a view of their own first");
        }
    }

    @Test
    void a_closed_view_is_refused() {
        DoubleView x = DoubleView.of("x", HOST, 3);
        x.close();
        assertThatThrownBy(() -> Views.unpack(x, ByteBuffer.allocate(100)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S202: view 'x' is closed");
    }
}
