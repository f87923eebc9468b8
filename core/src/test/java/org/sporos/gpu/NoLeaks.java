package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;

/**
 * Fails a test that leaves memory, streams, modules, graphs, events or host nodes of a driver behind. The test class
 * says which driver by implementing {@link Watching}.
 */
public final class NoLeaks implements AfterEachCallback, TestInstancePostProcessor {

    /** A test class whose tests use a watched driver. */
    public interface Watching {
        /** Returns the driver of the test that has just ended, after its spaces were closed; null if it used none. */
        WatchedDriver watched();
    }

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) {
        assertThat(test).isInstanceOf(Watching.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        WatchedDriver watched = ((Watching) context.getRequiredTestInstance()).watched();
        if (watched != null) {
            assertThat(watched.leaks())
                    .as("native objects that %s leaves", context.getDisplayName())
                    .isEmpty();
        }
    }
}
