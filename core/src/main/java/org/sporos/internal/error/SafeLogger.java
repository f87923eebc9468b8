package org.sporos.internal.error;

import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/**
 * A logger whose calls never throw, regardless of handlers, of methods of logged exceptions, and of a lack of memory or
 * stack: the logging thread may serve runs, and a warning must not change the result of a call. Like all loggers, it is
 * skipped in the search for the source of a log record.
 */
public final class SafeLogger implements System.Logger {
    private final System.Logger log;

    private SafeLogger(System.Logger log) {
        this.log = log;
    }

    /** Returns the logger of a name. */
    public static System.Logger of(String name) {
        return new SafeLogger(System.getLogger(name));
    }

    @Override
    public String getName() {
        return log.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        try {
            return log.isLoggable(level);
        } catch (Throwable unknown) {
            return false;
        }
    }

    @Override
    public void log(Level level, @Nullable String text) {
        try {
            log.log(level, text);
        } catch (Throwable unheard) {
            // No one else could be notified.
        }
    }

    @Override
    public void log(Level level, @Nullable String text, @Nullable Throwable thrown) {
        try {
            log.log(level, text, thrown);
        } catch (Throwable unheard) {
            // No one else could be notified.
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable thrown) {
        try {
            log.log(level, bundle, text, thrown);
        } catch (Throwable unheard) {
            // No one else could be notified.
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {
        try {
            log.log(level, bundle, format, values);
        } catch (Throwable unheard) {
            // No one else could be notified.
        }
    }
}
