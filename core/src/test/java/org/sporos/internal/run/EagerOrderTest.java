package org.sporos.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

class EagerOrderTest {
    private static final Allocation MEMORY = HostMemorySpace.INSTANCE.allocate("x", ElementType.INT, 100);
    private static final EagerCall CALL =
            new EagerCall("fill", "x", List.of(MemoryEffect.writes(region(MEMORY, 10, 20))));

    private static StridedRegion region(Allocation memory, long offset, long n) {
        return new StridedRegion(memory, offset, new long[] {n}, new long[] {1});
    }

    /** The runs of a space, which gives each call a failure. */
    private static final class Failing implements EagerOrder.Runs {
        final List<EagerCall> calls = new ArrayList<>();
        final RuntimeException failure = new IllegalStateException("failed");

        @Override
        public void await(EagerCall call, Consumer<RuntimeException> failures) {
            calls.add(call);
            failures.accept(failure);
        }
    }

    @Test
    void a_call_asks_all_spaces_and_throws_the_first_failure_with_the_others() {
        Failing one = new Failing();
        Failing two = new Failing();
        EagerOrder.register(one);
        EagerOrder.register(two);
        try {
            assertThat(catchThrowable(() -> EagerOrder.await(CALL))).isSameAs(one.failure);
            assertThat(one.failure.getSuppressed()).containsExactly(two.failure);
            assertThat(one.calls).containsExactly(CALL);
            assertThat(two.calls).containsExactly(CALL);
        } finally {
            EagerOrder.unregister(one);
            EagerOrder.unregister(two);
        }
        EagerOrder.await(CALL);
        assertThat(one.calls).hasSize(1);
    }

    @Test
    void a_call_inside_of_a_run_asks_nobody() {
        Failing space = new Failing();
        EagerOrder.register(space);
        RunFrame before = RunFrame.enter(new RunFrame(false));
        try {
            EagerOrder.await(CALL);
        } finally {
            RunFrame.enter(before);
            EagerOrder.unregister(space);
        }
        assertThat(space.calls).isEmpty();
    }

    @Test
    void a_space_that_was_never_closed_can_be_collected() throws InterruptedException {
        WeakReference<EagerOrder.Runs> dropped = registered();
        for (int tries = 0; dropped.get() != null && tries < 1000; tries++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(dropped.get()).isNull();
        EagerOrder.await(CALL);
    }

    private static WeakReference<EagerOrder.Runs> registered() {
        Failing space = new Failing();
        EagerOrder.register(space);
        return new WeakReference<>(space);
    }

    @Test
    void effects_conflict_where_they_share_an_element_and_one_writes() {
        MemoryEffect read = MemoryEffect.reads(region(MEMORY, 0, 10));
        MemoryEffect write = MemoryEffect.writes(region(MEMORY, 9, 10));
        MemoryEffect behind = MemoryEffect.writes(region(MEMORY, 19, 10));
        Allocation other = HostMemorySpace.INSTANCE.allocate("y", ElementType.INT, 100);
        assertThat(read.conflictsWith(write)).isTrue();
        assertThat(write.conflictsWith(read)).isTrue();
        assertThat(read.conflictsWith(read)).isFalse();
        assertThat(write.conflictsWith(behind)).isFalse();
        assertThat(write.conflictsWith(MemoryEffect.writes(region(other, 9, 10))))
                .isFalse();
        assertThat(write.conflictsWith(MemoryEffect.writes(region(MEMORY, 12, 0))))
                .isFalse();
        StridedRegion even = new StridedRegion(MEMORY, 0, new long[] {50}, new long[] {2});
        StridedRegion odd = new StridedRegion(MEMORY, 1, new long[] {50}, new long[] {2});
        assertThat(MemoryEffect.writes(even).conflictsWith(MemoryEffect.reads(odd)))
                .isFalse();
    }

    @Test
    void several_allocations_over_one_array_or_one_address_are_the_same_memory() {
        Allocation sameArray = new ArrayAllocation(
                "same", MEMORY.space(), ElementType.INT, MEMORY.backingArray(), new MemoryMeter()) {};
        assertThat(MemoryEffect.overlap(region(MEMORY, 5, 1), region(sameArray, 5, 1)))
                .isTrue();
        assertThat(MemoryEffect.overlap(region(MEMORY, 5, 1), region(sameArray, 6, 1)))
                .isFalse();
        Allocation one = new Native(4096, 100);
        Allocation two = new Native(4096 + 4 * 10, 100);
        assertThat(MemoryEffect.overlap(region(one, 0, 10), region(two, 0, 100)))
                .isFalse();
        assertThat(MemoryEffect.overlap(region(one, 0, 11), region(two, 0, 100)))
                .isTrue();
        assertThat(MemoryEffect.overlap(region(two, 0, 1), region(one, 10, 1))).isTrue();
        assertThat(MemoryEffect.overlap(region(one, 0, 100), region(MEMORY, 0, 100)))
                .isFalse();
    }

    /** Memory at an address that nobody touches. */
    private static final class Native extends Allocation {
        private final long address;

        Native(long address, long size) {
            super("native", MemorySpace.host(), ElementType.INT, size);
            this.address = address;
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public boolean hasAddress() {
            return true;
        }

        @Override
        public long bits(long index) {
            throw new AssertionError();
        }

        @Override
        public void bits(long index, long bits) {
            throw new AssertionError();
        }

        @Override
        public long volatileBits(long index) {
            throw new AssertionError();
        }

        @Override
        public boolean compareAndSetBits(long index, long expected, long bits) {
            throw new AssertionError();
        }

        @Override
        protected void free() {}
    }
}
