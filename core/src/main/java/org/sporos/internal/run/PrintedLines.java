package org.sporos.internal.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The lines that one run prints: the first ones up to a limit, and how many there were. Lines of one work item keep
 * their order. Thread-safe.
 */
public final class PrintedLines {
    private static final Comparator<PrintedLine> ORDER = Comparator.comparingInt(PrintedLine::node)
            .thenComparingLong(PrintedLine::i)
            .thenComparingLong(PrintedLine::j)
            .thenComparingLong(PrintedLine::k)
            .thenComparingLong(PrintedLine::l);

    private final int limit;
    private final List<PrintedLine> lines = new ArrayList<>();
    private long count;

    public PrintedLines(int limit) {
        this.limit = limit;
    }

    /** Returns how many lines are kept. */
    public int limit() {
        return limit;
    }

    /** Adds a line, or counts it if there are as many already as are kept. */
    public synchronized void add(PrintedLine line) {
        if (lines.size() < limit) {
            lines.add(line);
        }
        count++;
    }

    /** Notes that more lines were printed than were added. */
    public synchronized void lost(long more) {
        count += more;
    }

    /**
     * The lines of a run.
     *
     * @param lines those that were kept, sorted by node and indexes
     * @param count how many there were
     */
    public record Taken(List<PrintedLine> lines, long count) {}

    /** Returns what was printed since the last call. */
    public synchronized Taken take() {
        List<PrintedLine> sorted = new ArrayList<>(lines);
        sorted.sort(ORDER);
        Taken taken = new Taken(List.copyOf(sorted), count);
        lines.clear();
        count = 0;
        return taken;
    }
}
