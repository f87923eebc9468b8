package org.sporos.kernel.transform;

import java.lang.System.Logger;
import java.util.Locale;
import java.util.function.Function;
import org.sporos.internal.error.SafeLogger;

/** Receives the result and the time of each pass with changes. */
public interface PassListener<T> {
    void after(String pass, T result, long nanos);

    /** Returns a listener that logs results if {@code -Dsporos.pipeline=results}, else a no-op. */
    static <T> PassListener<T> log(Function<? super T, String> text) {
        if (!"results".equals(System.getProperty("sporos.pipeline"))) {
            return (pass, result, nanos) -> {};
        }
        return (pass, result, nanos) -> write(pass, text.apply(result), nanos);
    }

    private static void write(String pass, String result, long nanos) {
        SafeLogger.of("org.sporos")
                .log(Logger.Level.INFO, String.format(Locale.ROOT, "%s took %.1f us%n%s", pass, nanos / 1e3, result));
    }
}
