package org.sporos.contract;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * While it is open, each record of the library's log makes its handler throw, and so does each exception of a thread.
 */
public final class ThrowingLog implements AutoCloseable {

    /** What the handlers throw. */
    public enum Thrown {
        EXCEPTION {
            @Override
            void raise() {
                throw new IllegalStateException("thrown by a log");
            }
        },
        ERROR {
            @Override
            void raise() {
                throw new LinkageError("thrown by a log");
            }
        },
        NO_STACK {
            @Override
            @SuppressWarnings("InfiniteRecursion")
            void raise() {
                raise();
                raise();
            }
        };

        abstract void raise();
    }

    private final Logger logger = Logger.getLogger("org.sporos");
    private final Level level = logger.getLevel();
    private final @Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final AtomicInteger records = new AtomicInteger();
    private final Handler handler;

    public ThrowingLog(Thrown thrown) {
        handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                records.incrementAndGet();
                thrown.raise();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        Thread.setDefaultUncaughtExceptionHandler((thread, uncaught) -> thrown.raise());
    }

    /** Returns how many records have met the handler. */
    public int records() {
        return records.get();
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(level);
    }
}
