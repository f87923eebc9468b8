package org.sporos.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Has kernels print while it is open, and takes what they print. Thread-safe. */
public final class PrintLogRecorder extends Handler implements AutoCloseable {
    private static final String MODE = "sporos.debug";
    private static final String LINES = "sporos.debug.lines";
    private static final Logger LOGGER = Logger.getLogger("org.sporos.debug");

    private final List<String> records = new ArrayList<>();
    private final @Nullable String mode;
    private final @Nullable String lines;
    private final boolean shown = LOGGER.getUseParentHandlers();

    /** @param limit how many lines of a run are kept */
    public PrintLogRecorder(int limit) {
        mode = System.setProperty(MODE, "print");
        lines = System.setProperty(LINES, Integer.toString(limit));
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(this);
    }

    /** Returns what was printed since the last call, a text for each run. */
    public synchronized List<String> taken() {
        List<String> all = List.copyOf(records);
        records.clear();
        return all;
    }

    @Override
    public synchronized void publish(LogRecord record) {
        records.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(shown);
        restore(MODE, mode);
        restore(LINES, lines);
    }

    private static void restore(String property, @Nullable String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }
}
