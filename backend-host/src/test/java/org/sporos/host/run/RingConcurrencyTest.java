package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;
import org.sporos.matrix.Full;

/** The ring of ready steps under all interleavings of two threads: each chunk is claimed once, and none is lost. */
class RingConcurrencyTest {
    private static final int[] CHUNKS = {2, 1, 3, 1};

    /** What is checked: the ring, or one with a planted race. */
    interface Ring {
        void offer(int step);

        long claim();
    }

    @Test
    void each_chunk_is_claimed_once() {
        Lincheck.runConcurrentTest(Full.count(100, 10_000), () -> check(real()));
    }

    @Test
    void a_ring_that_claims_without_comparing_is_found() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(1000, () -> check(new RacyRing(false))))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void a_ring_that_publishes_before_it_writes_is_found() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(1000, () -> check(new RacyRing(true))))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void positions_wrap_around_a_full_ring_many_times() {
        ReadyRing ring = new ReadyRing(CHUNKS);
        for (int round = 0; round < 1000; round++) {
            for (int step = 0; step < CHUNKS.length; step++) {
                ring.offer(step);
            }
            assertThat(ring.isEmpty()).isFalse();
            for (int step = 0; step < CHUNKS.length; step++) {
                for (int chunk = 0; chunk < CHUNKS[step]; chunk++) {
                    assertThat(ring.claim()).isEqualTo((long) step << 32 | chunk);
                }
            }
            assertThat(ring.claim()).isEqualTo(ReadyRing.NONE);
            assertThat(ring.isEmpty()).isTrue();
        }
    }

    private static Ring real() {
        ReadyRing ring = new ReadyRing(CHUNKS);
        return new Ring() {
            @Override
            public void offer(int step) {
                ring.offer(step);
            }

            @Override
            public long claim() {
                return ring.claim();
            }
        };
    }

    private static void check(Ring ring) {
        AtomicIntegerArray claimed = new AtomicIntegerArray(16);
        Thread one = new Thread(() -> {
            ring.offer(1);
            claim(ring, claimed);
            ring.offer(0);
            claim(ring, claimed);
        });
        Thread two = new Thread(() -> {
            ring.offer(2);
            claim(ring, claimed);
            ring.offer(3);
            claim(ring, claimed);
        });
        one.start();
        two.start();
        join(one);
        join(two);
        while (claim(ring, claimed)) {
            // What the two have left.
        }
        for (int step = 0; step < CHUNKS.length; step++) {
            for (int chunk = 0; chunk < 4; chunk++) {
                int times = claimed.get(step * 4 + chunk);
                if (times != (chunk < CHUNKS[step] ? 1 : 0)) {
                    throw new IllegalStateException("chunk " + chunk + " of step " + step + " claimed " + times);
                }
            }
        }
    }

    private static boolean claim(Ring ring, AtomicIntegerArray claimed) {
        long claim = ring.claim();
        if (claim == ReadyRing.NONE) {
            return false;
        }
        claimed.incrementAndGet((int) (claim >>> 32) * 4 + (int) claim);
        return true;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A ring with one of two faults, each the kind of slip that reads well. */
    private static final class RacyRing implements Ring {
        private final boolean early;
        private final AtomicLong head = new AtomicLong();
        private final AtomicLong tail = new AtomicLong();
        private final AtomicLongArray cells = new AtomicLongArray(8);

        RacyRing(boolean early) {
            this.early = early;
        }

        @Override
        public void offer(int step) {
            long at = tail.getAndIncrement();
            cells.set((int) at, step + 1);
        }

        @Override
        public long claim() {
            while (true) {
                long at = head.get();
                int position = (int) (at >>> 32);
                // The fault: what is behind the tail need not be written yet.
                long cell = early && position < tail.get() ? Math.max(1, cells.get(position)) : cells.get(position);
                if (cell == 0) {
                    return ReadyRing.NONE;
                }
                int step = (int) cell - 1;
                int chunk = (int) at;
                long next = chunk + 1 < CHUNKS[step] ? at + 1 : (long) (position + 1) << 32;
                if (early) {
                    if (head.compareAndSet(at, next)) {
                        return (long) step << 32 | chunk;
                    }
                } else {
                    // The fault: somebody else may have claimed the same.
                    head.set(next);
                    return (long) step << 32 | chunk;
                }
            }
        }
    }
}
