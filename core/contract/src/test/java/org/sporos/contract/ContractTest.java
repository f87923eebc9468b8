package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ContractTest {
    private static final int THREADS = 4;
    private static final int EACH = 20_000;

    @Test
    void what_several_threads_make_is_closed_after_the_test() throws Exception {
        Contract contract = new Contract() {};
        AtomicInteger closed = new AtomicInteger();
        CyclicBarrier begin = new CyclicBarrier(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            threads[t] = new Thread(() -> {
                try {
                    begin.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                for (int k = 0; k < EACH; k++) {
                    contract.own((AutoCloseable) closed::incrementAndGet);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        contract.closeOwned();
        assertThat(closed).hasValue(THREADS * EACH);
    }
}
