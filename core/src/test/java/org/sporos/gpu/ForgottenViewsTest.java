package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;

/** Views that were never closed and that nobody holds do not fill a device, nor pinned memory. */
class ForgottenViewsTest {
    private static final int VIEW = 1 << 20;
    private static final long BYTES = 8L * VIEW;
    private static final GpuException FULL =
            new GpuException("cuMemAlloc", 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory");

    private final ScriptedDriver driver = new ScriptedDriver();

    /** A memory that has room for some views. */
    private static final class Room {
        private final long capacity;
        private final Map<Long, Long> taken = new HashMap<>();
        private long address = 1 << 30;
        private long used;
        private long most;

        Room(long capacity) {
            this.capacity = capacity;
        }

        synchronized long take(long bytes) {
            if (used + bytes > capacity) {
                throw FULL;
            }
            used += bytes;
            most = Math.max(most, used);
            address += bytes;
            taken.put(address, bytes);
            return address;
        }

        synchronized void free(long at) {
            used -= taken.remove(at);
        }
    }

    private Room room(String take, String free, long capacity) {
        Room room = new Room(capacity);
        driver.answer(take, arguments -> room.take((long) arguments[0]));
        driver.answer(free, arguments -> {
            room.free((long) arguments[0]);
            return null;
        });
        return room;
    }

    private GpuSpace open() {
        return GpuSpace.open("cuda", driver.driver(), CppDialect.CUDA);
    }

    @Test
    void forgotten_views_give_way_when_the_device_is_full() {
        // Far less than the device says to have, so that nothing collects ahead.
        Room room = room("allocate", "free", 4 * BYTES);
        try (GpuSpace space = open()) {
            for (int made = 0; made < 40; made++) {
                DoubleView.of("forgotten", space, VIEW);
            }
        }
        assertThat(room.most).isLessThanOrEqualTo(4 * BYTES);
    }

    @Test
    void forgotten_mirrors_give_way_when_pinned_memory_is_full() {
        room("allocatePinned", "freePinned", 4 * BYTES);
        driver.answer("pinnedBuffer", arguments -> ByteBuffer.allocate((int) arguments[1]));
        try (GpuSpace space = open();
                DoubleView view = DoubleView.of("u", space, VIEW)) {
            for (int made = 0; made < 40; made++) {
                view.mirror();
            }
        }
    }

    @Test
    void pinned_memory_that_is_full_is_told() {
        room("allocatePinned", "freePinned", 2 * BYTES);
        driver.answer("pinnedBuffer", arguments -> ByteBuffer.allocate((int) arguments[1]));
        try (GpuSpace space = open();
                DoubleView view = DoubleView.of("u", space, VIEW);
                DoubleView first = view.mirror();
                DoubleView second = view.mirror()) {
            assertThatThrownBy(view::mirror)
                    .isInstanceOf(OutOfMemoryException.class)
                    .hasMessage(
                            "S208: no room for view 'u' in pinned for cuda:0: 8388608 bytes wanted, 16777216 in use;"
                                    + " close mirrors that are no longer needed, or split the work")
                    .hasCause(FULL);
            assertThat(first.label()).isEqualTo(second.label());
        }
    }

    @Test
    void another_space_of_the_device_gives_up_what_it_keeps() {
        room("allocate", "free", 4 * BYTES);
        try (GpuSpace one = open();
                GpuSpace other = open()) {
            for (int made = 0; made < 3; made++) {
                DoubleView.of("closed", one, VIEW + made * (1 << 18)).close();
            }
            try (DoubleView large = DoubleView.of("large", other, 4 * VIEW)) {
                assertThat(large.size()).isEqualTo(4 * VIEW);
            }
        }
    }

    @Test
    void forgotten_views_are_looked_for_before_the_device_is_full() throws InterruptedException {
        long capacity = driver.driver().properties().memoryBytes();
        Room room = room("allocate", "free", capacity);
        try (GpuSpace space = open()) {
            for (long used = 0; used <= capacity / 2; used += BYTES) {
                DoubleView.of("forgotten", space, VIEW);
            }
            for (int wait = 0; wait < 6000 && space.memorySpace().statistics().bytesInUse() > capacity / 4; wait++) {
                Thread.sleep(10);
            }
            assertThat(space.memorySpace().statistics().bytesInUse()).isLessThan(capacity / 4);
        }
    }

    @Test
    void a_collection_ahead_is_rare_where_views_are_closed() {
        CollectionThreshold threshold = new CollectionThreshold(1024);
        int reached = 0;
        for (int round = 0; round < 1000; round++) {
            for (long bytes = 0; bytes <= 1000; bytes += 8) {
                reached += threshold.isReached(bytes) ? 1 : 0;
            }
        }
        assertThat(reached).isBetween(3, 8);
        threshold.found(100);
        assertThat(threshold.isReached(561)).isFalse();
        assertThat(threshold.isReached(563)).isTrue();
    }
}
