package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.space.RunFrame;

/** Goes as deep as the stack allows, and calls something so many levels above that. */
public final class StackDive {
    private static final int STACK = 256 << 10;

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
