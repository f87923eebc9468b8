package org.sporos.kernel.diskcache;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes what the library logs while it is open. Thread-safe. */
public final class LogRecorder extends Handler {
    private static final Logger LOGGER = Logger.getLogger("org.sporos");

    private final List<String> warnings = new ArrayList<>();

    /** Begins to listen. */
    public LogRecorder() {
        LOGGER.addHandler(this);
    }

    /** Returns the warnings so far. */
    public synchronized List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            warnings.add(record.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
    }
}
