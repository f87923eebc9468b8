package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.space.MemorySpace;

final class AtomicsTest {
    private static final int THREADS = 4;
    private static final int TIMES = 20_000;

    static Stream<MemorySpace> spaces() {
        return Stream.of(MemorySpace.host(), TestMemory.checked("checked"));
    }

    private static void contend(IntConsumer body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < TIMES; i++) {
                    body.accept(i * THREADS + number);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void no_addition_is_lost_in_any_type_and_rank(MemorySpace space) throws InterruptedException {
        DoubleView d = DoubleView.of("d", space);
        FloatView f = FloatView.of("f", space, 3);
        IntView k = IntView.of("k", space, 3, 3);
        LongView l = LongView.of("l", space, 3, 3, 3);
        LongView m = LongView.of("m", space, Layout.LEFT, 3, 3, 3, 3);
        contend(i -> {
            d.atomicAdd(1);
            f.atomicAdd(2, 1);
            k.atomicAdd(1, 2, 1);
            l.atomicAdd(0, 1, 2, i);
            m.atomicAdd(2, 1, 0, 2, 1);
        });
        long all = (long) THREADS * TIMES;
        assertThat(d.get()).isEqualTo(all);
        assertThat(f.get(2)).isEqualTo(all);
        assertThat(k.get(1, 2)).isEqualTo((int) all);
        assertThat(l.get(0, 1, 2)).isEqualTo(all * (all - 1) / 2);
        assertThat(m.get(2, 1, 0, 2)).isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void minima_maxima_exchanges_and_locks_hold_under_contention(MemorySpace space) throws InterruptedException {
        DoubleView least = DoubleView.of("least", space);
        FloatView most = FloatView.of("most", space);
        LongView turnover = LongView.of("turnover", space);
        IntView lock = IntView.of("lock", space);
        IntView guarded = IntView.of("guarded", space);
        LongView sum = LongView.of("sum", space);
        contend(i -> {
            least.atomicMin(-i);
            most.atomicMax(i);
            sum.atomicAdd(turnover.atomicExchange(i + 1));
            while (!lock.atomicCompareAndSet(0, 1)) {
                Thread.onSpinWait();
            }
            guarded.set(guarded.get() + 1);
            lock.atomicExchange(0);
        });
        long all = (long) THREADS * TIMES;
        assertThat(least.get()).isEqualTo(-(all - 1));
        assertThat(most.get()).isEqualTo(all - 1);
        assertThat(sum.get() + turnover.get()).isEqualTo(all * (all + 1) / 2);
        assertThat(guarded.get()).isEqualTo((int) all);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void loops_of_reads_and_compares_lose_nothing_in_any_type_and_rank(MemorySpace space) throws InterruptedException {
        DoubleView d = DoubleView.of("d", space);
        FloatView f = FloatView.of("f", space, 3);
        IntView k = IntView.of("k", space, 3, 3);
        LongView l = LongView.of("l", space, 3, 3, 3);
        LongView m = LongView.of("m", space, Layout.LEFT, 3, 3, 3, 3);
        contend(i -> {
            double a;
            do {
                a = d.atomicGet();
            } while (!d.atomicCompareAndSet(a, a + 1));
            float b;
            do {
                b = f.atomicGet(2);
            } while (!f.atomicCompareAndSet(2, b, b + 1));
            int c;
            do {
                c = k.atomicGet(1, 2);
            } while (!k.atomicCompareAndSet(1, 2, c, c + 1));
            long e;
            do {
                e = l.atomicGet(0, 1, 2);
            } while (!l.atomicCompareAndSet(0, 1, 2, e, e + i));
            long g;
            do {
                g = m.atomicGet(2, 1, 0, 2);
            } while (!m.atomicCompareAndSet(2, 1, 0, 2, g, g + 1));
        });
        long all = (long) THREADS * TIMES;
        assertThat(d.get()).isEqualTo(all);
        assertThat(f.get(2)).isEqualTo(all);
        assertThat(k.get(1, 2)).isEqualTo((int) all);
        assertThat(l.get(0, 1, 2)).isEqualTo(all * (all - 1) / 2);
        assertThat(m.get(2, 1, 0, 2)).isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void atomics_return_the_value_before_and_compare_bits(MemorySpace space) {
        DoubleView d = DoubleView.of("d", space, 2);
        assertThat(d.atomicAdd(1, 2.5)).isEqualTo(0);
        assertThat(d.atomicMin(1, 7)).isEqualTo(2.5);
        assertThat(d.atomicMin(1, -7)).isEqualTo(2.5);
        assertThat(d.atomicMax(1, 3)).isEqualTo(-7);
        assertThat(d.atomicExchange(1, Double.NaN)).isEqualTo(3);
        assertThat(d.atomicCompareAndSet(1, Double.NaN, 0.0)).isTrue();
        assertThat(d.atomicCompareAndSet(1, -0.0, 1.0)).isFalse();
        assertThat(d.atomicCompareAndSet(1, 0.0, 1.0)).isTrue();
        assertThat(d.atomicMax(1, Double.NaN)).isEqualTo(1);
        assertThat(d.get(1)).isNaN();
        assertThat(d.get(0)).isZero();
        FloatView f = FloatView.of("f", space);
        f.set(-0f);
        assertThat(f.atomicCompareAndSet(0f, 1f)).isFalse();
        assertThat(f.atomicMin(0f)).isEqualTo(-0f);
        assertThat(Float.floatToRawIntBits(f.get())).isEqualTo(Float.floatToRawIntBits(-0f));
    }
}
