package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.RunFrame;

/** Goes as deep as the stack allows, and calls something so many levels above that. */
public final class StackDive {
    private static final int STACK = 256 << 10;
    /** More levels than the stack holds, whether they are interpreted or compiled. */
    private static final int MOST = 20_000;

    /** So many levels are always tried, the first of them one by one. */
    private static final int LEVELS = 600;

    private static final int EACH = 60;
    private static final int ENOUGH = 10;

    private final Runnable call;
    private final Runnable afterwards;
    private int above;
    private @Nullable Throwable thrown;

    /**
     * @param call what is called with little stack
     * @param afterwards what the same thread calls with enough
     */
    public StackDive(Runnable call, Runnable afterwards) {
        this.call = call;
        this.afterwards = afterwards;
    }

    /** Looks at the state after a call. */
    public interface Look {
        /** @param thrown what the call threw, or null */
        void after(int level, @Nullable Throwable thrown) throws Exception;
    }

    /**
     * Makes the call from the deepest level upwards, at {@value #LEVELS} levels at least and until it has passed
     * {@value #ENOUGH} times in a row, and looks after each. How many levels that takes depends on how many of them the
     * JIT compiler has reached meanwhile.
     *
     * @return how many calls have thrown something
     */
    public int sweep(Look look) throws Exception {
        int refused = 0;
        int passed = 0;
        for (int level = 0; level < LEVELS || passed < ENOUGH; level += level < EACH ? 1 : 7) {
            assertThat(level)
                    .as("levels above the deepest, where the call still throws")
                    .isLessThan(MOST);
            Throwable failure = to(level);
            passed = failure == null ? passed + 1 : 0;
            refused += failure == null ? 0 : 1;
            look.after(level, failure);
        }
        return refused;
    }

    /** Returns what the call throws, or null. */
    public @Nullable Throwable to(int levels) throws InterruptedException {
        above = levels;
        thrown = null;
        AtomicReference<RunFrame> left = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    down();
                    afterwards.run();
                    left.set(RunFrame.current());
                },
                "diver",
                STACK);
        thread.start();
        thread.join();
        assertThat(left.get()).as("the frame that is left to the thread").isNull();
        return thrown;
    }

    @SuppressWarnings("InfiniteRecursion")
    private void down() {
        try {
            down();
        } catch (StackOverflowError deepest) {
            // From here on upwards.
        }
        if (above-- == 0) {
            try {
                call.run();
            } catch (Throwable t) {
                thrown = t;
            }
        }
    }
}
