package org.sporos.internal.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The printed lines of one run: the first ones up to a limit, and the total number. Lines of one work item keep their
 * order. Thread-safe.
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

    /** Returns the most lines kept. */
    public int limit() {
        return limit;
    }

    /** Adds a line, or only counts it above the limit. */
    public synchronized void add(PrintedLine line) {
        if (lines.size() < limit) {
            lines.add(line);
        }
        count++;
    }

    /** Counts lines that were printed but not added. */
    public synchronized void lost(long more) {
        count += more;
    }

    /**
     * The lines of a run.
     *
     * @param lines the kept lines, sorted by node and indexes
     * @param count the total number
     */
    public record Taken(List<PrintedLine> lines, long count) {}

    /** Removes and returns the lines since the last call. */
    public synchronized Taken take() {
        List<PrintedLine> sorted = new ArrayList<>(lines);
        sorted.sort(ORDER);
        Taken taken = new Taken(List.copyOf(sorted), count);
        lines.clear();
        count = 0;
        return taken;
    }
}
