package org.sporos.contract;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How long a test waits for what another thread or process does before it calls that a hang. The property
 * {@code sporos.test.patience} has seconds for machines that are slower still.
 */
public final class Patience {
    public static final long SECONDS = Long.getLong("sporos.test.patience", 600);

    private Patience() {}

    /** A wait. */
    public interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits; an interrupt is an error. */
    public static void uninterrupted(Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for what a test does on another thread. If that does not come, others need not wait for it too. */
    public static void await(CountDownLatch latch) {
        uninterrupted(() -> {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                latch.countDown();
                throw new AssertionError("waited for " + SECONDS + " s");
            }
        });
    }

    public static void join(Thread thread) {
        uninterrupted(thread::join);
    }

    public static void sleep(long millis) {
        uninterrupted(() -> Thread.sleep(millis));
    }
}
